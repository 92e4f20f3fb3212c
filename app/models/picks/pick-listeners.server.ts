/**
 * Lists what listens to a change of a pick: the ledger, the totals of the history, the news and the trail. All of it is part of
 * the transaction that makes the change, so a change that fails leaves nothing behind.
 */
import type { Db, PickRow } from "../../db.server.ts";
import { queueEvent } from "../alerts/channel-rows.server.ts";
import type { EventType } from "../alerts/operator-channel.ts";
import { outcomeOf } from "../bets/outcome.ts";
import { countCorrection } from "../history/corrections.server.ts";
import { updateDayTotals } from "../history/day-totals.server.ts";
import { type Sealed, sealPickChange } from "../ledger/chain/seal-pick.server.ts";
import type { Caller } from "../operation.server.ts";
import { changedFields } from "../trail/changed-fields.ts";
import { shownPick } from "./pick-list.server.ts";
import { authorOf, recordAudit } from "../trail/audit.server.ts";
import type { GradeColumns } from "./grade-columns.server.ts";
import { queuePickChange } from "../news/pick-change-news.server.ts";
import { joinResults, joinRound } from "../news/pick-round.server.ts";

export interface PickChange {
  caller: Caller;
  /** Null: the pick is new. */
  before: PickRow | null;
  /** Null: the pick is deleted. */
  after: PickRow | null;
  /** The reason for the change; '' = none given. */
  reason: string;
  /** The columns that a result set on the pick. */
  grade?: GradeColumns | undefined;
}

type PickListener = (trx: Db, change: PickChange) => Promise<void>;

/** The ledger listens first: it can refuse the change, and the row must say what its entry says. */
export function tellLedger(trx: Db, change: Pick<PickChange, "before" | "after" | "reason">): Promise<Sealed> {
  return sealPickChange(trx, change);
}

/** The others listen once the row has its final values, in this order. */
const listeners: readonly PickListener[] = [updateHistory, queueNews, tellPrograms, recordInTrail];

export async function tellOthers(trx: Db, change: PickChange): Promise<void> {
  for (const listener of listeners) await listener(trx, change);
}

async function updateHistory(trx: Db, { before, after }: PickChange): Promise<void> {
  await updateDayTotals(trx, before, after);
  await countCorrection(trx, before, after);
}

/** Tells those with the pick on their card before its row is deleted: it leaves their cards with the row. */
export async function tellOfDeletion(trx: Db, before: PickRow): Promise<void> {
  await queuePickChange(trx, before, null, new Date());
}

/** An open pick that is published now joins the next round of new picks, and a settled one that of results. */
async function queueNews(trx: Db, { before, after }: PickChange): Promise<void> {
  if (after === null || !isPublished(after)) return;
  if (before === null || !isPublished(before)) {
    if (after.settled === 0) await joinRound(trx, after);
    return;
  }
  if (before.settled === 0 && after.settled === 1) await joinResults(trx, after, new Date());
  await queuePickChange(trx, before, after, new Date());
}

/** The operator's webhooks. A pick that is published with its verdict, as in an import of old ones, is no news. */
async function tellPrograms(trx: Db, { before, after }: PickChange): Promise<void> {
  const row = after ?? before;
  const type = eventOf(before, after);
  if (row === null || type === null) return;
  const changed =
    type === "pick.changed" && before !== null && after !== null
      ? changedFields(shownPick(before), shownPick(after)).filter((field) => field !== "version")
      : [];
  if (type === "pick.changed" && changed.length === 0) return;
  const data = { stream: row.stream, ...shownPick(row), ...(changed.length === 0 ? {} : { changed }) };
  await queueEvent(trx, type, row.stream, data, { now: new Date() });
}

function eventOf(before: PickRow | null, after: PickRow | null): EventType | null {
  if (after === null) return isPublished(before) ? "pick.withdrawn" : null;
  if (!isPublished(after)) return null;
  if (before === null || !isPublished(before)) return after.settled === 0 ? "pick.published" : null;
  return after.verdict !== "" && after.verdict !== before.verdict ? "pick.settled" : "pick.changed";
}

async function recordInTrail(trx: Db, change: PickChange): Promise<void> {
  const { caller, before, after, reason } = change;
  await recordAudit(trx, {
    ...authorOf(caller),
    action: actionOf(change),
    subject: "pick",
    subjectId: (after ?? before)?.id ?? null,
    ...(before && { before: after === null ? withReason(before, reason) : before }),
    ...(after && { after: withReason(after, reason) }),
  });
}

function actionOf({ before, after, reason, grade }: PickChange): string {
  if (after === null) return isPublished(before) ? "pick.deleted" : "pick.draft_discarded";
  if (!isPublished(after)) return before === null ? "pick.drafted" : "pick.draft_changed";
  if (before === null || !isPublished(before)) return "pick.published";
  const [outcomeBefore, outcomeAfter] = [outcomeOf(before.verdict), outcomeOf(after.verdict)];
  if (reason !== "" && outcomeAfter !== "open") return grade ? "pick.graded_anew" : "pick.corrected";
  if (outcomeBefore === outcomeAfter) return reason === "" ? "pick.changed" : "pick.corrected";
  return outcomeAfter === "open" ? "pick.reopened" : "pick.settled";
}

export function isPublished(row: PickRow | null): boolean {
  return row !== null && row.published_at !== null;
}

function withReason(row: PickRow, reason: string): PickRow & { reason?: string } {
  return reason === "" ? row : { ...row, reason };
}
