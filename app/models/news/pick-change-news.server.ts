import type { Db, PickRow } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { channelsFor } from "../alerts/channel-rows.server.ts";
import { queueNews, readItem } from "../outbox/outbox.server.ts";
import { queueForMembers } from "../alerts/queue-members.server.ts";
import { hasStarted, startOf } from "../bets/started.ts";
import { holdersOf } from "./holders.server.ts";
import { type Told, betChanges, changedIn, textOfTold, toldOf } from "./pick-changes.ts";

const zone = env.SITE_TIMEZONE;

/** They are all told in the transaction of the change, so smaller batches would only be more statements. */
export const holdersAtOnce = 500;

/**
 * Tells those with the pick on their card, and the operator's channels, what changed before its start. `after` is null for a withdrawn pick: call it before the
 * row is deleted, because it leaves all cards with its row.
 */
export async function queuePickChange(trx: Db, before: PickRow, after: PickRow | null, now: Date): Promise<void> {
  const stands = [before, after ?? before].every(
    (row) => row.published_at !== null && row.settled === 0 && !hasStarted(row, now, zone),
  );
  if (!stands) return;
  const change = after === null ? null : await changeOf(trx, before, after);
  if (after !== null && change === null) return;
  const shown = after ?? before;
  const start = startOf(shown, zone);
  const item = {
    kind: "pick-changed" as const,
    pick: shown.id,
    title: shown.pick || shown.game,
    stream: shown.stream,
    withdrawn: after === null,
    changes: [],
    ...change,
    start,
  };
  // A deletion leaves the version as it was.
  const cause = `change ${shown.id} ${after === null ? "withdrawn" : after.version}`;
  const times = start === null ? {} : { expiresAt: start };
  await queueNews(trx, await channelsFor(trx, "pick-changed", shown.stream), item, cause, now, times);
  for (let last: number | null = 0; last !== null;) {
    const batch = await holdersOf(trx, { id: shown.id, start }, "pick-changed", last, now, holdersAtOnce);
    await queueForMembers(trx, batch.readers, item, cause, now, times);
    last = batch.last;
  }
}

/**
 * Null: nothing changed that somebody bets on. Earlier changes that still wait are not sent any more, so this one tells
 * what they would have.
 */
async function changeOf(trx: Db, before: PickRow, after: PickRow) {
  const [told, is] = [toldOf(before), toldOf(after)];
  if (betChanges(told, is, zone).length === 0) return null;
  const was = { ...changedIn(told, is), ...changedIn(await findUntold(trx, before.id), is) };
  return { was, is: textOfTold(is), changes: betChanges({ ...told, ...was }, is, zone) };
}

/** What was before the changes of the pick that still wait for somebody: the last one of them tells it all. */
async function findUntold(trx: Db, pickId: number): Promise<Told> {
  const row = await trx
    .selectFrom("outbox")
    .select(["kind", "params"])
    .where("finished_at", "is", null)
    .where("state", "in", ["waiting", "handed-over"])
    .where("kind", "=", "pick-changed")
    .where("cause", "like", `change ${pickId} %`)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  const item = row ? readItem(row) : null;
  return item?.kind === "pick-changed" ? (item.was ?? {}) : {};
}
