import type { Db, PickRow } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { z } from "zod";
import { oneOf } from "../fields.ts";
import { derivedFields } from "../bets/bet-fields.ts";
import { type Caller, fieldErrors } from "../operation.server.ts";
import { withClosingMark, typedFieldsOf } from "../picks/bet.server.ts";
import { asDraft, publicReason } from "../picks/pick-input.server.ts";
import { writtenFields } from "../picks/written-pick.server.ts";
import { type PickChanges, type SavedPick, addPickRow, changePickRow } from "../picks/pick-change.server.ts";
import { shownPick } from "../picks/pick-list.server.ts";
import { textsOfPick } from "../picks/pick-texts.ts";
import type { BetPick } from "../picks/pick.ts";
import type { Stream } from "../bets/stream.ts";
import { isDraft, sees, pickAccessOf } from "../picks/pick-access.server.ts";
import { changedFields } from "../trail/changed-fields.ts";
import { type ImportRow, maxImportRows } from "../../csv/table-text.ts";
import type { ImportedRow } from "./import.ts";

const newPick = writtenFields.extend({ draft: asDraft });
/** The fields that a row may have. A missing field keeps its value. */
export const importedPick = newPick.partial();
type Cells = Readonly<Record<string, unknown>>;
type Values = z.output<typeof importedPick>;

const flag = oneOf(["", "0", "1"], "Must be 0 or 1.");
export const importFlags = z.object({
  reason: publicReason,
  dry_run: flag.meta({ description: "1: nothing is written." }),
  confirm: flag.meta({ description: "0: rows with warnings are refused with 409." }),
});
/** Describes the body of the API's import. */
export const importBody = importFlags.extend({ rows: z.array(importedPick).min(1).max(maxImportRows) });

export type Outcome = Omit<ImportedRow, "index">;

/** A row of a table. */
export interface Given extends ImportRow {
  /** Why cells could not be read, by field: the row is refused. */
  problems?: Readonly<Record<string, string>>;
}

/** The import of one table, in the transaction that writes it. */
export interface Import {
  trx: Db;
  stream: Stream;
  caller: Caller;
  /** The reason for all corrections: see sealPickChange. */
  reason: string;
  /** The ids of the picks that earlier rows found or added. */
  seen: Set<number>;
  /** The picks that the rows found, with their versions; the digest of a preview covers them. */
  found: string[];
}

/** Adds the pick, changes it or leaves it; a refused row writes nothing. Refuses with "busy" the whole import. */
export async function importRow(table: Import, { cells, problems = {} }: Given): Promise<Outcome> {
  if (Object.keys(problems).length > 0) return failed(problems);
  try {
    const nested = nestedCells(cells);
    if (nested !== null) return failed(nested);
    const given = importedPick.safeParse(cells);
    if (!given.success) return failed(fieldErrors(given.error));
    // Refuses a row that asks for more than a draft when the key may only draft.
    isDraft(table.caller, table.stream, given.data.draft);
    const before = await findSame(table, given.data, cells);
    const outcome = await (before ? change(table, before, given.data, cells) : add(table, cells));
    if (outcome.id !== null) table.seen.add(outcome.id);
    return outcome;
  } catch (error) {
    // After a "busy" of the database, no other row can be written in this transaction.
    if (error instanceof Refusal && error.reason !== "busy") return failed(error.fields ?? { pick: error.message });
    throw error;
  }
}

/**
 * Gives an error for each cell with a list or an object, which JSON can have and no field takes; null when there is
 * none.
 */
function nestedCells(cells: Cells): Record<string, string> | null {
  const names = Object.keys(cells).filter((name) => typeof cells[name] === "object" && cells[name] !== null);
  return names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, "Must be a text or a number."]));
}

function failed(fields: Readonly<Record<string, string>>): Outcome {
  return { status: "failed", id: null, fields };
}

async function add({ trx, stream, caller }: Import, cells: Cells): Promise<Outcome> {
  const values = newPick.safeParse(cells);
  if (!values.success) return failed(fieldErrors(values.error));
  const draft = isDraft(caller, stream, values.data.draft);
  const added = await addPickRow(trx, stream, caller, { ...values.data, draft }, true);
  return { status: "created", id: added.id, ...withWarnings(added.warnings) };
}

async function change(
  table: Import,
  before: PickRow,
  { draft: _draft, ...given }: Values,
  cells: Cells,
): Promise<Outcome> {
  const { trx, stream, caller, reason, seen, found } = table;
  if (seen.has(before.id)) return failed({ pick: "The same pick is in a row above." });
  const isSeen = sees(pickAccessOf(caller, stream), before);
  const isOwn = caller.key !== null && before.key_id === caller.key.id;
  // The answer says nothing about the values of a pick that the caller may not see.
  if (!isSeen && !isOwn) return failed({ pick: "Another pick has this name already." });
  found.push([before.id, before.version, before.published_at].join(" "));
  const changes = changesIn(before, given, cells);
  if (isSame(before, changes, cells)) return { status: "unchanged", id: before.id };
  if (!isSeen) return failed({ pick: "It is published already, so this key can't change it." });
  const { warnings, ...after } = await changePickRow(trx, caller, withGiven(before, cells), changes, true, { reason });
  return { status: "changed", id: before.id, fields: differences(shownPick(before), after), ...withWarnings(warnings) };
}

/**
 * Ignores an empty cell of a field that nobody typed, so that its value is still read from the texts: importing the
 * same table twice changes nothing.
 */
function changesIn(before: PickRow, given: PickChanges, cells: Cells): PickChanges {
  const typed = typedFieldsOf(before);
  const isLeft = (name: string) => isDerived(name) && !typed.includes(name) && isEmpty(cells[name]);
  return Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== undefined && !isLeft(name)));
}

/** Compares the computed closing mark, not the mark in the file: a file that contradicts it changes nothing. */
function isSame(before: PickRow, changes: PickChanges, cells: Cells): boolean {
  return changedFields(before, withClosingMark(withGiven(before, cells), changes)).length === 0;
}

/**
 * Marks filled cells as typed, even if they equal the stored values: a change of another cell must not read them again.
 */
function withGiven(before: PickRow, cells: Cells): PickRow {
  const given = derivedFields.filter((name) => name in cells && !isEmpty(cells[name]));
  return { ...before, typed_fields: JSON.stringify([...new Set([...typedFieldsOf(before), ...given])]) };
}

function isDerived(name: string): boolean {
  return derivedFields.some((field) => field === name);
}

/** Lists the new values by field, also of fields that were read or computed again. */
function differences(before: BetPick, after: BetPick): Record<string, string> {
  const [was, is] = [textsOfPick(before, env.SITE_TIMEZONE), textsOfPick(after, env.SITE_TIMEZONE)];
  return Object.fromEntries(Object.entries(is).filter(([name, text]) => name !== "version" && text !== was[name]));
}

function isEmpty(cell: unknown): boolean {
  return cell === null || (typeof cell === "string" && cell.trim() === "");
}

/**
 * Finds the pick by its external ID, else by date, game and pick. Refuses with "conflict" when two could be meant and
 * neither equals the row.
 */
async function findSame({ trx, stream }: Import, given: Values, cells: Cells): Promise<PickRow | null> {
  const { external_id = null, game_date = "", game = "", pick = "" } = given;
  const picks = trx.selectFrom("picks").selectAll().where("stream", "=", stream);
  if (external_id !== null) {
    const named = await picks.where("external_id", "=", external_id).executeTakeFirst();
    if (named) return named;
  }
  const same = picks.where("game_date", "=", game_date).where("game", "=", game).where("pick", "=", pick);
  // Makes one index look-up for each state of `settled`.
  const found = await same
    .where("settled", "is", null)
    .unionAll(same.where("settled", "=", 0))
    .unionAll(same.where("settled", "=", 1))
    .execute();
  const unnamed = external_id === null ? found : found.filter((row) => row.external_id === null);
  if (unnamed.length <= 1) return unnamed[0] ?? null;
  const { draft: _draft, ...values } = given;
  const [equal, ...others] = unnamed.filter((row) => isSame(row, changesIn(row, values, cells), cells));
  if (equal && others.length === 0) return equal;
  throw new Refusal("conflict", "Two picks have this game, pick and date. Give each an external_id.");
}

function withWarnings(warnings: SavedPick["warnings"] = []): Pick<Outcome, "warnings"> {
  return warnings.length === 0 ? {} : { warnings };
}
