import { sql } from "kysely";
import { z } from "zod";
import { type OutboxChannel, db } from "../../db.server.ts";
import { id, textLine } from "../fields.ts";
import { firstPage } from "../list-page.ts";
import { operation } from "../operation.server.ts";
import { reasonText } from "../outbox/delivery-reasons.ts";
import { usersMatching } from "../people/users-list.server.ts";
import { type DeliveryState, deliveryChannels, kindName, stateName } from "./deliveries.ts";

const roundsPerPage = 10;
const mostPeople = 10;
const mostDeliveries = 50;

export interface ChannelCounts {
  channel: OutboxChannel;
  accepted: number;
  refused: number;
  waiting: number;
  expired: number;
  /** Being sent, or nobody said whether it arrived. */
  unknown: number;
  /** Why some were not accepted, in words, the most frequent first. */
  reasons: { text: string; count: number }[];
}

export interface RoundDeliveries {
  id: number;
  kind: "new" | "results";
  closed_at: string;
  picks: number;
  channels: ChannelCounts[];
}

export interface MemberDelivery {
  id: number;
  created_at: string;
  finished_at: string | null;
  kind: string;
  /** The kind in words. */
  what: string;
  channel: OutboxChannel;
  state: DeliveryState;
  /** The state in words. */
  outcome: string;
  /** In words; '' = nothing to say. */
  reason: string;
  /** '' = it is no alert, or the device was removed. */
  device: string;
}

interface FoundPerson {
  id: number;
  name: string;
  email: string;
}

export interface DeliveriesView {
  rounds: RoundDeliveries[];
  /** What "before" is on the next page; null on the last one. */
  next: number | null;
  /** What was asked for; '' = nobody. */
  member: string;
  /** Who matches: several, and no deliveries, when it is not clear who is meant. */
  people: FoundPerson[];
  deliveries: MemberDelivery[];
}

/** Lists rounds of the last month, newest first, and the last 50 deliveries to the one member whose email or name matches. */
export const readDeliveriesPage = operation(
  "deliveries.read",
  z.object({ before: id.optional().catch(undefined), member: textLine(254) }),
  async (_actor, { before, member }): Promise<DeliveriesView> => {
    const people = await findPeople(member);
    const [one, other] = people;
    return {
      ...(await readRounds(before ?? null)),
      member,
      people,
      deliveries: one !== undefined && other === undefined ? await listDeliveriesTo(one.id) : [],
    };
  },
);

/** A whole email finds that account alone. */
async function findPeople(member: string): Promise<FoundPerson[]> {
  if (member === "") return [];
  const columns = ["id", "name", "email"] as const;
  const exact = await db
    .selectFrom("users")
    .select(columns)
    .where("email", "=", member.toLowerCase())
    .executeTakeFirst();
  if (exact) return [exact];
  return usersMatching(member).select(columns).orderBy("id", "desc").limit(mostPeople).execute();
}

async function readRounds(before: number | null): Promise<Pick<DeliveriesView, "rounds" | "next">> {
  const closed = db.selectFrom("pick_rounds").where("closed_at", "is not", null);
  const read = await (before === null ? closed : closed.where("id", "<", before))
    .select(["id", "kind", "closed_at"])
    .orderBy("id", "desc")
    .limit(roundsPerPage + 1)
    .execute();
  const { rows, next } = firstPage(read, roundsPerPage);
  if (rows.length === 0) return { rounds: [], next };
  const ids = rows.map((row) => row.id);
  const [picks, counts] = [await countPicks(ids), await countsOfCauses(ids.map(causeOf))];
  const rounds = rows.map(({ id: roundId, kind, closed_at }) => ({
    id: roundId,
    kind,
    closed_at: closed_at ?? "",
    picks: picks.get(roundId) ?? 0,
    channels: counts.get(causeOf(roundId)) ?? [],
  }));
  return { rounds, next };
}

async function countPicks(roundIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("round_picks")
    .select((row) => ["round_id", row.fn.countAll<number>().as("picks")])
    .where("round_id", "in", roundIds)
    .groupBy("round_id")
    .execute();
  return new Map(rows.map(({ round_id, picks }) => [round_id, picks]));
}

type Count = Awaited<ReturnType<typeof countDeliveries>>[number];

/** What became of news, by its cause. */
export async function countsOfCauses(causes: readonly string[]): Promise<Map<string, ChannelCounts[]>> {
  const counts = causes.length === 0 ? [] : await countDeliveries(causes);
  return new Map(causes.map((cause) => [cause, channelsOf(counts.filter((count) => count.cause === cause))]));
}

function countDeliveries(causes: readonly string[]) {
  return (
    db
      .selectFrom("outbox")
      .select((row) => ["cause", "channel", "state", "reason", row.fn.countAll<number>().as("count")])
      .where("cause", "in", causes)
      // A literal: only that matches the partial index outbox_once.
      .where("cause", "<>", sql.lit(""))
      .groupBy(["cause", "channel", "state", "reason"])
      .execute()
  );
}

function causeOf(roundId: number): string {
  return `round ${roundId}`;
}

function channelsOf(counts: readonly Count[]): ChannelCounts[] {
  return deliveryChannels.flatMap((channel) => {
    const own = counts.filter((count) => count.channel === channel);
    if (own.length === 0) return [];
    const sumOf = (state: DeliveryState) =>
      own.filter((count) => count.state === state).reduce((sum, { count }) => sum + count, 0);
    return [
      {
        channel,
        accepted: sumOf("sent"),
        refused: sumOf("refused"),
        waiting: sumOf("waiting"),
        expired: sumOf("expired"),
        unknown: sumOf("handed-over"),
        reasons: reasonsOf(own),
      },
    ];
  });
}

function reasonsOf(counts: readonly Count[]): ChannelCounts["reasons"] {
  const sums = new Map<string, number>();
  for (const { state, reason, count } of counts) {
    const text = state === "sent" ? "" : reasonText(reason);
    if (text !== "") sums.set(text, (sums.get(text) ?? 0) + count);
  }
  return [...sums]
    .map(([text, count]) => ({ text, count }))
    .toSorted((one, other) => other.count - one.count || one.text.localeCompare(other.text));
}

async function listDeliveriesTo(userId: number): Promise<MemberDelivery[]> {
  const rows = await db
    .selectFrom("outbox")
    .leftJoin("push_devices", (join) =>
      join.onRef("push_devices.id", "=", "device_id").onRef("push_devices.user_id", "=", "outbox.user_id"),
    )
    .select(["outbox.id", "kind", "channel", "state", "reason", "outbox.created_at", "finished_at", "name as device"])
    .where("outbox.user_id", "=", userId)
    .orderBy("outbox.id", "desc")
    .limit(mostDeliveries)
    .execute();
  return rows.map(({ reason, device, ...row }) => ({
    ...row,
    what: kindName(row.kind),
    outcome: stateName(row.state, row.finished_at !== null),
    reason: reasonText(reason),
    device: device ?? "",
  }));
}
