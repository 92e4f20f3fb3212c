/** Which deliveries count as news of a pick: those of its round, if it was in what the member got. */
import { beforeEach, expect, it } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { saveOwnNews } from "../../../app/models/alerts/choices.server.ts";
import { closeDueRound, joinRound, quietMs } from "../../../app/models/news/pick-round.server.ts";
import { listDeliveriesOfPick } from "../../../app/models/record/receipt.server.ts";
import { actorOf, addDevice, createPick, createUser } from "../../support/database/factories.ts";

const start = new Date("2026-11-21T15:00:00.000Z");
let member: number;
let picks: { regular: number; pro: number; baseball: number };
beforeEach(async () => {
  for (const table of ["outbox", "round_picks", "pick_rounds", "picks", "users"] as const)
    await db.deleteFrom(table).execute();
  member = (await createUser(db)).id;
  await addDevice(db, member);
  picks = {
    regular: await publish(),
    pro: await publish({ stream: "pro" }),
    baseball: await publish({ sport: "MLB" }),
  };
});

async function publish(changes: Parameters<typeof createPick>[1] = {}): Promise<number> {
  const pick = await createPick(db, {
    ...changes,
    created_at: start.toISOString(),
    starts_at: "2026-11-22T01:00:00.000Z",
  });
  await write((trx) => joinRound(trx, pick));
  return pick.id;
}

const choose = (input: object) => saveOwnNews(actorOf("user", member), input);
const close = () => closeDueRound(new Date(start.getTime() + quietMs));
const channelsOf = async (pick: number) =>
  (await listDeliveriesOfPick(member, pick)).map(({ channel }) => channel).toSorted();
const all = async () => ({
  regular: await channelsOf(picks.regular),
  pro: await channelsOf(picks.pro),
  baseball: await channelsOf(picks.baseball),
});
const both = ["mail", "push"];

it("those of its round by each channel", async () => {
  await close();
  expect(await all()).toEqual({ regular: both, pro: both, baseball: both });
});

it("not those of a muted sport, nor of a stream that this channel doesn't bring", async () => {
  await choose({ sports: ["NBA"], wants: { "new-pro-picks": { push: false } } });
  await close();
  expect(await all()).toEqual({ regular: both, pro: ["mail"], baseball: [] });
});

it("those from before somebody ended all news: they may have been about it", async () => {
  await close();
  const none = { mail: false, push: false };
  await choose({ wants: { "new-picks": none, "new-pro-picks": none } });
  expect(await all()).toEqual({ regular: both, pro: both, baseball: both });
});
