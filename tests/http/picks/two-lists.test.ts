import { beforeAll, beforeEach, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { formFields, futureDate, pickFields } from "../../support/database/factories.ts";
import { publish } from "../../support/database/picks.ts";

const app = useApp();
const game = { game: "New York Knicks @ Boston Celtics", game_date: futureDate(3), odds: "-110", unit_size: "1" };
let staff: Client;
let member: Client;

beforeAll(async () => {
  staff = await app.signedIn("admin");
  member = await app.signedIn("user");
});
beforeEach(() => app.db.deleteFrom("picks").execute());

const inPro = (changes: object) => publish(staff, { ...game, ...changes }, "/api/propicks");
const inRegular = (changes: object) => publish(staff, { ...game, ...changes });

test("a bet on both lists says so on both cards, in the reader's odds", async () => {
  await inRegular({ pick: "Celtics -3.5", unit_size: "1.5" });
  await inPro({ pick: "Celtics -3.5", odds: "124" });
  expect(await member.text("/dashboard")).toContain("Also a Pro Pick: 1u at +124");
  expect(await member.text("/propicks")).toContain("Also in Today&#x27;s Picks: 1.5u at -110");
  const reader = await app.signedIn("user");
  await reader.post("/settings", { odds_format: "decimal" });
  expect(await reader.text("/dashboard")).toContain("Also a Pro Pick: 1u at 2.24");
});

test("the other side of a game is named on both cards", async () => {
  await inRegular({ pick: "Celtics -3.5" });
  await inPro({ pick: "Knicks ML", odds: "150" });
  expect(await member.text("/dashboard")).toContain("Pro Picks, other side: Knicks ML, 1u at +150");
  expect(await member.text("/propicks")).toContain("Today&#x27;s Picks, other side: Celtics -3.5, 1u at -110");
});

test("bets on other games and other markets say nothing", async () => {
  await inRegular({ pick: "Celtics -3.5" });
  await inPro({ pick: "Over 220.5" });
  const html = await member.text("/dashboard");
  expect([html.includes("Also"), html.includes("other side")]).toEqual([false, false]);
});

test("staff are told before they publish the other side", async () => {
  await inRegular({ pick: "Celtics -3.5" });
  const asked = await staff.post("/admin/propicks", formFields({ ...game, pick: "Knicks +3.5" }));
  expect([
    asked.status,
    (await asked.text()).includes("The other list has the other side of this game: Celtics -3.5."),
  ]).toEqual([409, true]);
  const answer = await staff.call("POST", "/api/propicks", pickFields({ ...game, pick: "Knicks +3.5" }));
  expect([answer.status, JSON.stringify(await answer.json())]).toEqual([201, expect.stringContaining("other side")]);
});

test("a bet whose other pick is on the card asks before it is added, and the API doesn't", async () => {
  const regular = await inRegular({ pick: "Celtics -3.5" });
  const pro = await inPro({ pick: "Celtics -3.5" });
  const reader = await app.signedIn("user");
  expect(await reader.text("/propicks")).not.toContain("Add this one too");
  await reader.post("/dashboard", { pick_id: String(regular) });
  expect(await reader.text("/propicks")).toMatch(
    /<details><summary class="btn">Add to My Card<\/summary><p class="muted">The other pick is on your card.<\/p>/,
  );
  const answer = await reader.call("POST", "/api/member-propicks", { propick_id: pro });
  expect([answer.status, (await reader.text("/propicks")).includes("Added to My Card")]).toEqual([201, true]);
});

test("it asks for each of several picks of the other list", async () => {
  await inRegular({ pick: "Celtics ML" });
  const second = await inRegular({ pick: "Celtics -3.5" });
  await inPro({ pick: "Knicks ML", odds: "150" });
  const reader = await app.signedIn("user");
  await reader.post("/dashboard", { pick_id: String(second) });
  expect(await reader.text("/propicks")).toContain("Add this one too");
});
