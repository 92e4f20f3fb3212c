/**
 * A pick that has started or is settled is locked in the form, and corrected on a page of its own, for everybody to
 * see.
 */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { formFields, futureDate, nextNumber, upcomingDate } from "../../support/database/factories.ts";
import { everything, pickRow, publish } from "../../support/database/picks.ts";
import { alerts, decode, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";

const app = useApp();
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
});

const past = { game_date: futureDate(-2) } as const;
const settled = { ...past, verdict: "win", units_result: 1.36, closing_line: "+2", closing_odds: "-115" } as const;
const sealedNames = ["game", "pick", "sport", "tag", "game_date", "time", "odds", "book", "line", "playable_to"];
const gradeNames = ["verdict", "units_result", "closing_line", "closing_odds"];
const allNames = [
  ...sealedNames,
  "sim_confidence",
  "unit_size",
  "market",
  "side",
  "starts_at",
  ...gradeNames,
  "beat_clv",
];

const fieldsIn = (html: string) =>
  allNames.filter((name) => new RegExp(`<(?:input|select)[^>]* name="${name}"`).test(html));
const confirmIn = (html: string) => decode(/name="confirm" value="([^"]*)"/.exec(html)?.[1] ?? "");
const entriesOf = async (id: number) => {
  const rows = await app.db
    .selectFrom("ledger")
    .select("body")
    .where("ref", "like", `%:${id}:%`)
    .orderBy("seq")
    .execute();
  return rows.map(({ body }): Record<string, unknown> => JSON.parse(body));
};

describe.each([
  { manager: "/admin/picks", api: "/api/picks", stream: "regular", title: "Correct Pick" },
  { manager: "/admin/propicks", api: "/api/propicks", stream: "pro", title: "Correct Pro Pick" },
])("in $manager", ({ manager, api, stream, title }) => {
  const published = (changes: object) => publish(staff, { pick: `Knicks +${nextNumber()}.5`, ...changes }, api);
  const link = (id: number) => `href="${manager}/${id}/correct">Correct</a>`;

  test("a pick that has not started is edited as before", async () => {
    const id = await published({ game_date: upcomingDate() });
    const html = await staff.text(`${manager}/${id}`);
    expect([fieldsIn(html), html.includes(link(id))]).toEqual([allNames, false]);
    const page = visibleText(await staff.text(`${manager}/${id}/correct`));
    expect(page).toContain("This pick has neither started nor a verdict. Edit it");
  });

  test("the form of a started pick shows what is sealed, and settles it", async () => {
    const id = await published({ ...past, odds: "-110", book: "DraftKings" });
    const html = await staff.text(`${manager}/${id}`);
    expect(fieldsIn(html)).toEqual([...gradeNames, "beat_clv"]);
    expect(html).toContain(link(id));
    const shown = visibleText(html);
    for (const text of [
      "This pick has started: what it says is part of the public record.",
      "Price -110",
      "Book DraftKings",
    ])
      expect(shown).toContain(text);
    const before = await pickRow(app, id);
    const fields = {
      version: "1",
      verdict: "✅",
      units_result: "",
      closing_line: "+2",
      closing_odds: "",
      beat_clv: "",
    };
    const answer = await staff.post(`${manager}/${id}`, fields);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${manager}#p${id}`]);
    const {
      version,
      settled: is,
      verdict,
      units_result: _units,
      closing_line,
      beat_clv: _beat,
      ...row
    } = await pickRow(app, id);
    expect([version, is, verdict, closing_line]).toEqual([2, 1, "✅", "+2"]);
    expect(before).toMatchObject({ ...row, graded_by: "" });
    expect((await entriesOf(id)).map(({ type }) => type)).toEqual(["publish", "settle"]);
  });

  test("the form of a settled pick shows its grade, too, and still takes what is no part of it", async () => {
    const id = await published({ ...settled, closing_line: "", closing_odds: "" });
    const html = await staff.text(`${manager}/${id}`);
    expect(fieldsIn(html)).toEqual(["beat_clv"]);
    expect(visibleText(html)).toContain("Verdict ✅ Win Units result 1.36");
    const answer = await staff.post(`${manager}/${id}`, { version: "1", beat_clv: "✅" });
    expect([answer.status, (await pickRow(app, id)).beat_clv, (await entriesOf(id)).length]).toEqual([303, "✅", 2]);
  });

  test("a change of a locked field through the form is refused, with the way to correct it", async () => {
    const id = await published(past);
    const before = await everything(app);
    const answer = await staff.post(`${manager}/${id}`, { version: "1", unit_size: "3" });
    const html = await answer.text();
    expect([answer.status, alerts(html)]).toEqual([
      409,
      ["This pick has started or is settled: its correction needs a reason."],
    ]);
    expect([html.includes(link(id)), html.includes("Publish anyway")]).toEqual([true, false]);
    expect(await everything(app)).toBe(before);
  });

  test("a correction needs a reason, shows what everybody will see, and is written with consent", async () => {
    const id = await published(settled);
    const path = `${manager}/${id}/correct`;
    const page = await staff.text(path);
    expect([fieldsIn(page), /<title>([^<]*)/.exec(page)?.[1]]).toEqual([allNames, expect.stringContaining(title)]);
    expect(page).toContain("Public for ever, with what was there before.");
    const names = ["version", ...allNames];
    const fields = { ...Object.fromEntries(names.map((name) => [name, fieldValue(page, name)])), unit_size: "3" };
    const before = await everything(app);

    const unexplained = await staff.post(path, fields);
    const html = await unexplained.text();
    expect([unexplained.status, fieldError(html, "reason")]).toEqual([
      409,
      "Say why: everybody will see it, for ever.",
    ]);
    expect([fieldValue(html, "unit_size"), confirmIn(html)]).toEqual(["3", ""]);

    const reason = 'The stake was "<3 units>".';
    const asking = await (await staff.post(path, { ...fields, reason })).text();
    expect(asking).toContain("Correct for everybody to see");
    for (const text of ["Everybody will see:", "Unit size: 1.5 → 3.", `Reason: ${reason}`])
      expect(decode(visibleText(asking))).toContain(text);
    expect([fieldValue(asking, "reason"), await everything(app)]).toEqual([reason, before]);

    const answer = await staff.post(path, { ...fields, reason, confirm: confirmIn(asking) });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${manager}/${id}`]);
    expect((await entriesOf(id)).at(-1)).toMatchObject({ type: "correct", ref: `${stream}:${id}:2`, reason });
    const trail = decode(visibleText(await staff.text(`${manager}/${id}`)));
    for (const text of [`→ ${reason}`, "Unit size 3"]) expect(trail).toContain(text);
  });

  test("unknown fields are filled in without a reason, once everybody's view was shown", async () => {
    const id = await published(past);
    const path = `${manager}/${id}/correct`;
    const fields = { version: "1", book: "Caesars" };
    const asked = await staff.post(path, fields);
    const asking = await asked.text();
    expect([asked.status, decode(visibleText(asking))]).toEqual([
      409,
      expect.stringContaining("Book: nothing → Caesars."),
    ]);
    const answer = await staff.post(path, { ...fields, confirm: confirmIn(asking) });
    expect([answer.status, (await pickRow(app, id)).book]).toEqual([303, "Caesars"]);
  });

  test("drafts have nothing to correct", async () => {
    const id = await published({ ...past, draft: true });
    expect((await staff.get(`${manager}/${id}/correct`)).status).toBe(404);
    expect(fieldsIn(await staff.text(`${manager}/${id}`))).toEqual(allNames);
  });

  test("a deletion takes a reason for the trail, and says that it stays visible", async () => {
    const id = await published(past);
    const page = visibleText(await staff.text(`${manager}/${id}/delete`));
    expect(page).toContain("Everybody will see in the public record that it was deleted.");
    await staff.post(`${manager}/${id}/delete`, { version: "1", reason: "Published twice." });
    const { action, before } = await app.db
      .selectFrom("audit")
      .select(["action", "before"])
      .where("subject_id", "=", id)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect([action, JSON.parse(before ?? "{}").reason]).toEqual(["pick.deleted", "Published twice."]);
    const draft = await published({ ...past, draft: true });
    expect(await staff.text(`${manager}/${draft}/delete`)).not.toContain("Everybody will see");
  });
});

test("a form that was opened before the start still settles the pick", async () => {
  const id = await publish(staff, { ...past, pick: `Knicks +${nextNumber()}.5` });
  const html = await staff.text(`/admin/picks/${id}/correct`);
  const fields = Object.fromEntries(["version", ...allNames].map((name) => [name, fieldValue(html, name)]));
  const answer = await staff.post(`/admin/picks/${id}`, formFields({ ...fields, verdict: "❌", units_result: "-1.5" }));
  expect([answer.status, (await pickRow(app, id)).verdict]).toEqual([303, "❌"]);
});
