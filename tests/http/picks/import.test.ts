/** The import through its two doors: the form without scripts, and the API. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { nextNumber, upcomingDate } from "../../support/database/factories.ts";
import { everything, publish } from "../../support/database/picks.ts";
import { alerts, fieldError, visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
});

const row = (changes: Readonly<Record<string, unknown>> = {}) => ({
  game: "Lakers @ Celtics",
  pick: `Celtics -${nextNumber()}`,
  sport: "NBA",
  tag: "Manual Edge",
  game_date: upcomingDate(),
  time: "7:30 PM",
  unit_size: 1,
  ...changes,
});
const tableOf = (...rows: readonly Readonly<Record<string, unknown>>[]) =>
  [Object.keys(rows[0] ?? {}), ...rows.map(Object.values)].map((cells) => cells.join("\t")).join("\n");

describe.each([
  { stream: "regular", manager: "/admin/picks", api: "/api/picks", open: "/dashboard" },
  { stream: "pro", manager: "/admin/propicks", api: "/api/propicks", open: "/propicks" },
] as const)("an import of $stream picks", ({ manager, api, open }) => {
  const path = `${manager}/import`;
  const digestIn = (html: string) => /name="digest"[^>]*value="([^"]*)"/.exec(html)?.[1];

  test("by the form: paste, preview, confirm", async () => {
    const rows = [row(), row({ unit_size: 6 })];
    const text = tableOf(...rows);
    const before = await everything(app);
    const preview = await staff.post(path, { text });
    const html = await preview.text();
    expect([preview.status, await everything(app)]).toEqual([200, before]);
    expect(visibleText(html)).toContain("2 new");
    expect(html).toContain("Its stake is over 5 units: 6u.");
    expect(html).toMatch(/<textarea[^>]*>game\tpick/);
    const answer = await staff.post(path, { text, digest: digestIn(html) });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, manager]);
    expect(alerts(await staff.text(manager))).toEqual(["Imported: 2 new."]);
    const page = await (await app.signedIn("user")).text(open);
    for (const { pick } of rows) expect(page).toContain(pick);
  });

  test("by the form: what is wrong is said, nothing is written, and the text stays", async () => {
    const before = await everything(app);
    for (const [text, problem] of [
      ["", "Paste a table first."],
      ["Dear all", "The first line must name the columns, like: game, pick, sport, tag, unit_size."],
      ['game,pick\nA,"=cmd"', "Line 2, column 2: a formula. Paste values instead."],
    ] as const) {
      const answer = await staff.post(path, { text });
      const html = await answer.text();
      expect([answer.status, fieldError(html, "text"), digestIn(html)]).toEqual([422, problem, undefined]);
      expect(visibleText(/<textarea[^>]*>([^<]*)/.exec(html)?.[1] ?? "")).toBe(text.replaceAll("\n", " "));
    }
    const refused = await (await staff.post(path, { text: tableOf(row({ sport: "Quidditch" })) })).text();
    expect([visibleText(refused).includes('"Quidditch" is not known as a sport.'), digestIn(refused)]).toEqual([
      true,
      undefined,
    ]);
    const long = await staff.post(path, { text: "x".repeat(10 * 1024 * 1024) });
    expect([long.status, await everything(app)]).toEqual([413, before]);
  });

  test("by the API: rows, counts, and the statuses of a refusal", async () => {
    const call = async (body: unknown, query = "") => {
      const answer = await staff.call("POST", `${api}/import${query}`, body);
      return [answer.status, await answer.json()] as const;
    };
    const rows = [row({ external_id: `a${nextNumber()}` }), row({ unit_size: 6 })];
    const before = await everything(app);
    const counts = { created: 2, unchanged: 0, changed: 0, failed: 0 };
    const warnings = ["Its stake is over 5 units: 6u."];
    const dry = [
      { index: 0, status: "created", id: null },
      { index: 1, status: "created", id: null, warnings },
    ];
    expect(await call(rows, "?dry_run=1")).toEqual([200, { rows: dry, counts }]);
    expect(await call(rows, "?confirm=0")).toEqual([409, { error: expect.any(String), rows: dry, counts }]);
    const [status, body] = await call([...rows, row({ line: 0.1 })]);
    expect([status, body.counts, body.rows[2]]).toEqual([
      422,
      { ...counts, failed: 1 },
      { index: 2, status: "failed", id: null, fields: { line: "In steps of 0.25." } },
    ]);
    expect(await everything(app)).toBe(before);
    expect(await call(rows)).toMatchObject([200, { counts }]);
    expect(await call(rows)).toMatchObject([200, { counts: { ...counts, created: 0, unchanged: 2 } }]);
    for (const [wrong, expected] of [
      [{}, 400],
      [[1], 400],
      [Array(501).fill({}), 400],
      [[{ game: "x".repeat(300_000) }], 413],
    ] as const)
      expect((await call(wrong))[0]).toBe(expected);
  });

  test("shares the names of the picks that are there", async () => {
    const pick = `Celtics -${nextNumber()}`;
    const id = await publish(staff, { ...row({ pick }) }, api);
    const answer = await staff.call("POST", `${api}/import`, [row({ pick, book: "FanDuel" })]);
    expect(await answer.json()).toMatchObject({ rows: [{ id, status: "changed", fields: { book: "FanDuel" } }] });
  });
});
