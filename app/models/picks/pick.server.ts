import { z } from "zod";
import type { Db, PickRow } from "../../db.server.ts";
import { db } from "../../db.server.ts";
import type { RoleAbility } from "../../policy.ts";
import { can } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { calendarDate, decimal, id, isVisible, oneOf, pageNumber, requiredDecimal, textLine, versionNumber } from "../fields.ts";
import type { SignedInActor } from "../operation.server.ts";
import { operation } from "../operation.server.ts";
import { recountDay } from "../record/day-totals.server.ts";
import { joinRound } from "../mail/pick-round.server.ts";
import { historyFilter, readHistory, readRecord, readResolved, withShownDate } from "../record/settled-picks.server.ts";
import { openFilter, readOpenPicks, readVersion } from "./open-picks.server.ts";
import { findPickRow, listFilter, picksIn, readList } from "./pick-list.server.ts";
import type { BetPick, ManagedPick, Stream } from "./pick.ts";
import { managedPickColumns, managerPageSize, marks, outcomeOf, proHistoryFilterSports, sports, tags, withoutVariationSelector } from "./pick.ts";
import { mergePickRow, savePickRow, shownPick } from "./pick-save.server.ts";
import { newSecret } from "../secret.server.ts";
import { idempotencyKey, storeResult, hashOfRequest, findResult } from "../idempotency-key.server.ts";
import { writeAs } from "../sign-in/session.server.ts";

const optionalMark = z.preprocess((value) => (typeof value === "string" ? withoutVariationSelector(value) : value), oneOf(marks, "Choose ✅ or ❌."));

const pickFields = z.object({
  game: textLine(200),
  game_date: calendarDate,
  time: textLine(40),
  pick: textLine(200),
  sport: oneOf(sports, "Choose a sport."),
  tag: oneOf(tags, "Choose a tag."),
  sim_confidence: decimal({ min: 0, max: 100, decimals: 6 }),
  unit_size: requiredDecimal({ min: 0, max: 1000, decimals: 2 }),
  // Nothing to see is no verdict, which would be a loss.
  verdict: textLine(40).transform((text) => (isVisible(text) ? withoutVariationSelector(text).trim() : "")),
  closing_line: textLine(40),
  beat_clv: optionalMark,
  units_result: decimal({ min: -1000, max: 1000, decimals: 6 }),
});
type PickValues = z.output<typeof pickFields>;

export interface PicksManager {
  unresolved: ManagedPick[];
  resolved: ManagedPick[];
  resolvedTotal: number;
  page: number;
  pages: number;
  /** The row that is being edited or deleted. */
  chosen: BetPick | null;
  /** Names the form for a new one: see idempotency-key.server.ts. */
  idempotencyKey: string;
}

/** What can be done with the picks of each stream: see picksOf. */
export const regularPicks = picksOf("regular", sports, { read: "picks.read", manage: "picks.manage" });
export const proPicks = picksOf("pro", proHistoryFilterSports, { read: "propicks.read", manage: "propicks.manage" });

/** What staff see first: the regular picks, or the pro picks for those who may not manage the regular ones. */
export const openDefaultManager = operation("admin.enter", z.object({ page: pageNumber }), async (actor, input) => {
  const stream: Stream = can(actor.person, "picks.manage") ? "regular" : "pro";
  return { stream, ...(await readManager(stream, undefined, input.page)) };
});

/** The operations on one stream's picks. The two streams differ in who may, and in the sports that their history names. */
function picksOf(stream: Stream, named: readonly string[], may: { read: RoleAbility; manage: RoleAbility }) {
  const refused = stream === "pro" ? "You are not authorized to add pro picks." : undefined;
  return {
    listOpenPicks: operation(may.read, openFilter, (actor, filter) => readOpenPicks(actor.person, stream, filter)),
    /** For whoever has the list and asks whether it is still right. */
    findVersion: operation(may.read, z.object({}), async () => ({ version: await readVersion(stream) })),
    listSettledPicks: operation(may.read, historyFilter, (_actor, filter) => readHistory(stream, filter, named)),
    /** The figures of the stats panel and the calibration, for the same filter as the history. */
    findRecord: operation(may.read, historyFilter, (_actor, filter) => readRecord(stream, filter, named)),
    /** Newest first, at most `limit`; `next` is the id to ask `before` for the next page, null at the end. */
    listPicks: operation(may.read, listFilter, (_actor, filter) => readList(picksIn(stream), filter)),
    findPick: operation(may.read, z.object({ id }), async (_actor, input) => shownPick(await findPickRow(db, stream, input.id))),
    openManager: operation(may.manage, z.object({ id: id.optional(), page: pageNumber }), (_actor, input) => readManager(stream, input.id, input.page)),
    /** A pick for each call: a program that sends the same twice wants two. */
    publishPick: operation(may.manage, pickFields, (actor, values) => writeAs(actor, (trx) => publish(trx, stream, actor, values)), refused),
    /** The same for a form, once for each that is sent: members would get a pick twice, by mail too. */
    publishPickOnce: operation(may.manage, pickFields.extend({ idempotency_key: idempotencyKey }), (actor, { idempotency_key, ...values }) => writeAs(actor, (trx) => publishOnce(trx, stream, actor, values, idempotency_key)), refused),
    /** Changes the given fields and leaves the others; refuses with "conflict" when `version` is not the row's any more. */
    savePick: operation(may.manage, pickFields.partial().extend({ id, version: versionNumber }), (actor, { id, version, ...changes }) => savePickRow(stream, actor, id, version, changes), refused),
    /** The same for a form: fields that were left as they were in its `version` stay as they are by now, and "conflict" is for what both changed alone. */
    savePickForm: operation(may.manage, pickFields.partial().extend({ id, version: versionNumber }), (actor, { id, version, ...mine }) => mergePickRow(stream, actor, id, version, mine), refused),
    /** Refuses with "conflict" when `version` is not the row's any more: a loss that a colleague settled meanwhile must not leave the record unseen. */
    deletePick: operation(may.manage, z.object({ id, version: versionNumber }), (actor, input) => remove(stream, actor, input.id, input.version)),
  };
}

async function readManager(stream: Stream, chosenId: number | null | undefined, page: number): Promise<PicksManager> {
  const chosen = chosenId === undefined ? null : shownPick(await findPickRow(db, stream, chosenId));
  const [unresolved, resolved] = await Promise.all([
    db.selectFrom("picks").select(managedPickColumns).where("stream", "=", stream).where("settled", "=", 0)
      .orderBy("game_date", "desc").orderBy("created_at", "desc").orderBy("id", "desc").execute(),
    readResolved(stream, page, managerPageSize),
  ]);
  return { unresolved: unresolved.map(withShownDate), resolved: resolved.picks, resolvedTotal: resolved.total, page: resolved.page, pages: resolved.pages, chosen, idempotencyKey: newSecret() };
}

async function publish(trx: Db, stream: Stream, actor: SignedInActor, values: PickValues): Promise<BetPick> {
  const row = await trx
    .insertInto("picks")
    .values({ ...values, stream, created_at: new Date().toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recountDay(trx, null, row);
  if (outcomeOf(row.verdict) === "open") await joinRound(trx, row);
  await recordAudit(trx, { actorId: actor.person.id, action: "pick.published", subject: "pick", subjectId: row.id, after: row });
  return shownPick(row);
}

async function publishOnce(trx: Db, stream: Stream, actor: SignedInActor, values: PickValues, key: string): Promise<Pick<BetPick, "id" | "game" | "pick">> {
  const sent = hashOfRequest(key, [stream, actor.person.id, values]);
  const before = await findResult(trx, sent);
  const { game, pick } = values;
  if (before !== null) return { id: before, game, pick };
  const { id: made } = await publish(trx, stream, actor, values);
  await storeResult(trx, sent, made);
  return { id: made, game, pick };
}

function remove(stream: Stream, actor: SignedInActor, pickId: number | null, version: number | null): Promise<BetPick> {
  return writeAs(actor, async (trx) => {
    const row = await findPickRow(trx, stream, pickId);
    if (version !== null && version !== row.version) throw staleQuestion(row);
    await trx.deleteFrom("picks").where("id", "=", row.id).execute();
    await recountDay(trx, row, null);
    await recordAudit(trx, { actorId: actor.person.id, action: "pick.deleted", subject: "pick", subjectId: row.id, before: row });
    return shownPick(row);
  });
}

function staleQuestion({ version }: PickRow): Refusal {
  return new Refusal("conflict", "Somebody else changed this pick in the meantime, so it was not deleted. Check it below, then decide.", { saved: { version: String(version) } });
}
