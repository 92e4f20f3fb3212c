/** The mails of news, from the row of the outbox to the text. */
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "../../app/db.server.ts";
import { renderMail } from "../../app/mails/letters.server.ts";
import { saveOwnNews } from "../../app/models/alerts/choices.server.ts";
import { newsKinds } from "../../app/models/alerts/kinds.ts";
import { joinResults } from "../../app/models/news/pick-round.server.ts";
import type { OutboxItem } from "../../app/models/outbox/outbox.server.ts";
import { regularPicks } from "../../app/models/picks/pick.server.ts";
import { actorOf, createPick, createUser, pickFields, putOnCard } from "../support/database/factories.ts";

const now = new Date("2026-11-21T15:00:00.000Z");
const starts_at = "2026-11-21T15:30:00.000Z";
let reader: { id: number; name: string; email: string };
beforeEach(async () => {
  await db.deleteFrom("round_picks").execute();
  await db.deleteFrom("pick_rounds").execute();
  const { id, name, email } = await createUser(db);
  reader = { id, name, email };
  const wants = Object.fromEntries(newsKinds.map((kind) => [kind, { mail: true }]));
  await saveOwnNews(actorOf("user", id), { wants });
});

const letter = (mail: OutboxItem) => renderMail({ id: 1, messageId: "m", tries: 0, recipient: reader, mail }, now);
const changed: Extract<OutboxItem, { kind: "pick-changed" }> = {
  kind: "pick-changed",
  pick: 1,
  title: "Knicks +3.5",
  stream: "regular",
  withdrawn: false,
  changes: ["Price: -110 → -120."],
};

async function onCard(changes: Parameters<typeof createPick>[1] = {}) {
  const pick = await createPick(db, { pick: "Knicks +3.5", starts_at, ...changes });
  await putOnCard(db, reader.id, [pick]);
  return pick;
}

async function roundOf(...picks: { id: number }[]) {
  for (const pick of picks) await joinResults(db, pick, now);
  return (await db.selectFrom("pick_rounds").select("id").executeTakeFirstOrThrow()).id;
}

it("a changed pick: what changed, and a link that ends this kind", async () => {
  const mail = await letter(changed);
  expect(mail?.subject).toBe("Changed: Knicks +3.5");
  expect(mail?.text).toContain("Price: -110 → -120.");
  expect(mail?.unsubscribeUrl).toMatch(/\/unsubscribe\/[\w-]{43}\?kind=pick-changed$/);
  expect(mail?.text).toContain(`Unsubscribe: ${mail?.unsubscribeUrl}`);
  expect(mail?.html).toContain("Price: -110 → -120.");
});

it("a withdrawn pick", async () => {
  const mail = await letter({ ...changed, withdrawn: true, changes: [] });
  expect([mail?.subject, mail?.text.includes("It was withdrawn before the game started")]).toEqual([
    "Withdrawn: Knicks +3.5",
    true,
  ]);
});

describe("a pick that starts", () => {
  it("says when, and leads to its list", async () => {
    const { id } = await onCard({ stream: "pro" });
    const mail = await letter({ kind: "pick-starts", pick: id, starts_at });
    expect([mail?.subject, mail?.text.includes("/propicks")]).toEqual(["Starts in 30 minutes: Knicks +3.5", true]);
  });

  it.each([
    ["starts at another time now", { starts_at: "2026-11-21T18:00:00.000Z" }],
    ["was settled", { verdict: "🚫" }],
  ] as const)("is not mailed when it %s", async (_what, changes) => {
    const { id } = await onCard(changes);
    expect(await letter({ kind: "pick-starts", pick: id, starts_at })).toBeNull();
  });

  it("is not mailed when it left the card", async () => {
    const { id } = await createPick(db, { starts_at });
    expect(await letter({ kind: "pick-starts", pick: id, starts_at })).toBeNull();
  });
});

it("results: those of the card alone, with their sum", async () => {
  const won = await onCard({ verdict: "✅", units_result: 1.36 });
  const lost = await onCard({ verdict: "❌", units_result: -1, pick: "Nets ML" });
  const other = await createPick(db, { verdict: "✅", units_result: 5, pick: "Heat ML" });
  const mail = await letter({ kind: "card-results", round: await roundOf(won, lost, other) });
  expect(mail?.subject).toBe("2 results on your card: +0.36 units");
  expect(mail?.text).toContain("Knicks +3.5\n✅ Win · +1.36 units");
  expect(mail?.text).not.toContain("Heat ML");
});

it("results that were all taken back are not mailed", async () => {
  expect(await letter({ kind: "card-results", round: await roundOf(await onCard()) })).toBeNull();
});

it("the summary: yesterday, the card and the record, with its head", async () => {
  const pick = await regularPicks.addPick(
    actorOf("admin"),
    pickFields({ verdict: "✅", game_date: "11/20/2026", pick: "Knicks +3.5", odds: "+100", unit_size: 2 }),
  );
  await putOnCard(db, reader.id, [pick]);
  const mail = await letter({ kind: "daily-summary", day: "2026-11-20" });
  expect(mail?.subject).toMatch(/^11\/20\/2026: Picks: 1-0-0, \+2\.00 units, ROI /);
  expect(mail?.text).toMatch(/Your card\n\+2\.00 units\nKnicks \+3\.5: ✅ Win · \+2\.00 units/);
  expect(mail?.text).toContain("The record so far");
  expect(mail?.text).toMatch(/Record so far: entry \d+, \d+:[\da-f]{64}/);
});

it("none goes to somebody who doesn't want it any more, or may get no news", async () => {
  await saveOwnNews(actorOf("user", reader.id), { wants: { "pick-changed": { mail: false } } });
  expect(await letter(changed)).toBeNull();
  await saveOwnNews(actorOf("user", reader.id), { wants: { "pick-changed": { mail: true } } });
  expect(await letter(changed)).not.toBeNull();
  await db.updateTable("users").set({ status: "Suspended" }).where("id", "=", reader.id).execute();
  expect(await letter(changed)).toBeNull();
});
