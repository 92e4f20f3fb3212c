/** POST /api/results: the picks that are left out, and those that are settled already. */
import type { z } from "zod";
import { beforeAll, describe, expect, test } from "vitest";
import type { gradingAnswer } from "../../../app/http/shapes.server.ts";
import type { Client } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { everything, pickRow, totals } from "../../support/database/picks.ts";
import { type Game, gradingEnv, newGame, publishOn, resultOf } from "../../support/grading.ts";
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

const win = { outcome: "win", units_result: 0.91, beat_clv: "" } as const;

describe("a pick is left out, with its reason", () => {
  test("in another version than the one that was named, and when it was not named", async () => {
    const game = newGame();
    const ids = [await publishOn(staff, game), await publishOn(staff, game, { pick: `${game.home} ML (-150)` })];
    const third = await publishOn(staff, game, { pick: "Over 200.5 (-110)" });
    await staff.call("PUT", `/api/picks/${ids[1]}`, { book: "FanDuel" });
    const picks = ids.map((pick_id) => ({ stream: "regular", pick_id, version: 1 }));
    const { proposals } = await post({ results: [resultOf(game)], apply: true, picks });
    expect(proposals.map(({ pick_id, applied, left_out }) => [pick_id, applied, left_out])).toEqual([
      [ids[0], true, undefined],
      [ids[1], false, "It was changed in the meantime: its version is 2."],
      [third, false, "It is not among the picks to apply."],
    ]);
    expect((await row(ids[1] ?? 0)).verdict + (await row(third)).verdict).toBe("");
  });

  test("of a game that is not final, until accept_voids names it", async () => {
    const game = newGame();
    const regular = await publishOn(staff, game);
    const pro = await publishOn(staff, game, {}, "/api/propicks");
    const body = {
      results: [resultOf(game, { status: "cancelled", away_score: "", home_score: "" })],
      apply: true,
      accept_voids: [`pro:${pro}`, `pro:${regular}`],
    };
    const { proposals } = await post(body);
    expect(proposals.map(({ pick_id, outcome, applied, left_out }) => [pick_id, outcome, applied, left_out])).toEqual([
      [regular, "void", false, "A game that is not final is voided only when its pick is in accept_voids."],
      [pro, "void", true, undefined],
    ]);
    expect(await row(regular)).toMatchObject({ verdict: "", version: 1 });
    expect(await row(pro)).toMatchObject({ verdict: "🚫", units_result: 0, away_score: null, home_score: null });
  });

  test("when only a person can set its verdict or its units, or it was corrected after its start", async () => {
    const game = newGame();
    const prop = await publishOn(staff, game, { pick: `${game.home} Over 112.5 (-110)` });
    const unpriced = await publishOn(staff, game, { pick: `${game.home} -1.5` });
    const corrected = await publishOn(staff, game);
    await staff.call("PUT", `/api/picks/${corrected}`, { pick: `${game.home} -2.5 (-110)`, reason: "A typing error." });
    const { proposals } = await post({ results: [resultOf(game)], apply: true });
    expect(proposals.map(({ pick_id, outcome, applied, left_out }) => [pick_id, outcome, applied, left_out])).toEqual([
      [prop, "", false, "Props, parlays and parts of a game are graded by hand."],
      [unpriced, "win", false, "Its price is not known: a person sets its units."],
      [corrected, "", false, "It was corrected after its start: a person sets its verdict."],
    ]);
    for (const id of [prop, unpriced, corrected]) expect((await row(id)).verdict).toBe("");
  });
});

describe("a settled pick", () => {
  test("is graded anew only with a reason, which its trail keeps", async () => {
    const game = newGame();
    const id = await publishOn(staff, game);
    await post({ results: [resultOf(game)], apply: true });
    const body = { results: [resultOf(game, { away_score: 114 })], apply: true };
    const before = await everything(app);
    const refused = await (await reader.call(call, { as: staff, body, status: 409 })).json();
    expect(refused).toEqual({
      error: "Settled picks are graded anew only with a reason.",
      warnings: [expect.stringMatching(/ → loss, -1u \(was win, 0\.91u, scores 104-112\)$/)],
    });
    expect(await everything(app)).toBe(before);
    const reason = "The league corrected a basket.";
    expect((await post({ ...body, reason })).proposals).toMatchObject([{ outcome: "loss", applied: true }]);
    expect(await row(id)).toMatchObject({ verdict: "❌", units_result: -1, away_score: 114 });
    const trail = await (await staff.call("GET", `/api/audit?subject=pick&subject_id=${id}`)).json();
    expect(trail[0]).toMatchObject({ action: "pick.graded_anew" });
    expect(trail[0].changes).toContainEqual({ field: "reason", before: "", after: reason });
    expect(await stored(game)).toHaveLength(2);
  });

  test("that was settled by hand with the same verdict and units stays so, and gets its scores", async () => {
    const game = newGame();
    const id = await publishOn(staff, game);
    await staff.call("PUT", `/api/picks/${id}`, { verdict: "win", units_result: 0.91, reason: "A typing error." });
    const { proposals } = await post({ results: [resultOf(game)], apply: true });
    expect(proposals).toMatchObject([{ pick_id: id, applied: true, ...win }]);
    expect(await row(id)).toMatchObject({ graded_by: "hand", verdict: "✅", away_score: 104, home_score: 112 });
  });
});

test("the totals are those of the settled picks", async () => {
  const { stored: kept, counted } = await totals(app);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept).toEqual(counted);
});
