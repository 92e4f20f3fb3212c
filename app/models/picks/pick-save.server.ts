import type { Db, PickRow } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { authorOf, recordAudit } from "../trail/audit.server.ts";
import { changedFields } from "../trail/changed-fields.ts";
import type { Caller, SignedInActor } from "../operation.server.ts";
import type { KeptChange } from "../merge/kept-changes.ts";
import { updateDayTotals } from "../history/day-totals.server.ts";
import type { Consent } from "./bet.server.ts";
import { checkBet, withClosingMark } from "./bet.server.ts";
import type { GradeColumns } from "./grade-columns.server.ts";
import { gradeColumns } from "./grade-columns.server.ts";
import type { PickValues } from "./pick-input.server.ts";
import { findManagedRow, findSeenRow, shownPick } from "./pick-list.server.ts";
import type { BetPick } from "./pick.ts";
import type { Stream } from "../bets/stream.ts";
import type { PickAccess } from "./pick-access.server.ts";
import { outcomeOf } from "../bets/outcome.ts";
import { textsOfPick } from "./pick-texts.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { sealChange, sealWithdrawn } from "../ledger/chain/seal-pick.server.ts";
import type { ConfirmedCorrection } from "./correct-pick.server.ts";
import { expectSeen } from "./correct-pick.server.ts";
import { mergeWithSaved } from "../merge/merge.server.ts";

export type PickChanges = Partial<PickValues>;

/** With a sentence for each thing that is unusual; absent when there is none. */
export type SavedPick = BetPick & { warnings?: string[] };

interface MergedPick {
  pick: BetPick;
  kept: readonly KeptChange[];
}

// These belong together: a verdict must not be saved with a colleague's stake or result.
const resultFields = ["verdict", "unit_size", "odds", "units_result"] as const;

/** Saves the given fields of a pick or draft that the caller sees; refuses with "conflict" when `version` is stale. */
export function savePickRow(
  stream: Stream,
  caller: Caller,
  access: PickAccess,
  { id, version }: { id: number | null; version: number | null },
  changes: PickChanges,
  consent: Consent,
  reason: string,
): Promise<SavedPick> {
  return writeAs(caller, async (trx) => {
    const before = await findSeenRow(trx, stream, access, id);
    if (isSame(before, changes)) return shownPick(before);
    if (isStale(version, before)) throw staleSave(before);
    return changePickRow(trx, caller, before, changes, consent, { reason });
  });
}

/**
 * For a form, which sends all fields: fields that it left as they were in its `version` keep their current values. With a
 * `correction`, its consent is asked for instead of the other.
 */
export function mergePickRow(
  stream: Stream,
  actor: SignedInActor,
  pickId: number | null,
  version: number | null,
  submitted: PickChanges,
  consent: Consent,
  correction?: ConfirmedCorrection,
): Promise<MergedPick> {
  const change = (trx: Db, saved: PickRow, changes: PickChanges) =>
    changePickRow(trx, actor, saved, changes, consent, correction);
  return writeAs(actor, async (trx) => {
    const saved = await findManagedRow(trx, stream, pickId);
    if (isSame(saved, submitted)) return { pick: shownPick(saved), kept: [] };
    if (version === null || !isStale(version, saved)) return { pick: await change(trx, saved, submitted), kept: [] };
    const target = { subject: "pick", id: saved.id } as const;
    const { changes, kept } = await mergeWithSaved(trx, {
      target,
      about: "this pick",
      version,
      submitted,
      saved: { ...saved },
      together: resultFields,
      texts: textsOfPick(shownPick(saved), env.SITE_TIMEZONE),
    });
    if (isSame(saved, changes)) return { pick: shownPick(saved), kept };
    return { pick: await change(trx, saved, changes), kept };
  });
}

/** Deletes a pick, or discards a draft. The reason is for the trail. */
export async function deletePickRow(trx: Db, caller: Caller, row: PickRow, reason = ""): Promise<BetPick> {
  await trx.deleteFrom("picks").where("id", "=", row.id).execute();
  await updateDayTotals(trx, row, null);
  if (row.published_at !== null) await sealWithdrawn(trx, row);
  await recordAudit(trx, {
    ...authorOf(caller),
    action: row.published_at === null ? "pick.draft_discarded" : "pick.deleted",
    subject: "pick",
    subjectId: row.id,
    before: withReason(row, reason),
  });
  return shownPick(row);
}

export function withWarnings(row: PickRow, warnings: string[]): SavedPick {
  return warnings.length === 0 ? shownPick(row) : { ...shownPick(row), warnings };
}

interface ChangeOptions {
  /** Without it, a verdict was set by hand. */
  grade?: GradeColumns;
  /** Public; needed to correct what was known: see sealChange. */
  reason?: string;
  /** What somebody has read of what everybody will see; true = nobody is asked. */
  consent?: string | true;
}

/** Changes the given fields of a pick or draft. */
export async function changePickRow(
  trx: Db,
  caller: Caller,
  before: PickRow,
  changes: PickChanges,
  consent: Consent,
  { grade, reason = "", consent: seen = true }: ChangeOptions = {},
): Promise<SavedPick> {
  const isDraft = before.published_at === null;
  if (isDraft && changes.verdict !== before.verdict) expectOpen(changes);
  const { columns, warnings } = await checkBet(trx, before.stream, before, changes, isDraft ? null : consent);
  const bet = { ...changes, ...columns };
  const values = { ...bet, ...gradeColumns(before, { ...before, ...bet }, grade), version: before.version + 1 };
  // Before the row: a job goes on after a refusal, so that nothing of a refused change may be written.
  const sealed = isDraft ? null : await sealChange(trx, before, { ...before, ...values }, reason);
  const corrected = sealed?.corrected ?? null;
  expectSeen(corrected, warnings, { reason, consent: seen });
  const row = await trx
    .updateTable("picks")
    .set({ ...values, ...sealed?.columns, ...(sealed?.isOther ? { corrected_after_start: 1 as const } : {}) })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await updateDayTotals(trx, before, row);
  const publicReason = corrected === null ? "" : reason;
  await recordAudit(trx, {
    ...authorOf(caller),
    action: auditAction(before, row, publicReason, grade),
    subject: "pick",
    subjectId: row.id,
    before,
    after: withReason(row, publicReason),
  });
  return withWarnings(row, warnings);
}

export function expectOpen({ verdict = "" }: PickChanges): void {
  if (verdict !== "") throw Refusal.at("verdict", "invalid", "A draft has no verdict. Publish it first.");
}

function withReason(row: PickRow, reason: string): PickRow & { reason?: string } {
  return reason === "" ? row : { ...row, reason };
}

function isSame(saved: PickRow, given: PickChanges): boolean {
  return changedFields(saved, withClosingMark(saved, given)).length === 0;
}

export function isStale(version: number | null, row: PickRow): boolean {
  return version !== null && version !== row.version;
}

function staleSave(row: PickRow): Refusal {
  return new Refusal(
    "conflict",
    "Somebody else changed this pick while you were editing it. Compare, then save again to keep your version.",
    { saved: textsOfPick(shownPick(row), env.SITE_TIMEZONE) },
  );
}

function auditAction(before: PickRow, after: PickRow, reason: string, grade: GradeColumns | undefined): string {
  if (after.published_at === null) return "pick.draft_changed";
  const [outcomeBefore, outcomeAfter] = [outcomeOf(before.verdict), outcomeOf(after.verdict)];
  if (reason !== "" && outcomeAfter !== "open") return grade ? "pick.graded_anew" : "pick.corrected";
  if (outcomeBefore === outcomeAfter) return reason === "" ? "pick.changed" : "pick.corrected";
  return outcomeAfter === "open" ? "pick.reopened" : "pick.settled";
}
