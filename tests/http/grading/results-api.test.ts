/** POST /api/results: proposals, and with `apply` the settled picks. */
import type { z } from "zod";
import { beforeAll, describe, expect, test } from "vitest";
import { formatCalendarDate } from "../../../app/time/calendar-date.ts";
import type { gradingAnswer } from "../../../app/http/shapes.server.ts";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { nextNumber } from "../../support/database/factories.ts";
import { everything, pickRow } from "../../support/database/picks.ts";
import { type Game, gradingEnv, newGame, publishOn, resultOf, today } from "../../support/grading.ts";
import { Reader } from "../../support/pages/description.ts";

const app = useApp(gradingEnv);
let reader: Reader;
let staff: Client;
beforeAll(async () => {
  reader = await Reader.of(app);
  staff = await app.signedIn("superadmin");
});

type Answer = z.output<typeof gradingAnswer>;
type Body = Readonly<Record<string, unknown>>;

const call = "POST /api/results";
const row = (id: number) => pickRow(app, id);
const stored = async ({ home }: Game) =>
  app.db.selectFrom("results").select(["away_score", "home_score", "source"]).where("home", "=", home).execute();

async function post(body: Body, as = staff): Promise<Answer> {
  return (await reader.call(call, { as, body, status: 200 })).json();
}

async function newKey(...scopes: readonly string[]) {
  const answer = await staff.call("POST", "/api/keys", { name: `results ${nextNumber()}`, scopes });
  const { key, name }: { key: string; name: string } = await answer.json();
  const send = (body: Body) =>
    fetch(new URL("/api/results", app.origin), {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  return { name, send };
}

const win = { outcome: "win", units_result: 0.91, beat_clv: "" } as const;

describe("who may send results", () => {
  test("a key with results.write settles both streams, and is in the trail by its name", async () => {
    const game = newGame();
    const regular = await publishOn(staff, game);
    const pro = await publishOn(staff, game, { pick: `${game.home} ML (-150)` }, "/api/propicks");
    const { name, send } = await newKey("results.write");
    const answer = await send({ results: [resultOf(game)], apply: true });
    const body = await answer.json();
    expect(answer.status, JSON.stringify(body)).toBe(200);
    reader.check(call, answer, body);
    expect(body.proposals).toMatchObject([
      { stream: "regular", pick_id: regular, applied: true, ...win },
      { stream: "pro", pick_id: pro, applied: true, outcome: "win", units_result: 0.67 },
    ]);
    expect(await stored(game)).toEqual([{ away_score: 104, home_score: 112, source: "key" }]);
    const trail = await staff.call("GET", `/api/audit?subject=pick&subject_id=${pro}`);
    expect((await trail.json())[0]).toMatchObject({ action: "pick.settled", actor: null, key: name });
  });

  test("a propicksmanager grades pro picks alone", async () => {
    const game = newGame();
    const regular = await publishOn(staff, game);
    const pro = await publishOn(staff, game, {}, "/api/propicks");
    const { proposals } = await post({ results: [resultOf(game)], apply: true }, await app.signedIn("propicksmanager"));
    expect(proposals.map(({ stream, pick_id }) => [stream, pick_id])).toEqual([["pro", pro]]);
    expect([(await row(regular)).verdict, (await row(pro)).verdict]).toEqual(["", "✅"]);
  });

  test("a key of other scopes, a member and a visitor may not", async () => {
    const game = newGame();
    await publishOn(staff, game);
    const body = { results: [resultOf(game)], apply: true };
    const { send } = await newKey("picks.publish", "propicks.publish", "picks.draft", "propicks.draft");
    const member = await app.signedIn("user");
    const before = await everything(app);
    await reader.call(call, { as: member, body, status: 403 });
    await reader.call(call, { as: app.client(), body, status: 401 });
    expect(await everything(app)).toBe(before);
    expect((await send(body)).status).toBe(403);
    expect(await stored(game)).toEqual([]);
  });
});

test("without apply nothing is stored, with it once", async () => {
  const game = newGame();
  const id = await publishOn(staff, game, { closing_line: "-4.5" });
  const nobodys = newGame();
  const results = [resultOf(game), resultOf(nobodys)];
  const proposal = {
    stream: "regular",
    pick_id: id,
    version: 1,
    outcome: "win",
    units_result: 0.91,
    beat_clv: "✅",
    reason: `${game.home} 112, ${game.away} 104: margin +8, line -3.5 → win, +0.91u`,
  };
  const before = await everything(app);
  const proposed = await post({ results });
  expect(proposed.proposals).toEqual([{ ...proposal, applied: false }]);
  expect(proposed.unmatched).toEqual([
    { index: 1, reason: `No pick is on ${nobodys.title} (NBA, ${formatCalendarDate(today)}).` },
  ]);
  expect(await post({ results, apply: false })).toEqual(proposed);
  expect(await everything(app)).toBe(before);
  expect(await post({ results, apply: true })).toEqual({ ...proposed, proposals: [{ ...proposal, applied: true }] });
  expect(await row(id)).toMatchObject({
    verdict: "✅",
    units_result: 0.91,
    graded_by: "rule",
    away_score: 104,
    home_score: 112,
    version: 2,
  });
  expect([await stored(game), await stored(nobodys)]).toEqual(
    Array(2).fill([{ away_score: 104, home_score: 112, source: "staff" }]),
  );
  const settled = await everything(app);
  expect((await post({ results, apply: true })).proposals).toMatchObject([
    { pick_id: id, version: 2, ...win, beat_clv: "✅", applied: false, left_out: "It is settled so already." },
  ]);
  expect(await everything(app)).toBe(settled);
});

describe("results that are not used", () => {
  test("are listed with their index and reason, and the valid ones are stored", async () => {
    const [game, other, unseen] = [newGame(), newGame(), newGame()];
    const [id, still] = [await publishOn(staff, game), await publishOn(staff, other)];
    const turned = { ...other, away: other.home, home: other.away };
    // The rows are sent as they are: the API's reader would refuse them.
    const answer = await staff.call("POST", "/api/results", {
      results: [resultOf(unseen), { sport: "Chess" }, 7, resultOf(turned), resultOf(game)],
      apply: true,
    });
    const { unmatched, proposals } = await answer.json();
    reader.check(call, answer, { unmatched, proposals });
    expect(unmatched).toEqual([
      { index: 0, reason: `No pick is on ${unseen.title} (NBA, ${formatCalendarDate(today)}).` },
      { index: 1, reason: expect.stringContaining("sport: Choose a sport.") },
      { index: 2, reason: "Must be an object." },
      {
        index: 3,
        reason: `The sides are exchanged: the result says ${other.home} @ ${other.away}, the picks say ${other.title}.`,
      },
    ]);
    expect(proposals).toMatchObject([{ pick_id: id, applied: true }]);
    expect((await row(still)).verdict).toBe("");
    expect([(await stored(unseen)).length, (await stored(turned)).length]).toEqual([1, 0]);
  });

  test.each([
    ["501", { results: Array(501).fill({}) }, { results: "At most 500 results." }],
    ["none", { results: [] }, { results: "Send at least one result." }],
    ["no list", { results: {} }, { results: "Must be a list." }],
    ["another apply", { results: [{}], apply: "yes" }, { apply: "Must be true or false." }],
    ["a long reason", { results: [{}], reason: "x".repeat(201) }, { reason: "At most 200 characters." }],
  ])("are refused: %s", async (_what, body, fields) => {
    const before = await everything(app);
    const answer = await reader.call(call, { as: staff, body, status: 400 });
    expect([(await answer.json()).fields, await everything(app)]).toEqual([fields, before]);
  });
});
