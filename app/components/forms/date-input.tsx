import type { ComponentType, InputHTMLAttributes, KeyboardEvent, MouseEvent, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import type { CalendarDate } from "../../models/calendar-date.ts";
import { dateIn, formatCalendarDate, parseCalendarDate } from "../../models/calendar-date.ts";
import type { DatePanelProps } from "./date-panel.tsx";
import { useFrame } from "../shared/frame.tsx";
import { Icon } from "../shared/icon.tsx";
import { opens } from "../shared/popover.ts";

/** A text field for MM/DD/YYYY. With scripts, its button or Alt+Down opens a calendar, which is loaded on first use. */
export function DateInput({
  labelId,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & { id: string; labelId: string }) {
  const { zone } = useFrame().site;
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { Panel, canOpen, isOpen, open, close } = useDatePanel();
  const panelId = `${input.id}m`;
  // Focus returns to the control that opened the calendar: on a phone, focusing the field would open the keyboard.
  const opener = useRef<HTMLElement | null>(null);
  const openFrom = ({ current }: RefObject<HTMLElement>) => {
    opener.current = current;
    open();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!canOpen || !event.altKey || event.key !== "ArrowDown") return;
    event.preventDefault();
    openFrom(field);
  };
  const toggle = (event: MouseEvent) => {
    // popovertarget only keeps this press from counting as one outside the popover; the code below opens and closes it.
    event.preventDefault();
    if (isOpen) close();
    else openFrom(button);
  };
  const pick = (date: CalendarDate) => {
    close();
    if (field.current) typeInto(field.current, formatCalendarDate(date));
    opener.current?.focus();
  };
  return (
    <div className="date">
      <input
        ref={field}
        {...input}
        inputMode="numeric"
        placeholder="MM/DD/YYYY"
        autoComplete="off"
        onKeyDown={onKeyDown}
        aria-keyshortcuts={canOpen ? "Alt+ArrowDown" : undefined}
      />
      {canOpen && (
        <button
          ref={button}
          type="button"
          tabIndex={-1}
          title="Open calendar (Alt + Down)"
          {...opens(panelId)}
          aria-label="Open calendar"
          aria-describedby={labelId}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={toggle}
        >
          <Icon name="month" />
        </button>
      )}
      {isOpen && Panel && (
        <Panel
          id={panelId}
          labelId={labelId}
          chosen={parseCalendarDate(field.current?.value ?? "")}
          today={dateIn(zone, new Date())}
          opener={opener}
          onPick={pick}
          onClose={close}
        />
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
    if (!Panel)
      import("./date-panel.tsx").then(
        (loaded) => setPanel(() => loaded.DatePanel),
        () => setOpen(false),
      );
  };
  return { Panel, canOpen, isOpen, open, close: () => setOpen(false) };
}

/** Fires the events of typing, so that a filter form submits itself. */
function typeInto(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}
