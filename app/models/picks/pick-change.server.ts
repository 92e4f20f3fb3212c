/** The four changes of a pick: it is added, its draft is published, it is changed, it is deleted. */
import type { Db, PickRow } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { hasStarted } from "../bets/started.ts";
import type { Stream } from "../bets/stream.ts";
import { changeTexts } from "../ledger/change-text.ts";
import type { Changes } from "../ledger/ledger-entry.ts";
import type { Caller } from "../operation.server.ts";
import { changedFields } from "../trail/changed-fields.ts";
import { type Consent, checkBet } from "./bet.server.ts";
import { type GradeColumns, gradeColumns } from "./grade-columns.server.ts";
import type { PickValues } from "./pick-input.server.ts";
import { shownPick } from "./pick-list.server.ts";
import { type PickChange, isPublished, tellLedger, tellOfDeletion, tellOthers } from "./pick-listeners.server.ts";
import { type BetPick, consentTo } from "./pick.ts";

export type NewPick = PickValues & { draft: boolean };

export type PickChanges = Partial<PickValues>;

/** `warnings` has a sentence for each unusual thing; it is absent when there is none. */
export type SavedPick = BetPick & { warnings?: string[] };

/** Publishes a pick, or keeps it as a draft. */
export async function addPickRow(
  trx: Db,
  stream: Stream,
  caller: Caller,
  { draft, ...values }: NewPick,
  consent: Consent,
): Promise<SavedPick> {
  if (draft) expectOpen(values);
  const { columns, warnings } = await checkBet(trx, stream, null, values, draft ? null : consent);
  const now = new Date().toISOString();
  const after = await trx
    .insertInto("picks")
    .values({
      ...values,
      ...columns,
      stream,
      graded_by: values.verdict === "" ? "" : "hand",
      created_at: now,
      published_at: draft ? null : now,
      key_id: caller.key?.id ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return withWarnings(await sealWritten(trx, { caller, before: null, after, reason: "" }, after), warnings);
}

/** Publishes a draft. Asks about everything unusual about it, because nothing was asked while it was a draft. */
export async function publishDraftRow(trx: Db, caller: Caller, draft: PickRow, consent: Consent): Promise<SavedPick> {
  const { columns, warnings } = await checkBet(trx, draft.stream, draft, {}, consent);
  const now = new Date().toISOString();
  const after = await trx
    .updateTable("picks")
    .set({ ...columns, created_at: now, published_at: now, version: draft.version + 1 })
    .where("id", "=", draft.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return withWarnings(await sealWritten(trx, { caller, before: draft, after, reason: "" }, after), warnings);
}

/**
 * The ledger entry of a new pick needs the pick's id. So the row is written first, and then takes the values of its
 * entry.
 */
async function sealWritten(trx: Db, change: PickChange, written: PickRow): Promise<PickRow> {
  const { columns } = await tellLedger(trx, change);
  const row =
    changedFields(written, columns).length === 0
      ? written
      : await trx
          .updateTable("picks")
          .set(columns)
          .where("id", "=", written.id)
          .returningAll()
          .executeTakeFirstOrThrow();
  await tellOthers(trx, { ...change, after: row });
  return row;
}

/** A correction by somebody who first sees what everybody will see. */
export interface ConfirmedCorrection {
  /** Public for ever; '' when the change only fills in unknown values. */
  reason: string;
  /** See consentTo. */
  consent: string | true;
}

interface ChangeOptions extends Partial<ConfirmedCorrection> {
  /** Absent = a new verdict was set by hand. */
  grade?: GradeColumns;
}

/**
 * Changes the given fields of a pick or draft. A correction of known values needs a reason: see sealPickChange. Without
 * a `consent`, nobody is asked.
 */
export async function changePickRow(
  trx: Db,
  caller: Caller,
  before: PickRow,
  changes: PickChanges,
  consent: Consent,
  { grade, reason = "", consent: seen = true }: ChangeOptions = {},
): Promise<SavedPick> {
  const isDraft = !isPublished(before);
  if (!isDraft) expectOpenWhy(before, changes);
  if (isDraft && changes.verdict !== before.verdict) expectOpen(changes);
  const { columns, warnings } = await checkBet(trx, before.stream, before, changes, isDraft ? null : consent);
  const bet = { ...changes, ...columns };
  const values = { ...bet, ...gradeColumns(before, { ...before, ...bet }, grade), version: before.version + 1 };
  // Writes the row last: a job goes on after a refusal, so nothing of a refused change may be written.
  const sealed = await tellLedger(trx, { before, after: { ...before, ...values }, reason });
  expectSeen(sealed.corrected, warnings, { reason, consent: seen });
  const row = await trx
    .updateTable("picks")
    .set({ ...values, ...sealed.columns, ...(sealed.isOther ? { corrected_after_start: 1 as const } : {}) })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await tellOthers(trx, { caller, before, after: row, reason: sealed.corrected === null ? "" : reason, grade });
  return withWarnings(row, warnings);
}

/** Deletes a pick, or discards a draft. The reason is for the trail. */
export async function deletePickRow(trx: Db, caller: Caller, row: PickRow, reason = ""): Promise<BetPick> {
  const change = { caller, before: row, after: null, reason };
  await tellLedger(trx, change);
  await tellOfDeletion(trx, row);
  await trx.deleteFrom("picks").where("id", "=", row.id).execute();
  await tellOthers(trx, change);
  return shownPick(row);
}

/**
 * Refuses with "unconfirmed" until somebody has read the public text of the correction and the warnings about the pick.
 */
function expectSeen(
  corrected: Changes | null,
  warnings: readonly string[],
  { reason, consent }: ConfirmedCorrection,
): void {
  if (corrected === null || consent === true) return;
  const shown = [
    ...changeTexts(corrected, env.SITE_TIMEZONE),
    ...(reason === "" ? [] : [`Reason: ${reason}`]),
    "It is listed for ever, and changes nothing but the grade.",
    ...warnings,
  ];
  if (consent !== consentTo(shown)) throw new Refusal("unconfirmed", "Everybody will see:", { warnings: shown });
}

/** Nobody explains a pick with what its game showed. */
function expectOpenWhy(before: PickRow, { why = before.why }: PickChanges): void {
  if (why === before.why) return;
  if (before.verdict !== "" || hasStarted(before, new Date(), env.SITE_TIMEZONE))
    throw Refusal.at("why", "invalid", "The game has started, so this text stays as it is.");
}

function expectOpen({ verdict = "" }: PickChanges): void {
  if (verdict !== "") throw Refusal.at("verdict", "invalid", "A draft has no verdict. Publish it first.");
}

function withWarnings(row: PickRow, warnings: string[]): SavedPick {
  return warnings.length === 0 ? shownPick(row) : { ...shownPick(row), warnings };
}
