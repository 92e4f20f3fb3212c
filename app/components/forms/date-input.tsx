import type { ComponentType, InputHTMLAttributes, KeyboardEvent, MouseEvent, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import type { CalendarDate } from "../../models/calendar-date.ts";
import { dateIn, formatCalendarDate, parseCalendarDate } from "../../models/calendar-date.ts";
import type { DatePanelProps } from "./date-panel.tsx";
import { useFrame } from "../shared/frame.tsx";
import { Icon } from "../shared/icon.tsx";
import { opens } from "../shared/popover.ts";

/** A text field for MM/DD/YYYY. Where scripts run, a button inside it, which is no Tab stop, or Alt and the down arrow opens a month, which is loaded when it is first used. */
export function DateInput({ labelId, ...input }: InputHTMLAttributes<HTMLInputElement> & { id: string; labelId: string }) {
  const { zone } = useFrame().site;
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { Panel, canOpen, isOpen, open, close } = useDatePanel();
  const panelId = `${input.id}m`;
  // On a phone the field would bring up its keyboard: the focus goes back to what was used.
  const opener = useRef<HTMLElement | null>(null);
  const openBy = ({ current }: RefObject<HTMLElement>) => {
    opener.current = current;
    open();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canOpen || !event.altKey || event.key !== "ArrowDown") return;
    event.preventDefault();
    openBy(field);
  };
  const toggle = (event: MouseEvent) => {
    // popovertarget is there so that the press does not count as one outside; what the click does is decided here.
    event.preventDefault();
    if (isOpen) close();
    else openBy(button);
  };
  const pick = (date: CalendarDate) => {
    close();
    if (field.current) write(field.current, formatCalendarDate(date));
    opener.current?.focus();
  };
  return (
    <div className="date">
      <input ref={field} {...input} inputMode="numeric" placeholder="MM/DD/YYYY" autoComplete="off" onKeyDown={onKeyDown} aria-keyshortcuts={canOpen ? "Alt+ArrowDown" : undefined} />
      {canOpen && (
        <button ref={button} type="button" tabIndex={-1} title="Open calendar (Alt + Down)" {...opens(panelId)} aria-label="Open calendar" aria-describedby={labelId} aria-haspopup="dialog" aria-expanded={isOpen} onClick={toggle}>
          <Icon name="month" />
        </button>
      )}
      {isOpen && Panel && (
        <Panel id={panelId} labelId={labelId} chosen={parseCalendarDate(field.current?.value ?? "")} today={dateIn(zone, new Date())} opener={opener} onPick={pick} onClose={close} />
      )}
    </div>
  );
}

function useDatePanel() {
  const [canOpen, setCanOpen] = useState(false);
  const [Panel, setPanel] = useState<ComponentType<DatePanelProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setCanOpen("popover" in HTMLElement.prototype), []);
  const open = () => {
    setOpen(true);
    // Without its file there is no month, and the text field goes on working.
    if (!Panel) import("./date-panel.tsx").then((loaded) => setPanel(() => loaded.DatePanel), () => setOpen(false));
  };
  return { Panel, canOpen, isOpen, open, close: () => setOpen(false) };
}

/** As if typed: whoever listens for a change, such as a filter form that sends itself, hears of it. */
function write(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
