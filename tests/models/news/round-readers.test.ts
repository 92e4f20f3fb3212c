/** Who gets the news of a round, by which channel and when. */
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { saveOwnNews } from "../../../app/models/alerts/choices.server.ts";
import { closeDueRound, joinRound, quietMs } from "../../../app/models/news/pick-round.server.ts";
import { readRoundFor } from "../../../app/models/news/round-readers.server.ts";
import { actorOf, addDevice, createPick, createUser } from "../../support/database/factories.ts";

const start = new Date("2026-11-21T15:00:00.000Z");
const closing = new Date(start.getTime() + quietMs);
let member: number;
beforeEach(async () => {
  for (const table of ["outbox", "round_picks", "pick_rounds", "picks", "users"] as const)
    await db.deleteFrom(table).execute();
  member = (await createUser(db)).id;
});

async function publish(changes: Parameters<typeof createPick>[1] = {}) {
  const pick = await createPick(db, { ...changes, created_at: start.toISOString() });
  await write((trx) => joinRound(trx, pick));
}

const choose = (input: object, id = member) => saveOwnNews(actorOf("user", id), input);
const rows = () =>
  db
    .selectFrom("outbox")
    .select(["user_id", "channel", "device_id", "next_try_at", "reason", "cause", "state", "finished_at", "params"])
    .orderBy("id")
    .execute();
const channels = async () => (await rows()).map(({ channel }) => channel);
const roundId = async () => (await db.selectFrom("pick_rounds").select("id").executeTakeFirstOrThrow()).id;
const picksBy = async (channel: "mail" | "push") =>
  (await readRoundFor(member, await roundId(), closing, channel)).picks.map(
    ({ stream, sport }) => `${stream} ${sport}`,
  );

it("queues one mail and one alert for each device, about one cause", async () => {
  const devices = [await addDevice(db, member), await addDevice(db, member)];
  const other = await createUser(db, { email_confirmed_at: null });
  const otherDevice = await addDevice(db, other.id);
  await publish();
  await closeDueRound(closing);
  const cause = `round ${await roundId()}`;
  expect(await rows()).toMatchObject([
    { user_id: member, channel: "mail", device_id: null, cause },
    { user_id: member, channel: "push", device_id: devices[0], cause },
    { user_id: member, channel: "push", device_id: devices[1], cause },
    { user_id: other.id, channel: "push", device_id: otherDevice, cause },
  ]);
});

describe("an alert ends with the last start of the picks that it is about", () => {
  const [early, evening] = ["2026-11-21T20:00:00.000Z", "2026-11-21T23:00:00.000Z"];
  const twelveHours = "2026-11-22T03:00:00.000Z";
  const ends = async () =>
    Object.fromEntries(
      (await db.selectFrom("outbox").select(["channel", "expires_at"]).execute()).map(({ channel, expires_at }) => [
        channel,
        expires_at,
      ]),
    );

  it.each([
    ["the last one counts", [early, evening], evening],
    ["a game that has started doesn't", [start.toISOString(), early], early],
    ["an unknown start has no end", [early, null], twelveHours],
    ["nor have games that have all started: the alert is not sent, and says why", [start.toISOString()], twelveHours],
  ])("%s", async (_what, starts, expected) => {
    await addDevice(db, member);
    for (const starts_at of starts) await publish({ starts_at, game_date: "" });
    await closeDueRound(closing);
    expect(await ends()).toEqual({ push: expected, mail: twelveHours });
  });

  it("those of a muted sport don't count; without a start the game's day does", async () => {
    await addDevice(db, member);
    await choose({ sports: ["MLB"] });
    await publish({ sport: "NBA", starts_at: evening });
    await publish({ sport: "MLB", starts_at: early });
    await publish({ sport: "MLB", starts_at: null, game_date: "2026-11-20" });
    await closeDueRound(closing);
    expect((await ends()).push).toBe(early);
  });
});

describe("a choice", () => {
  it("of channels counts for each stream", async () => {
    await addDevice(db, member);
    await choose({ wants: { "new-picks": { mail: false }, "new-pro-picks": { push: false } } });
    for (const stream of ["regular", "pro"] as const) await publish({ stream });
    await closeDueRound(closing);
    expect([await channels(), await picksBy("mail"), await picksBy("push")]).toEqual([
      ["mail", "push"],
      ["pro NBA"],
      ["regular NBA"],
    ]);
  });

  it("of none of the round's streams leaves no row", async () => {
    await addDevice(db, member);
    await choose({ wants: { "new-pro-picks": { mail: false, push: false } } });
    await publish({ stream: "pro" });
    await closeDueRound(closing);
    expect(await rows()).toEqual([]);
  });

  it("of sports leaves out the others, and the round when nothing is left", async () => {
    await choose({ sports: ["MLB"] });
    const other = (await createUser(db)).id;
    await choose({ sports: ["NFL"] }, other);
    for (const sport of ["MLB", "NBA"]) await publish({ sport });
    await closeDueRound(closing);
    expect([(await rows()).map(({ user_id }) => user_id), await picksBy("mail")]).toEqual([[member], ["regular MLB"]]);
  });
});

describe("quiet hours", () => {
  const night = { quiet_from: "14:00", quiet_until: "22:00", zone: "UTC" };
  const end = "2026-11-21T22:00:00.000Z";
  const early = { starts_at: "2026-11-21T20:00:00.000Z" };
  const evening = { starts_at: "2026-11-21T23:00:00.000Z" };

  it("hold mail and alerts of those who keep them", async () => {
    await addDevice(db, member);
    await choose(night);
    const other = (await createUser(db)).id;
    await publish(evening);
    await closeDueRound(closing);
    expect(await rows()).toMatchObject([
      { user_id: member, channel: "mail", next_try_at: end, reason: "held" },
      { user_id: member, channel: "push", next_try_at: end, reason: "held" },
      { user_id: other, channel: "mail", next_try_at: closing.toISOString(), reason: "" },
    ]);
  });

  it("with a game before their end: it is sent at once", async () => {
    await choose({ ...night, quiet_late: "at-once" });
    await publish(early);
    await closeDueRound(closing);
    expect(await rows()).toMatchObject([{ state: "waiting", next_try_at: closing.toISOString(), reason: "" }]);
  });

  it("with a game before their end: it is not sent, and its rows say why", async () => {
    await addDevice(db, member);
    await choose({ ...night, quiet_late: "never" });
    await publish(early);
    await closeDueRound(closing);
    const ended = { state: "expired", reason: "quiet", finished_at: closing.toISOString(), params: "{}" };
    expect(await rows()).toMatchObject([
      { channel: "mail", ...ended },
      { channel: "push", ...ended },
    ]);
  });

  it("are not broken by a game of a sport that somebody muted", async () => {
    await choose({ ...night, sports: ["MLB"] });
    await publish({ ...early, sport: "NBA" });
    await publish({ ...evening, sport: "MLB" });
    await closeDueRound(closing);
    expect(await rows()).toMatchObject([{ next_try_at: end }]);
  });
});
