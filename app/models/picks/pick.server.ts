import { z } from "zod";
import type { Db, PickRow } from "../../db.server.ts";
import { db } from "../../db.server.ts";
import type { RoleAbility } from "../../policy.ts";
import { can } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import {
  calendarDate,
  decimal,
  id,
  isVisible,
  oneOf,
  pageNumber,
  requiredDecimal,
  textLine,
  versionNumber,
} from "../fields.ts";
import type { SignedInActor } from "../operation.server.ts";
import { operation } from "../operation.server.ts";
import { updateDayTotals } from "../record/day-totals.server.ts";
import { joinRound } from "../mail/pick-round.server.ts";
import { historyFilter, readHistory, readRecord, readResolved, withShownDate } from "../record/settled-picks.server.ts";
import { openFilter, readOpenPicks, readVersion } from "./open-picks.server.ts";
import { findPickRow, listFilter, picksIn, readList } from "./pick-list.server.ts";
import type { BetPick, ManagedPick, Stream } from "./pick.ts";
import {
  managedPickColumns,
  managerPageSize,
  marks,
  outcomeOf,
  proHistoryFilterSports,
  sports,
  tags,
  withoutVariationSelector,
} from "./pick.ts";
import { mergePickRow, savePickRow, shownPick } from "./pick-save.server.ts";
import { newSecret } from "../secret.server.ts";
import { idempotencyKey, storeResult, hashOfRequest, findResult } from "../idempotency-key.server.ts";
import { writeAs } from "../sign-in/access.server.ts";

const optionalMark = z.preprocess(
  (value) => (typeof value === "string" ? withoutVariationSelector(value) : value),
  oneOf(marks, "Choose ✅ or ❌."),
);

const pickFields = z.object({
  game: textLine(200),
  game_date: calendarDate,
  time: textLine(40),
  pick: textLine(200),
  sport: oneOf(sports, "Choose a sport."),
  tag: oneOf(tags, "Choose a tag."),
  sim_confidence: decimal({ min: 0, max: 100, decimals: 6 }),
  unit_size: requiredDecimal({ min: 0, max: 1000, decimals: 2 }),
  // A verdict of invisible characters counts as empty, not as a loss.
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
  chosen: BetPick | null;
  idempotencyKey: string;
}

export const regularPicks = operationsFor("regular", sports, { read: "picks.read", manage: "picks.manage" });
export const proPicks = operationsFor("pro", proHistoryFilterSports, {
  read: "propicks.read",
  manage: "propicks.manage",
});

export const openDefaultManager = operation("admin.enter", z.object({ page: pageNumber }), async (actor, input) => {
  const stream: Stream = can(actor.person, "picks.manage") ? "regular" : "pro";
  return { stream, ...(await readManager(stream, undefined, input.page)) };
});

/** The two streams differ in their abilities and in the sports that their history filter names. */
function operationsFor(
  stream: Stream,
  namedSports: readonly string[],
  abilities: { read: RoleAbility; manage: RoleAbility },
) {
  const refusalMessage = stream === "pro" ? "You are not authorized to add pro picks." : undefined;
  return {
    listOpenPicks: operation(abilities.read, openFilter, (actor, filter) =>
      readOpenPicks(actor.person, stream, filter),
    ),
    findVersion: operation(abilities.read, z.object({}), async () => ({ version: await readVersion(stream) })),
    listSettledPicks: operation(abilities.read, historyFilter, (_actor, filter) =>
      readHistory(stream, filter, namedSports),
    ),
    findRecord: operation(abilities.read, historyFilter, (_actor, filter) => readRecord(stream, filter, namedSports)),
    listPicks: operation(abilities.read, listFilter, (_actor, filter) => readList(picksIn(stream), filter)),
    findPick: operation(abilities.read, z.object({ id }), async (_actor, input) =>
      shownPick(await findPickRow(db, stream, input.id)),
    ),
    openManager: operation(abilities.manage, z.object({ id: id.optional(), page: pageNumber }), (_actor, input) =>
      readManager(stream, input.id, input.page),
    ),
    /** For the API. Not idempotent: two equal calls publish two picks. */
    publishPick: operation(
      abilities.manage,
      pickFields,
      (actor, values) => writeAs(actor, (trx) => publish(trx, stream, actor, values)),
      refusalMessage,
    ),
    /** For the form. Idempotent, so that a double submit doesn't publish and mail the pick twice. */
    publishPickOnce: operation(
      abilities.manage,
      pickFields.extend({ idempotency_key: idempotencyKey }),
      (actor, { idempotency_key, ...values }) =>
        writeAs(actor, (trx) => publishOnce(trx, stream, actor, values, idempotency_key)),
      refusalMessage,
    ),
    savePick: operation(
      abilities.manage,
      pickFields.partial().extend({ id, version: versionNumber }),
      (actor, { id, version, ...changes }) => savePickRow(stream, actor, id, version, changes),
      refusalMessage,
    ),
    /** For the form: merges with a colleague's changes; refuses with "conflict" only for fields that both changed. */
    savePickForm: operation(
      abilities.manage,
      pickFields.partial().extend({ id, version: versionNumber }),
      (actor, { id, version, ...submitted }) => mergePickRow(stream, actor, id, version, submitted),
      refusalMessage,
    ),
    /** Refuses with "conflict" when `version` is stale: a loss that a colleague just settled must not vanish. */
    deletePick: operation(abilities.manage, z.object({ id, version: versionNumber }), (actor, input) =>
      remove(stream, actor, input.id, input.version),
    ),
  };
}

async function readManager(stream: Stream, chosenId: number | null | undefined, page: number): Promise<PicksManager> {
  const chosen = chosenId === undefined ? null : shownPick(await findPickRow(db, stream, chosenId));
  const [unresolved, resolved] = await Promise.all([
    db
      .selectFrom("picks")
      .select(managedPickColumns)
      .where("stream", "=", stream)
      .where("settled", "=", 0)
      .orderBy("game_date", "desc")
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .execute(),
    readResolved(stream, page, managerPageSize),
  ]);
  return {
    unresolved: unresolved.map(withShownDate),
    resolved: resolved.picks,
    resolvedTotal: resolved.total,
    page: resolved.page,
    pages: resolved.pages,
    chosen,
    idempotencyKey: newSecret(),
  };
}

async function publish(trx: Db, stream: Stream, actor: SignedInActor, values: PickValues): Promise<BetPick> {
  const row = await trx
    .insertInto("picks")
    .values({ ...values, stream, created_at: new Date().toISOString() })
    .returningAll()
    .executeTakeFirstOrThrow();
  await updateDayTotals(trx, null, row);
  if (outcomeOf(row.verdict) === "open") await joinRound(trx, row);
  await recordAudit(trx, {
    actorId: actor.person.id,
    action: "pick.published",
    subject: "pick",
    subjectId: row.id,
    after: row,
  });
  return shownPick(row);
}

async function publishOnce(
  trx: Db,
  stream: Stream,
  actor: SignedInActor,
  values: PickValues,
  key: string,
): Promise<Pick<BetPick, "id" | "game" | "pick">> {
  const request = hashOfRequest(key, [stream, actor.person.id, values]);
  const existingId = await findResult(trx, request);
  const { game, pick } = values;
  if (existingId !== null) return { id: existingId, game, pick };
  const { id } = await publish(trx, stream, actor, values);
  await storeResult(trx, request, id);
  return { id, game, pick };
}

function remove(stream: Stream, actor: SignedInActor, pickId: number | null, version: number | null): Promise<BetPick> {
  return writeAs(actor, async (trx) => {
    const row = await findPickRow(trx, stream, pickId);
    if (version !== null && version !== row.version) throw staleDelete(row);
    await trx.deleteFrom("picks").where("id", "=", row.id).execute();
    await updateDayTotals(trx, row, null);
    await recordAudit(trx, {
      actorId: actor.person.id,
      action: "pick.deleted",
      subject: "pick",
      subjectId: row.id,
      before: row,
    });
    return shownPick(row);
  });
}

function staleDelete({ version }: PickRow): Refusal {
  return new Refusal(
    "conflict",
    "Somebody else changed this pick in the meantime, so it was not deleted. Check it below, then decide.",
    { saved: { version: String(version) } },
  );
}
