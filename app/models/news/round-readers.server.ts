/** Who gets the news of a round of picks, and what it is about for each. */
import { type Db, batchSize, db } from "../../db.server.ts";
import { type RoleAbility, can, roleAbilities } from "../../policy.ts";
import { env } from "../../env.server.ts";
import { withShownDate } from "../../time/calendar-date.ts";
import { type NewsChannel, newPicksKind } from "../alerts/kinds.ts";
import type { Reader } from "../alerts/queue-members.server.ts";
import { mayGetNews, mutedSportsOf, wants } from "../alerts/recipients.server.ts";
import { startOf } from "../bets/started.ts";
import type { Stream } from "../bets/stream.ts";
import type { OddsFormat } from "../odds-format.ts";
import { personColumns, signedIn } from "../sign-in/session.server.ts";
import { type Batch, batchOf } from "./holders.server.ts";
import { type AnnouncedPick, announcedPickColumns } from "./announced-pick.ts";

const zone = env.SITE_TIMEZONE;
const readAbility: Readonly<Record<Stream, RoleAbility>> = { regular: "picks.read", pro: "propicks.read" };

/** Those who want new picks of these streams and sports. */
export async function readersOfNewPicks(from: Db, roundId: number, after: number, now: Date): Promise<Batch> {
  const picks = await openPicksOf(from, roundId).select(["stream", "sport", "starts_at", "game_date"]).execute();
  const people = await peopleAfter(from, after, now)
    .select([
      wants(newPicksKind.regular, "mail").as("regular_mail"),
      wants(newPicksKind.regular, "push").as("regular_push"),
      wants(newPicksKind.pro, "mail").as("pro_mail"),
      wants(newPicksKind.pro, "push").as("pro_push"),
    ])
    .execute();
  const muted = await mutedSportsOf(
    from,
    people.map(({ id }) => id),
  );
  const readers = people.map((person): Reader => {
    const wanted = picks.filter(({ sport }) => muted.get(person.id)?.has(sport) !== true);
    const by = (channel: NewsChannel) => wanted.filter(({ stream }) => Boolean(person[`${stream}_${channel}`]));
    const [mail, push] = [by("mail"), by("push")];
    return {
      userId: person.id,
      mail: mail.length > 0,
      push: push.length > 0,
      starts: wanted.filter((pick) => mail.includes(pick) || push.includes(pick)).map((pick) => startOf(pick, zone)),
    };
  });
  return batchOf(readers);
}

/** Those with a settled pick of the round on their card. */
export async function readersOfResults(from: Db, roundId: number, after: number, now: Date): Promise<Batch> {
  const settled = await settledPicksOf(from, roundId).select("picks.id").execute();
  if (settled.length === 0) return { readers: [], last: null };
  const people = await peopleAfter(from, after, now)
    .where("users.role", "in", roleAbilities["card.read"])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("saved_picks")
          .select("pick_id")
          .whereRef("saved_picks.user_id", "=", "users.id")
          .where(
            "pick_id",
            "in",
            settled.map(({ id }) => id),
          ),
      ),
    )
    .select([wants("card-results", "mail").as("mail"), wants("card-results", "push").as("push")])
    .execute();
  return batchOf(
    people.map(({ id, mail, push }) => ({ userId: id, mail: Boolean(mail), push: Boolean(push), starts: [] })),
  );
}

/** `start`: from then on it counts as started (ISO); null = unknown. */
export type RoundPick = AnnouncedPick & { id: number; start: string | null };

/** Reads the open picks of the round that this person wants and may read, and how they read prices; no picks if they may get no news. */
export async function readRoundFor(
  userId: number,
  roundId: number,
  now: Date,
  channel: NewsChannel = "mail",
): Promise<{ picks: RoundPick[]; odds: OddsFormat }> {
  const recipient = await db
    .selectFrom("users")
    .leftJoin("two_factors", "two_factors.user_id", "users.id")
    .select(personColumns)
    .select([wants(newPicksKind.regular, channel).as("regular"), wants(newPicksKind.pro, channel).as("pro")])
    .where("users.id", "=", userId)
    .where(mayGetNews(now))
    .executeTakeFirst();
  if (!recipient) return { picks: [], odds: "american" };
  const { person } = signedIn(recipient, now);
  const muted = (await mutedSportsOf(db, [userId])).get(userId);
  const picks = await openPicksOf(db, roundId)
    .select(["picks.id", ...announcedPickColumns])
    .orderBy("stream", "desc")
    .orderBy("picks.id")
    .execute();
  return {
    picks: picks
      .filter(({ stream, sport }) => Boolean(recipient[stream]) && muted?.has(sport) !== true)
      .filter(({ stream }) => can(person, readAbility[stream]))
      .map((pick) => ({ ...withShownDate(pick), start: startOf(pick, zone) })),
    odds: person.odds,
  };
}

/** The picks of a round, of these streams, that have not started, for a channel of the operator. */
export async function listOpenPicksOfRound(
  roundId: number,
  streams: readonly Stream[],
  now: Date,
): Promise<AnnouncedPick[]> {
  const picks = await openPicksOf(db, roundId)
    .select(announcedPickColumns)
    .where("stream", "in", streams)
    .where((or) => or.or([or("starts_at", "is", null), or("starts_at", ">", now.toISOString())]))
    .orderBy("stream", "desc")
    .orderBy("picks.id")
    .execute();
  return picks.map(withShownDate);
}

export function openPicksOf(from: Db, roundId: number) {
  return picksOf(from, roundId).where("settled", "=", 0);
}

export function settledPicksOf(from: Db, roundId: number) {
  return picksOf(from, roundId).where("settled", "=", 1);
}

function picksOf(from: Db, roundId: number) {
  return from
    .selectFrom("round_picks")
    .innerJoin("picks", "picks.id", "round_picks.pick_id")
    .where("round_id", "=", roundId);
}

function peopleAfter(from: Db, after: number, now: Date) {
  return from
    .selectFrom("users")
    .select("users.id")
    .where(mayGetNews(now))
    .where("users.id", ">", after)
    .orderBy("users.id")
    .limit(batchSize);
}
