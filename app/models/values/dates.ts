/** Columns of dates, which decide for all rows whether the month or the day comes first. Pure. */
import {
  type Cell,
  type Decision,
  type Reader,
  type ReaderOptions,
  ask,
  likelier,
  quoted,
  readAs,
  readCells,
  waiting,
} from "./column.ts";
import { readStart } from "../bets/start-time.ts";
import { type DateText, readDateText } from "./date-text.ts";

type Order = "monthFirst" | "dayFirst";
type Midnight = "date" | "start";

/**
 * Reads dates as YYYY-MM-DD; `also` has the `time` or, where the cell has an offset from UTC, the instant `starts_at`.
 * When all times of the column are 0:00, it has dates only; asks so where they have an offset.
 */
export const readDates: Reader = (cells, options) => {
  const dates = cells.map((text) => readDateText(text, options.today, options.zone));
  const order = orderOf(dates, cells, options.answers);
  if ("question" in order) return readCells(cells, dateReader(dates, null), order.question);
  const midnight = midnightOf(dates, options.answers);
  if ("question" in midnight) return readCells(cells, () => waiting, midnight.question);
  return readCells(cells, dateReader(dates, order.choice, midnight.choice));
};

/** Reads a column of starts as instants, as a date with a time such as "2026-11-28, 7:30 PM", or as a time alone. */
export const readStarts: Reader = (cells, options) => {
  const dates = cells.map((text) => readDateText(text, options.today, options.zone));
  const order = orderOf(dates, cells, options.answers);
  const read = dateReader(dates, "question" in order ? null : order.choice, "start");
  return readCells(
    cells,
    (text, index) => (isTime(text, options.zone) ? timeAlone(text) : startOf(text, read(text, index))),
    "question" in order ? order.question : null,
  );
};

/** Many spreadsheets have the date in another column. */
function timeAlone(time: string): Cell {
  return { ...readAs(""), also: { time } };
}

function isTime(text: string, zone: string): boolean {
  return readStart("2026-01-01", text, zone) !== null;
}

function startOf(text: string, cell: Cell): Cell {
  if ("problem" in cell) return cell;
  if (cell.also?.starts_at !== undefined) return readAs(cell.also.starts_at);
  if (cell.also?.time === undefined) return { problem: `${quoted(text)} has no time that can be read.` };
  return readAs(`${cell.value}, ${cell.also.time}`, cell.note);
}

/**
 * Decides for the column: rows such as 11/28/2026 have one reading, and the more frequent order wins. Asks when there
 * is no such row, or as many of one order as of the other.
 */
function orderOf(
  dates: readonly (DateText | null)[],
  cells: readonly string[],
  answers: ReaderOptions["answers"],
): Decision<Order> {
  const found = dates.filter((date) => date !== null);
  const order = likelier<Order>(
    ["monthFirst", found.filter(({ dayFirst }) => dayFirst === null).length],
    ["dayFirst", found.filter(({ monthFirst }) => monthFirst === null).length],
  );
  if (order !== null) return { choice: order };
  const index = dates.findIndex((date) => date !== null && date.monthFirst !== date.dayFirst);
  if (index === -1) return { choice: "monthFirst" };
  return ask(answers, "date_order", `What comes first in ${quoted(cells[index] ?? "")}?`, {
    monthFirst: "The month, as in 11/28/2026",
    dayFirst: "The day, as in 28/11/2026",
  });
}

/** Decides whether times of 0:00 are starts, in a column that has no others. */
function midnightOf(dates: readonly (DateText | null)[], answers: ReaderOptions["answers"]): Decision<Midnight> {
  const timed = dates.filter((date) => date !== null).filter(({ time, startsAt }) => time !== "" || startsAt !== null);
  if (timed.some(({ isMidnight }) => !isMidnight)) return { choice: "start" };
  if (timed.every(({ startsAt }) => startsAt === null)) return { choice: "date" };
  return ask(answers, "midnight", "All times are 0:00. What are these?", {
    date: "Dates without a time",
    start: "The starts of the games",
  });
}

/** `order` is null while nobody has said it. */
function dateReader(dates: readonly (DateText | null)[], order: Order | null, midnight: Midnight = "start") {
  return (text: string, index: number): Cell => {
    const date = dates[index];
    if (!date) return { problem: `${quoted(text)} is not a date that can be read.` };
    if (order === null && date.monthFirst !== date.dayFirst) return waiting;
    const value = date[order ?? "monthFirst"];
    if (value === null) return { problem: wrongOrder(text, order) };
    if (date.isMidnight && midnight === "date")
      return readAs(date.startsAt === null ? value : text.slice(0, 10), date.note);
    return { ...readAs(value, date.note), ...startFields(date) };
  };
}

function wrongOrder(text: string, order: Order | null): string {
  return `${quoted(text)} is not a date with the ${order === "dayFirst" ? "day" : "month"} first, as the column has them.`;
}

function startFields({ time, startsAt }: DateText): { also?: Record<string, string> } {
  if (startsAt !== null) return { also: { starts_at: startsAt } };
  return time === "" ? {} : { also: { time } };
}
