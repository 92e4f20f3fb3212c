/**
 * member.joined and member.ended: a job compares who has access with what was announced. So every way in and out is
 * told, also an end that only the clock brings.
 */
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import { type Database, type Db, batchSize, db, write } from "../../db.server.ts";
import { memberRole } from "../../policy.ts";
import { openReviews } from "../payment-hold.ts";
import { channelsFor, eventItem, kindsIn } from "./channel-rows.server.ts";
import { queueNews } from "../outbox/outbox.server.ts";
import type { ChannelKind, EventType } from "./operator-channel.ts";

/** Call it before a channel gets these kinds. The first that gets these events is told of changes from now on. */
export async function beginMemberEvents(trx: Db, kinds: readonly ChannelKind[], now: Date): Promise<void> {
  if (!isTold(kinds)) return;
  const rows = await trx.selectFrom("operator_channels").select(["type", "kinds"]).execute();
  if (rows.some((row) => isTold(kindsIn(row)))) return;
  for (const announced of [1, 0] as const)
    await trx
      .updateTable("users")
      .set({ access_announced: announced })
      .where("access_announced", "<>", announced)
      .where((row) => (announced === 1 ? hasAccess(row, now) : row.not(hasAccess(row, now))))
      .execute();
}

function isTold(kinds: readonly ChannelKind[]): boolean {
  return kinds.some((kind) => kind === "member.joined" || kind === "member.ended");
}

/** Queues the events of members who joined or whose membership ended since the last call. */
export async function announceMembers(now: Date): Promise<void> {
  if (
    (await channelsFor(db, "member.joined", null)).length + (await channelsFor(db, "member.ended", null)).length ===
    0
  )
    return;
  for (const announced of [1, 0] as const) while (await announceSome(announced, now));
}

/** Call it before an account is deleted. */
export async function announceDeleted(trx: Db, userId: number, now: Date): Promise<void> {
  const member = await trx
    .selectFrom("users")
    .select(memberColumns)
    .where("id", "=", userId)
    .where("access_announced", "=", 1)
    .executeTakeFirst();
  if (member) await queueMemberEvents(trx, "member.ended", [member], now);
}

const memberColumns = ["id", "name", "email", "access_until"] as const;

/** True when there may be more. */
async function announceSome(announced: 0 | 1, now: Date): Promise<boolean> {
  const changed = (from: Db) =>
    from
      .selectFrom("users")
      .select("id")
      .where("access_announced", "<>", announced)
      .where((row) => (announced === 1 ? hasAccess(row, now) : row.not(hasAccess(row, now))))
      .limit(batchSize);
  if (!(await changed(db).executeTakeFirst())) return false;
  return write(async (trx) => {
    const members = await trx
      .updateTable("users")
      .set({ access_announced: announced })
      .where("id", "in", changed(trx))
      .returning(memberColumns)
      .execute();
    await queueMemberEvents(trx, announced === 1 ? "member.joined" : "member.ended", members, now);
    return members.length === batchSize;
  });
}

async function queueMemberEvents(
  trx: Db,
  type: EventType,
  members: readonly { id: number; name: string; email: string; access_until: string | null }[],
  now: Date,
): Promise<void> {
  const recipients = await channelsFor(trx, type, null);
  for (const member of members) await queueNews(trx, recipients, eventItem(type, member, now), "", now);
}

/** Members whose membership runs and whose payment is confirmed. Staff pay nothing and are no members. */
function hasAccess(row: ExpressionBuilder<Database, "users">, now: Date): Expression<SqlBool> {
  return row.and([
    row("role", "=", memberRole),
    row("status", "=", "Active"),
    row("payment_review", "in", openReviews),
    row.or([row("access_until", "is", null), row("access_until", ">", now.toISOString())]),
  ]);
}
