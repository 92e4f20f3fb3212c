import { describe, expect, test } from "vitest";
import { createPick } from "../../support/database/factories.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
const bet = {
  market: "spread",
  side: "home",
  line: -3.5,
  odds: -110,
  away: "New York Knicks",
  home: "Boston Celtics",
} as const;

async function memberWith(changes: Parameters<typeof createPick>[1] = {}) {
  const member = await app.signedIn("user");
  const pick = await createPick(app.db, {
    pick: "Celtics -3.5",
    ...bet,
    unit_size: 1,
    game_date: "2100-01-01",
    ...changes,
  });
  await member.post("/dashboard", { pick_id: String(pick.id) });
  return { member, id: pick.id, path: `/my-card/${pick.id}/line` };
}

const settle = (id: number) =>
  app.db
    .updateTable("picks")
    .set({ verdict: "✅", units_result: 0.91, away_score: 100, home_score: 104, closing_line: "-4.5" })
    .where("id", "=", id)
    .execute();

describe("the form", () => {
  test("begins with the posted values, in the member's odds", async () => {
    const { member, path } = await memberWith();
    await member.post("/settings", { odds_format: "decimal" });
    const html = await member.text(path);
    for (const value of ["-3.5", "1.91", "1"]) expect(html).toContain(`value="${value}"`);
  });

  test("takes values as people write them, and both results stand on the card", async () => {
    const { member, id, path } = await memberWith();
    const saved = await member.post(path, { line: "-4", odds: "1.95", unit_size: "2u", book: "DraftKings" });
    expect([saved.status, saved.headers.get("location")]).toEqual([303, "/my-card"]);
    expect(await member.text("/my-card")).toContain("Yours: -4 -105 DraftKings, 2u");
    expect(await member.text("/my-card")).toContain("2u open");
    await settle(id);
    const results = await member.text("/my-card?tab=results");
    expect(results).toContain("Yours: -4 -105 DraftKings, 2u: push, 0.00 U");
    expect(results).toContain("Your prices: 0.00u, posted: +1.82u. The difference cost you 1.82u.");
    expect(results).toContain("Your closing-line value: +0.50 points");
  });

  test("says that a pick was not bet, which is in no sum", async () => {
    const { member, id, path } = await memberWith();
    await member.post(path, { not_bet: "yes" });
    expect(await member.text("/my-card")).not.toContain("u open");
    await settle(id);
    const html = await member.text("/my-card?tab=results");
    expect([html.includes("You didn&#x27;t bet this."), html.includes("Your prices: ")]).toEqual([true, false]);
  });

  test("marks what was noted after the start", async () => {
    const { member, id, path } = await memberWith();
    await app.db.updateTable("picks").set({ game_date: "2026-01-01" }).where("id", "=", id).execute();
    await member.post(path, { odds: "-105" });
    expect(await member.text(path)).toContain("You added this after the start.");
  });

  test("keeps what was typed when it is refused", async () => {
    const { member, path } = await memberWith();
    const answer = await member.post(path, { odds: "50", line: "-3.4", book: "A book" });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    for (const text of ['value="50"', 'value="A book"', "Must be a price", "In steps of 0.25."])
      expect(html).toContain(text);
  });

  test("of a pick that is on somebody else's card alone leads to the own card", async () => {
    const { path } = await memberWith();
    const other = await app.signedIn("user");
    expect((await other.get(path)).status).toBe(404);
    expect((await other.post(path, { odds: "-105" })).headers.get("location")).toBe("/my-card");
  });
});

describe("the API", () => {
  test("notes a line and lists it with the pick", async () => {
    const { member, id } = await memberWith();
    const own = { odds: -105, line: -3, unit_size: 2, book: "DraftKings", not_bet: false, after_start: false };
    const answer = await member.call("PUT", `/api/member-picks/${id}`, {
      odds: -105,
      line: -3,
      unit_size: 2,
      book: "DraftKings",
    });
    expect([answer.status, await answer.json()]).toMatchObject([200, own]);
    const list: unknown = await (await member.call("GET", "/api/member-picks")).json();
    expect(list).toMatchObject([{ pick_id: id, own }]);
  });

  test("knows a pick by its stream", async () => {
    const { member, id } = await memberWith();
    expect((await member.call("PUT", `/api/member-propicks/${id}`, { odds: -105 })).status).toBe(404);
  });
});

test("the card as a file has the posted and the own values", async () => {
  const { member, id, path } = await memberWith();
  await member.post(path, { line: "-4", odds: "-105", unit_size: "2", book: "=DraftKings" });
  await settle(id);
  const csv = await member.text("/my-card.csv");
  expect(csv.split("\r\n")[1]).toMatch(
    /^regular,Celtics -3\.5,.*,'?-3\.5,'?-110,1,,Win,0\.91,Yes,'?-4,'?-105,2,'=DraftKings,.*,No,Push,0,1\.82$/,
  );
});
