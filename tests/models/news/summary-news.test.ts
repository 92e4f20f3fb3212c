import { beforeEach, expect, it } from "vitest";
import { batchSize, db } from "../../../app/db.server.ts";
import { saveOwnNews } from "../../../app/models/alerts/choices.server.ts";
import { queueSummaries } from "../../../app/models/news/summary-news.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { actorOf, createUser, pickFields } from "../../support/database/factories.ts";

/** 8 in the morning in New York, in winter. */
const eight = new Date("2026-11-21T13:00:00.000Z");
const at = (minutes: number) => new Date(eight.getTime() + minutes * 60_000);
const admin = actorOf("admin");
beforeEach(async () => {
  for (const table of ["outbox", "news_marks"] as const) await db.deleteFrom(table).execute();
  await db.deleteFrom("users").where("id", "!=", admin.person.id).execute();
  await regularPicks.addPick(admin, pickFields({ verdict: "✅", game_date: "11/20/2026" }));
});

async function reader() {
  const { id } = await createUser(db);
  await saveOwnNews(actorOf("user", id), { wants: { "daily-summary": { mail: true } } });
  return id;
}

const rows = () => db.selectFrom("outbox").select(["user_id", "channel", "params", "cause"]).orderBy("id").execute();

it("goes at 8 of the site's zone, once a day, to those who chose it", async () => {
  const [id] = [await reader(), await createUser(db)];
  await queueSummaries(at(-1));
  expect(await rows()).toEqual([]);
  for (const minutes of [0, 1, 60]) await queueSummaries(at(minutes));
  expect(await rows()).toEqual([
    { user_id: id, channel: "mail", params: '{"day":"2026-11-20"}', cause: "summary 2026-11-20" },
  ]);
});

it("goes on where it was stopped", async () => {
  for (let count = 0; count < batchSize; count += 1) await reader();
  const last = await reader();
  let calls = 0;
  await queueSummaries(at(0), () => {
    calls += 1;
    return calls <= 1;
  });
  expect(await rows()).toHaveLength(batchSize);
  await queueSummaries(at(1));
  const all = await rows();
  expect([all.length, all.at(-1)?.user_id]).toEqual([batchSize + 1, last]);
});

it("does not go in the evening, after a day without the server", async () => {
  await reader();
  await queueSummaries(at(6 * 60 + 1));
  await queueSummaries(at(0));
  expect(await rows()).toEqual([]);
});

it("has nothing to say of a day without results", async () => {
  await reader();
  await queueSummaries(at(24 * 60));
  expect(await rows()).toEqual([]);
});
