import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { formFields, futureDate } from "../../support/database/factories.ts";
import { pickRow, publish } from "../../support/database/picks.ts";

const app = useApp();
const why = "Their bench shoots <b>better</b>.\nThe other side flies in at noon.";
const shown = "Their bench shoots &lt;b&gt;better&lt;/b&gt;.\nThe other side flies in at noon.";
let staff: Client;
let member: Client;

beforeAll(async () => {
  staff = await app.signedIn("admin");
  member = await app.signedIn("user");
});

const publishWith = (changes: Record<string, unknown> = {}) =>
  publish(staff, { game_date: futureDate(3), why, ...changes });

test("members read it on the card, and nobody else on the page of a sealed pick", async () => {
  const id = await publishWith();
  const [card, theirs, visitors] = [
    await member.text("/dashboard"),
    await member.text(`/record/picks/regular:${id}`),
    await app.client().text(`/record/picks/regular:${id}`),
  ];
  expect([card.includes(shown), theirs.includes(shown), visitors.includes("bench")]).toEqual([true, true, false]);
  expect(theirs).toContain("This text is not sealed.");
});

test("everybody reads it once the pick is revealed", async () => {
  const id = await publishWith({ game_date: "11/01/2026", starts_at: "2026-11-01T20:00:00.000Z" });
  expect(await app.client().text(`/record/picks/regular:${id}`)).toContain(shown);
});

test("a card has the beginning of a long text, the page of the pick all of it", async () => {
  const long = `${"Word ".repeat(190)}end`;
  const id = await publishWith({ why: long });
  expect(await member.text("/dashboard")).not.toContain("end</p>");
  expect(await member.text(`/record/picks/regular:${id}`)).toContain(`${long}</p>`);
});

test("the form writes it, and keeps what was typed when it is refused", async () => {
  const added = await staff.post("/admin/picks", formFields({ pick: "With a reason", game_date: futureDate(3), why }));
  expect(added.status).toBe(303);
  expect(await member.text("/dashboard")).toContain(shown);
  const refused = await staff.post("/admin/picks", formFields({ sport: "", why: "Kept." }));
  expect(await refused.text()).toContain("Kept.</textarea>");
});

test("it can be changed until the game has started, and not after", async () => {
  const id = await publishWith();
  expect((await staff.call("PUT", `/api/picks/${id}`, { why: "Better words." })).status).toBe(200);
  expect((await pickRow(app, id)).why).toBe("Better words.");
  const started = await publishWith({ game_date: "11/01/2026", starts_at: "2026-11-01T20:00:00.000Z" });
  const answer = await staff.call("PUT", `/api/picks/${started}`, { why: "I knew it." });
  expect([answer.status, JSON.stringify(await answer.json())]).toEqual([
    400,
    expect.stringContaining("The game has started"),
  ]);
  expect((await pickRow(app, started)).why).toBe(why);
});

test("more than 1,000 characters are refused", async () => {
  const answer = await staff.call("POST", "/api/picks", { why: "x".repeat(1001) });
  expect(JSON.stringify(await answer.json())).toContain("At most 1,000 characters.");
});
