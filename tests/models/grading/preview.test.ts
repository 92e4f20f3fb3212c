/** Grading does what it proposes. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { outcomes } from "../../../app/models/bets/outcome.ts";
import { postResults } from "../../../app/models/grading/results-api.server.ts";
import { regularPicks } from "../../../app/models/picks/pick.server.ts";
import { actorOf, pickFields } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const game = { sport: "NBA", game_date: "11/20/2026", away: "Boston Celtics", home: "New York Knicks" } as const;

const side = fc.constantFrom("Celtics", "Knicks");
const line = fc.integer({ min: -60, max: 60 }).map((quarters) => quarters / 4);
const signed = (points: number) => (points < 0 ? String(points) : `+${points}`);
const bet = fc.oneof(
  fc.tuple(side, line).map(([name, points]) => `${name} ${signed(points)} (-110)`),
  fc.tuple(fc.constantFrom("Over", "Under"), line).map(([name, points]) => `${name} ${210 + Math.abs(points)} (-105)`),
  side.map((name) => `${name} ML (+135)`),
  side.map((name) => `${name} ML`),
  fc.constantFrom("Draw (+400)", "Tatum over 24.5 points", "The better team"),
);
const score = fc.integer({ min: 95, max: 120 });

it("proposals are what is applied, and applying them again changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(bet, { minLength: 1, maxLength: 6 }),
      score,
      score,
      async (bets, away_score, home_score) => {
        await db.deleteFrom("picks").execute();
        for (const pick of bets) await regularPicks.addPick(admin, pickFields({ pick, odds: "" }));
        const results = [{ ...game, away_score, home_score }];
        const { proposals } = await postResults(admin, { results });
        expect(await db.selectFrom("picks").select("id").where("verdict", "<>", "").execute()).toEqual([]);
        const applied = await postResults(admin, { results, apply: true });
        const expected = proposals.map((proposal) => ({ ...proposal, applied: proposal.left_out === undefined }));
        expect(applied.proposals).toEqual(expected);
        const rows = await db.selectFrom("picks").selectAll().orderBy("id").execute();
        expect(rows.map(({ verdict, units_result }) => [verdict, units_result])).toEqual(
          expected.map(({ applied: isApplied, outcome, units_result }) =>
            isApplied && outcome !== "" ? [outcomes[outcome].mark, units_result] : ["", null],
          ),
        );
        const again = await postResults(admin, { results, apply: true });
        expect(again.proposals.some((proposal) => proposal.applied)).toBe(false);
        expect(await db.selectFrom("picks").selectAll().orderBy("id").execute()).toEqual(rows);
      },
    ),
    { numRuns: 40 },
  );
});
