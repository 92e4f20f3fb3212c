/** Decides what the columns of a foreign table are, and reads their cells as fields of picks. */
import { env } from "../../env.server.ts";
import { type RawRow, type RawTable, cellText } from "../../csv/raw-table.ts";
import { fieldOf } from "../../csv/table-text.ts";
import { dateIn } from "../../time/zone-time.ts";
import { describeExtras, extrasOf } from "../bets/text-extras.ts";
import type { Question } from "../values/column.ts";
import { type ImportField, countsOfHeader, importFields, isUnused, matchColumns } from "./columns.ts";
import { readerOf } from "../values/field-readers.ts";
import { asDraft, pickFields } from "../picks/pick-input.server.ts";
import type { Choices } from "./choices.server.ts";
import { type FixedField, fixedFields } from "./import.ts";

export interface Column {
  header: string;
  /** The first cells that are filled. */
  samples: readonly string[];
  /** '' = not used; null = nobody has said what it is. */
  field: ImportField | "" | null;
  question: Question | null;
}

export interface ArrangedRow {
  line: number | null;
  cells: Readonly<Record<string, unknown>>;
  /** How cells were converted: "1.91" is -110. */
  notes: readonly string[];
  /** Why cells could not be read, by field. */
  problems: Readonly<Record<string, string>>;
}

export interface Arranged {
  rows: readonly ArrangedRow[];
  columns: readonly Column[];
  /** True if all columns have our own names. */
  isOwn: boolean;
  /** The fields without a column, of those that can be chosen once for all rows. */
  lacking: readonly FixedField[];
  /** False while somebody must say what a column is, answer a question about one, or choose a value for all rows. */
  isDecided: boolean;
}

type Read = Omit<ArrangedRow, "line">;
type Cell = { value: unknown; note: string | null; also: Readonly<Record<string, string>> } | { problem: string };

/** The values that need no reader. */
const taken = pickFields.extend({ draft: asDraft }).partial();
const samplesShown = 3;
/** Answered once for all columns of a table. */
const sharedQuestions = ["unit_value", "decimal_sign", "date_order"];

/** `choices` are those of the form, or of an earlier table with the same header; null = none yet. */
export function arrange(table: RawTable, choices: Choices | null, now: Date): Arranged {
  const fields = fieldsOf(table, choices);
  const isOwn = table.header.every((header) => ownFieldOf(header) !== null);
  const readings = fields.map((field, place) => readColumn(table, place, field, choices));
  const questions = readings.map((reading) => reading?.question ?? null);
  const columns = fields.map((field, place) => ({
    header: table.header[place] ?? "",
    samples: samplesOf(table.rows, place),
    field,
    question: isAskedBefore(questions, place) ? null : (questions[place] ?? null),
  }));
  const lacking = isOwn ? [] : fixedFields.filter((field) => !fields.includes(field));
  const fixed = choices?.fixed ?? {};
  const values = Object.fromEntries(lacking.map((field) => [field, fixed[field] ?? ""]));
  const rows = table.rows.map(({ line }, index) => {
    const row = rowOf(
      fields,
      readings.map((reading) => reading?.cells[index]),
    );
    return { line, ...(isOwn ? row : withFixed(withExtras(row), values)) };
  });
  const isGiven = (field: FixedField) => rows.every(({ cells }) => cellText(cells[field]) !== "");
  const isChosen = lacking.every((field) => field === "game_date" || isGiven(field));
  return {
    rows,
    columns,
    isOwn,
    lacking,
    isDecided: isChosen && fields.every((field) => field !== null) && questions.every((question) => question === null),
  };

  function readColumn(of: RawTable, place: number, field: Column["field"], chosen: Choices | null) {
    if (!field) return null;
    const given = of.rows.map(({ cells }) => cells[place]);
    const reader = readerOf(field);
    const header = of.header[place] ?? "";
    if (reader === null || (ownFieldOf(header) === field && given.every((cell) => isTaken(field, cell))))
      return { cells: given.map((value) => asCell(value)), question: null };
    const { cells, question } = reader(given.map(cellText), {
      answers: { ...sharedAnswers(chosen), ...chosen?.answers[place] },
      decimalCommas: of.separator === ";" || of.separator === "\t",
      counts: countsOfHeader(header),
      today: dateIn(env.SITE_TIMEZONE, now),
      zone: env.SITE_TIMEZONE,
    });
    return {
      cells: cells.map((cell, index): Cell | undefined => {
        if ("problem" in cell) return cell;
        return given[index] === undefined ? undefined : { value: cell.value, note: cell.note, also: cell.also ?? {} };
      }),
      question,
    };
  }
}

/** True for a header that we know, for telling the header's line from titles above it. */
export function isColumnName(header: string): boolean {
  // "playable to +120" is a cell.
  return !/\d/.test(header) && (ownFieldOf(header) !== null || matchColumns([header])[0] !== null);
}

/** The field of a header that names it as we do; null for another program's. */
function ownFieldOf(header: string): ImportField | null {
  const name = fieldOf(header);
  return importFields.find((field) => field === name) ?? null;
}

function sharedAnswers(choices: Choices | null): Record<string, string> {
  const given = Object.values(choices?.answers ?? {}).flatMap((answers) => Object.entries(answers));
  return Object.fromEntries(given.filter(([id]) => sharedQuestions.includes(id)));
}

function isAskedBefore(questions: readonly (Question | null)[], place: number): boolean {
  const id = questions[place]?.id ?? "";
  return sharedQuestions.includes(id) && questions.slice(0, place).some((question) => question?.id === id);
}

/** Chosen ones first, then our own names, then what other programs call them. */
function fieldsOf({ header }: RawTable, choices: Choices | null): Column["field"][] {
  const own = header.map(ownFieldOf);
  if (choices === null && own.every((field) => field !== null)) return own;
  const matched = matchColumns(header);
  return header.map((name, place) => {
    const chosen = choices?.fields[place];
    if (chosen !== undefined) return chosen;
    return matched[place] ?? (isUnused(name) ? "" : null);
  });
}

function isTaken(field: ImportField, cell: unknown): boolean {
  return cell === undefined || taken.shape[field].safeParse(cell).success;
}

function asCell(value: unknown): Cell | undefined {
  return value === undefined ? undefined : { value, note: null, also: {} };
}

function samplesOf(rows: readonly RawRow[], place: number): string[] {
  const samples: string[] = [];
  for (const { cells } of rows) {
    const text = cellText(cells[place]).trim();
    if (text !== "" && !samples.includes(text)) samples.push(text);
    if (samples.length === samplesShown) break;
  }
  return samples;
}

function withExtras(row: Read): Read {
  const extras = extrasOf(cellText(row.cells.pick), (field) => cellText(row.cells[field]) === "");
  const note = describeExtras(extras);
  return { ...row, cells: { ...row.cells, ...extras }, notes: note === "" ? row.notes : [...row.notes, note] };
}

/** Fills the values for all rows into fields that are empty. */
function withFixed(row: Read, values: Readonly<Record<string, string>>): Read {
  const filled = Object.entries(values).filter(([name]) => cellText(row.cells[name]) === "");
  return { ...row, cells: { ...row.cells, ...Object.fromEntries(filled) } };
}

function rowOf(fields: readonly Column["field"][], cells: readonly (Cell | undefined)[]): Read {
  const [values, problems, notes]: [Record<string, unknown>, Record<string, string>, string[]] = [{}, {}, []];
  const also: Record<string, string>[] = [];
  for (const [place, field] of fields.entries()) {
    const cell = cells[place];
    if (!field || cell === undefined) continue;
    if ("problem" in cell) {
      problems[field] = cell.problem;
      continue;
    }
    values[field] = cell.value;
    if (cell.note !== null) notes.push(cell.note);
    also.push(cell.also);
  }
  // A column of its own says more than the time beside a date.
  for (const [name, value] of also.flatMap((fieldsBeside) => Object.entries(fieldsBeside)))
    if ((values[name] ?? "") === "") values[name] = value;
  if (values.game === undefined && values.away && values.home)
    values.game = `${cellText(values.away)} @ ${cellText(values.home)}`;
  return { cells: values, problems, notes };
}
