import {
  type ComponentType,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from "react";
import type { DatePanelProps } from "./date-panel.tsx";
import { Icon } from "../shared/icon.tsx";
import { opens } from "../shared/popover.ts";

/** A text field for MM/DD/YYYY. With scripts, its button or Alt+Down opens a calendar, which is loaded on first use. */
export function DateInput({
  labelId,
  ...input
}: InputHTMLAttributes<HTMLInputElement> & { id: string; labelId: string }) {
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
      {isOpen && Panel && <Panel id={panelId} labelId={labelId} field={field} opener={opener} onClose={close} />}
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
