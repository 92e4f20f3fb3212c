/** The day headings of a list of picks. Pure. */
import { type CalendarDate, addDays } from "../../time/calendar-date.ts";

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

/** "Today, Fri 11/20", "Tomorrow, Sat 11/21", "Sun 11/22"; with the year when it is another one. "No date" for ''. */
export function dayText(date: CalendarDate | "", today: CalendarDate): string {
  if (date === "") return "No date";
  const [year, month, day] = date.split("-");
  const text = `${weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]} ${month}/${day}`;
  if (date === today) return `Today, ${text}`;
  if (date === addDays(today, 1)) return `Tomorrow, ${text}`;
  return today.startsWith(`${year}-`) ? text : `${text}/${year}`;
}

const groups = ["Today", "Tomorrow", "Later", "No date", "Earlier"] as const;

/** The heading of a date in a list that is grouped by today, tomorrow and later. */
export function groupText(date: CalendarDate | "", today: CalendarDate): string {
  if (date === "" || date === today || date === addDays(today, 1)) return dayText(date, today);
  return date > today ? "Later" : "Earlier";
}

/** Sorts by those headings and keeps the order within each. */
export function byGroup<Row extends { day: string }>(picks: readonly Row[]): Row[] {
  const rankOf = ({ day }: Row) => groups.findIndex((group) => day.startsWith(group));
  return picks.toSorted((left, right) => rankOf(left) - rankOf(right));
}

export interface DayRun<Row> {
  day: string;
  picks: Row[];
}

/** Groups neighbours with the same day. Keeps the order, so a day can come twice. */
export function runsByDay<Row extends { day: string }>(picks: readonly Row[]): DayRun<Row>[] {
  const runs: DayRun<Row>[] = [];
  for (const pick of picks) {
    const last = runs.at(-1);
    if (last?.day === pick.day) last.picks.push(pick);
    else runs.push({ day: pick.day, picks: [pick] });
  }
  return runs;
}
