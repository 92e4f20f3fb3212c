/** The page that asks before something unusual is saved, and the errors at a bet's fields, without scripts. */
import { beforeAll, describe, expect, test } from "vitest";
import { dataOf } from "../../support/app/built-routes.ts";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { formFields, nextNumber, upcomingDate } from "../../support/database/factories.ts";
import { everything, publish } from "../../support/database/picks.ts";
import { alerts, decode, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";

const app = useApp();
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
});

const stake = "Its stake is over 5 units: 6u.";
const twin = "An open pick with the same game, pick and date exists already.";

/** Null when the page asks nothing. */
function askedOn(html: string) {
  const [, message = "", list = ""] =
    /<div class="alert b" role="alert">.*?<p>(.*?)<\/p><ul>(.*?)<\/ul>/.exec(html) ?? [];
  const warnings = Array.from(list.matchAll(/<li>(.*?)<\/li>/g), ([, text = ""]) => visibleText(text));
  return message === "" ? null : { message: visibleText(message), warnings, confirm: buttonOf(html)?.value ?? "" };
}

function buttonsOf(html: string) {
  const [form = ""] = /<form\b[^>]*aria-labelledby="form-title"[\s\S]*?<\/form>/.exec(html) ?? [];
  return Array.from(form.matchAll(/<button\b([^>]*)>([\s\S]*?)<\/button>/g), ([, attributes = "", text = ""]) => ({
    text: visibleText(text),
    name: / name="([^"]*)"/.exec(attributes)?.[1],
    value: decode(/ value="([^"]*)"/.exec(attributes)?.[1] ?? ""),
    type: / type="([^"]*)"/.exec(attributes)?.[1] ?? "submit",
  }));
}

const buttonOf = (html: string) => buttonsOf(html).find(({ text }) => text === "Publish anyway");

describe.each([
  { stream: "regular", manager: "/admin/picks", api: "/api/picks" },
  { stream: "pro", manager: "/admin/propicks", api: "/api/propicks" },
] as const)("the form of a $stream pick", ({ stream, manager, api }) => {
  const newForm = async (changes: Readonly<Record<string, unknown>> = {}) =>
    formFields({
      pick: `Knicks +${nextNumber()}.5 (-110)`,
      unit_size: "6",
      idempotency_key: fieldValue(await staff.text(manager), "idempotency_key"),
      ...changes,
    });
  const rowsOf = ({ pick }: Record<string, unknown>) =>
    app.db.selectFrom("picks").selectAll().where("pick", "=", String(pick)).where("stream", "=", stream).execute();

  test("asks with each reason and the reading, keeps what was typed, and writes nothing", async () => {
    const form = await newForm({ book: 'A <b> & "c"', line: "−3" });
    const before = await everything(app);
    const answer = await staff.post(manager, form);
    const html = await answer.text();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([409, "text/html; charset=utf-8"]);
    const { message, warnings } = askedOn(html) ?? {};
    expect(message?.replace(/E[SD]T/, "EST")).toBe(
      `Spread, New York Knicks -3 at -110: risks 6u to win 5.45u. Starts ${upcomingDate()}, 7:30 PM EST. Please check:`,
    );
    const line = String(form.pick).slice(8, -7);
    expect(warnings).toEqual([stake, `The text says line ${line}, but -3 was entered.`]);
    for (const [name, value] of Object.entries(form)) expect([name, fieldValue(html, name)]).toEqual([name, value]);
    expect([await rowsOf(form), await everything(app)]).toEqual([[], before]);
  });

  test("publishes by the button, and says what was read", async () => {
    const form = await newForm();
    const html = await (await staff.post(manager, form)).text();
    const { name = "", value } = buttonOf(html) ?? {};
    expect([name, value]).toEqual(["confirm", stake]);
    const answer = await staff.post(manager, { ...form, [name]: value });
    expect([answer.status, answer.headers.get("location")]).toEqual([
      303,
      expect.stringContaining(`${manager}?after=`),
    ]);
    const [notice = ""] = alerts(await staff.text(manager));
    expect(notice).toContain(`Added: ${String(form.pick)}. Spread, New York`);
    expect(notice).toMatch(/ at -110: risks 6u to win 5\.45u\. Starts \d\d\/\d\d\/\d{4}, 7:30 PM E[SD]T\.$/);
    expect(await rowsOf(form)).toMatchObject([{ unit_size: 6, odds: -110, market: "spread" }]);
    expect((await staff.post(manager, { ...form, [name]: value })).status).toBe(303);
    expect(await rowsOf(form)).toHaveLength(1);
  });

  test("Enter presses another button, which asks again", async () => {
    const form = await newForm();
    const html = await (await staff.post(manager, form)).text();
    const [first, ...others] = buttonsOf(html).filter(({ type }) => type === "submit");
    expect([first, others.map(({ text }) => text)]).toMatchObject([
      { text: "Check again", name: undefined },
      ["Publish anyway", `Add ${stream === "pro" ? "Pro Pick" : "Pick"}`, "Save as draft"],
    ]);
    const again = await staff.post(manager, form);
    expect([again.status, askedOn(await again.text())?.warnings]).toEqual([409, [stake]]);
    const corrected = await staff.post(manager, { ...form, unit_size: "5" });
    expect([corrected.status, (await rowsOf(form)).length]).toEqual([303, 1]);
  });

  test("asks again when it is about something else by now", async () => {
    const form = await newForm();
    const { confirm } = askedOn(await (await staff.post(manager, form)).text()) ?? {};
    await publish(staff, { pick: form.pick, game_date: form.game_date }, api);
    const again = await staff.post(manager, { ...form, confirm });
    const asked = askedOn(await again.text());
    expect([again.status, asked?.warnings]).toEqual([409, [twin, stake]]);
    expect((await staff.post(manager, { ...form, confirm: asked?.confirm })).status).toBe(303);
    expect(await rowsOf(form)).toHaveLength(2);
  });

  test("asks of a change, with its version, and only of what it brings", async () => {
    const form = await newForm({ unit_size: "1" });
    const id = await publish(staff, form, api);
    const path = `${manager}/${id}`;
    const change = { ...form, unit_size: "6", version: fieldValue(await staff.text(path), "version") };
    const answer = await staff.post(path, change);
    const html = await answer.text();
    expect([answer.status, askedOn(html)?.warnings, fieldValue(html, "version")]).toEqual([409, [stake], "1"]);
    expect((await staff.post(path, { ...change, confirm: askedOn(html)?.confirm })).status).toBe(303);
    expect((await staff.post(path, { ...change, book: "FanDuel", version: "2" })).status).toBe(303);
    expect(await rowsOf(form)).toMatchObject([{ unit_size: 6, book: "FanDuel", version: 3 }]);
  });

  test("answers a script with the warnings as data", async () => {
    const answer = await staff.post(dataOf(manager, `routes/admin.${manager.slice(7)}._index`), await newForm());
    expect([answer.status, await answer.json()]).toMatchObject([409, { warnings: [stake], errors: {} }]);
  });

  test("refuses what can't be at its field, unfolds it, and asks nothing then", async () => {
    const before = await everything(app);
    const bad = {
      odds: ["50", "Must be a price, like -110, 1.91 or 10/11."],
      line: ["3.3", "In steps of 0.25."],
      market: ["props", "Choose a market from the list."],
      starts_at: ["tonight", "Must be a date and time, like 11/25/2026, 7:30 PM ET."],
      game_date: ["01/01/2101", "The year must be 2000 to 2100."],
    } as const;
    const typed = Object.fromEntries(Object.entries(bad).map(([name, [value]]) => [name, value]));
    const answer = await staff.post(manager, await newForm(typed));
    const html = await answer.text();
    expect([answer.status, askedOn(html), alerts(html)]).toEqual([422, null, ["Please check the marked fields."]]);
    for (const [name, [, message]] of Object.entries(bad))
      expect([name, fieldError(html, name)]).toEqual([name, message]);
    for (const name of ["odds", "line", "starts_at", "game_date"])
      expect([name, fieldValue(html, name)]).toEqual([name, typed[name]]);
    expect([html.includes('<details open=""><summary>More of the bet'), await everything(app)]).toEqual([true, before]);
  });

  test("takes sides and IDs that the texts don't say, and refuses an ID that is taken at its field", async () => {
    const sides = { away: "Visitors", home: "Hosts", game_external_id: "event 7" };
    const external_id = `pick ${nextNumber()}`;
    const fields = await newForm({ ...sides, external_id, game: "Game seven", pick: "Hosts -3.5", unit_size: "1" });
    expect((await staff.post(manager, fields)).status).toBe(303);
    const stored = app.db.selectFrom("picks").select(["id", "away", "home", "side", "external_id", "game_external_id"]);
    const [row] = await stored.where("external_id", "=", external_id).execute();
    expect(row).toMatchObject({ ...sides, external_id, side: "home" });
    const page = await staff.text(`${manager}/${row?.id}`);
    for (const [name, value] of Object.entries({ ...sides, external_id }))
      expect([name, fieldValue(page, name)]).toEqual([name, value]);
    const html = await (await staff.post(manager, await newForm({ external_id }))).text();
    expect([fieldError(html, "external_id"), fieldValue(html, "external_id")]).toEqual([
      "Another pick has this external ID.",
      external_id,
    ]);
  });

  test.each([
    [{ market: "total", side: "draw" }, "side", "A draw goes with a moneyline only."],
    [{ market: "moneyline", line: "3" }, "line", "A moneyline has no line."],
    [{ verdict: "✅", units_result: "-1" }, "units_result", "A win can't be below 0."],
  ])("refuses %j at the field %s", async (changes, field, message) => {
    const answer = await staff.post(manager, await newForm(changes));
    const html = await answer.text();
    expect([answer.status, fieldError(html, field), askedOn(html)]).toEqual([422, message, null]);
  });
});
