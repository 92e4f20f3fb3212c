import "../shared/frame.tsx";
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { formatLongDate, monthNames } from "../../time/months.ts";
import { type CalendarDate, formatCalendarDate, parseCalendarDate } from "../../time/calendar-date.ts";
import { dateIn } from "../../time/zone-time.ts";
import {
  addMonths,
  dateAfterKey,
  daysOfMonth,
  monthOf,
  weekdayOf,
  yearOf,
  yearsAround,
} from "../../time/calendar-month.ts";
import { useFrame } from "../shared/use-frame.tsx";
import { Icon } from "../shared/icon.tsx";
import { popover } from "../shared/popover.ts";

export interface DatePanelProps {
  id: string;
  labelId: string;
  field: RefObject<HTMLInputElement>;
  opener: RefObject<HTMLElement>;
  onClose: () => void;
}

const weekdays = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"] as const;

/** The calendar of a date field, in a file that is loaded on first use. */
export function DatePanel({ id, labelId, field, opener, onClose }: DatePanelProps) {
  const chosen = parseCalendarDate(field.current?.value ?? "");
  const today = dateIn(useFrame().site.zone, new Date());
  const [shown, setShown] = useState(chosen ?? today);
  const panel = useRef<HTMLDivElement>(null);
  usePopover(panel, onClose);
  // Stays within the dates that can be entered.
  const show = (date: CalendarDate) => setShown((before) => parseCalendarDate(date) ?? before);
  const pick = (date: CalendarDate) => {
    onClose();
    if (field.current) typeInto(field.current, formatCalendarDate(date));
    opener.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    // Escape must not also close a sheet around the panel.
    event.preventDefault();
    opener.current?.focus();
    onClose();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && relatedTarget !== opener.current && !panel.current?.contains(relatedTarget))
      onClose();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape and a focus that leaves close it
    <div
      className="cal-d"
      id={id}
      ref={panel}
      {...popover}
      role="dialog"
      aria-label="Calendar"
      aria-describedby={labelId}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <MonthChoice shown={shown} onShow={show} />
      <Days shown={shown} chosen={chosen} today={today} onShow={show} onPick={pick} />
    </div>
  );
}

interface MonthChoiceProps {
  shown: CalendarDate;
  onShow: (date: CalendarDate) => void;
}

// `form=""` detaches the selects from the surrounding form: they are not sent, and changing one does not submit it.
function MonthChoice({ shown, onShow }: MonthChoiceProps) {
  const move = (months: number) => () => onShow(addMonths(shown, months));
  const [year, month] = [yearOf(shown), monthOf(shown)];
  return (
    <div className="between">
      <button className="btn quiet" type="button" aria-label="Previous month" onClick={move(-1)}>
        <Icon name="left" />
      </button>
      <select
        form=""
        aria-label="Month"
        value={month}
        onChange={(event) => onShow(addMonths(shown, Number(event.target.value) - month))}
      >
        {monthNames.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </select>
      <select
        form=""
        aria-label="Year"
        value={year}
        onChange={(event) => onShow(addMonths(shown, (Number(event.target.value) - year) * 12))}
      >
        {yearsAround(shown).map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
      <button className="btn quiet" type="button" aria-label="Next month" onClick={move(1)}>
        <Icon name="right" />
      </button>
      <p className="vh" aria-live="polite">
        {monthNames[month - 1]} {year}
      </p>
    </div>
  );
}

type DaysProps = MonthChoiceProps & {
  chosen: CalendarDate | null;
  today: CalendarDate;
  onPick: (date: CalendarDate) => void;
};

/** One day is a Tab stop; the arrow keys reach the others. */
function Days({ shown, chosen, today, onShow, onPick }: DaysProps) {
  const current = useRef<HTMLButtonElement>(null);
  const wantsFocus = useRef(true);
  useEffect(() => {
    if (wantsFocus.current) current.current?.focus();
    wantsFocus.current = false;
  }, [shown]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dateAfterKey(shown, event.key, event.shiftKey);
    if (next === null) return;
    event.preventDefault();
    wantsFocus.current = true;
    onShow(next);
  };
  const days = daysOfMonth(shown);
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- one key handler for all the day buttons in it
    <div className="days" onKeyDown={onKeyDown}>
      {weekdays.map((name) => (
        <span key={name} className="lab" aria-hidden="true">
          {name}
        </span>
      ))}
      {Array.from({ length: weekdayOf(days[0] ?? shown) }, (_, index) => (
        <span key={index} />
      ))}
      {days.map((day) => (
        <button
          key={day}
          ref={day === shown ? current : null}
          type="button"
          tabIndex={day === shown ? 0 : -1}
          onClick={() => onPick(day)}
          aria-label={formatLongDate(day)}
          aria-pressed={day === chosen}
          aria-current={day === today ? "date" : undefined}
        >
          {Number(day.slice(8))}
        </button>
      ))}
    </div>
  );
}

/** Fires the events of typing, so that a filter form submits itself. */
function typeInto(field: HTMLInputElement, text: string): void {
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Shows the popover before the day takes the focus. `onClose` runs when the browser closes it. */
function usePopover(panel: RefObject<HTMLElement>, onClose: () => void) {
  const latestOnClose = useRef(onClose);
  useEffect(() => {
    latestOnClose.current = onClose;
  });
  useLayoutEffect(() => {
    const element = panel.current;
    const onToggle = (event: Event) => {
      if (event instanceof ToggleEvent && event.newState === "closed") latestOnClose.current();
    };
    element?.showPopover();
    element?.addEventListener("toggle", onToggle);
    return () => element?.removeEventListener("toggle", onToggle);
  }, [panel]);
}
