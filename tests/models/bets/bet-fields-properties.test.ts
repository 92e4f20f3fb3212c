import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type Bet,
  type StoredBet,
  betProblem,
  contradictions,
  derivedFields,
  resolveBet,
} from "../../../app/models/bets/bet-fields.ts";
import { markets, sides } from "../../../app/models/bets/bet.ts";

const zone = "America/New_York";

const texts = {
  pick: fc.constantFrom(
    ...["", "Celtics -3.5 (-110)", "Lakers +7", "Lakers ML (+135)", "Over 220.5 -105", "u 8.5", "Kings PK", "Draw"],
    ...["Celtics Over 112.5", "New York -3", "Celtics -3.5 1H", "Celtics EVEN", "parlay", "x"],
  ),
  game: fc.constantFrom(
    ...["", "Los Angeles Lakers @ Boston Celtics", "Lakers vs Kings", "New York Jets @ New York Giants", "Finals"],
  ),
  game_date: fc.constantFrom("", "2026-11-20", "2026-03-08", "2026-11-01"),
  time: fc.constantFrom("", "7:30 PM", "2:30 AM", "1:30 AM ET", "19:30", "tonight"),
  verdict: fc.constantFrom("", "✅", "❌", "➖", "🚫"),
  unit_size: fc.constantFrom(0, 0.5, 1, 1.5, 5),
};
const fields = {
  away: fc.constantFrom("", "Lakers", "Los Angeles Lakers"),
  home: fc.constantFrom("", "Celtics", "Boston Celtics"),
  starts_at: fc.constantFrom(null, "2026-11-21T00:30:00.000Z", "2026-11-21T01:00:00.000Z"),
  market: fc.constantFrom("" as const, ...markets),
  side: fc.constantFrom("" as const, ...sides),
  line: fc.constantFrom(null, 0, -3.5, 7, 220.5),
  odds: fc.constantFrom(null, -110, 100, 135),
  units_result: fc.constantFrom(null, 0, 0.91, -1),
};
const whole: fc.Arbitrary<Bet> = fc.record({ ...texts, ...fields });
const partial = fc.record({ ...texts, ...fields }, { requiredKeys: [] });
const onlyTexts = fc.record(texts, { requiredKeys: [] });

/** A new pick and the changes after it, each saved as long as its fields fit together. */
const history = fc.tuple(whole, fc.array(partial, { maxLength: 4 }));

function storedAfter([first, changes]: [Bet, Partial<Bet>[]]): StoredBet {
  let stored = resolved(null, first);
  for (const sent of changes) {
    const next = resolved(stored, sent);
    if (betProblem(next) === null) stored = next;
  }
  return stored;
}

function resolved(before: StoredBet | null, sent: Partial<Bet>): StoredBet {
  const { bet, typedFields: typed } = resolveBet(before, sent, zone);
  return { ...bet, typedFields: typed };
}

it("sending nothing, or what is stored, changes no value, and types nothing", () => {
  fc.assert(
    fc.property(history, (past) => {
      const stored = storedAfter(past);
      const { typedFields: typed, ...values } = stored;
      expect(resolved(stored, {})).toEqual(stored);
      const again = resolveBet(stored, values, zone);
      expect(again.bet).toEqual(values);
      expect(typed).toEqual(expect.arrayContaining([...again.typedFields]));
    }),
    { numRuns: 3000 },
  );
});

it("what nobody typed always fits together", () => {
  fc.assert(
    fc.property(onlyTexts, fields.market, onlyTexts, (first, market, later) => {
      const base = { pick: "", game: "", game_date: "", time: "", verdict: "", unit_size: 1 };
      const published = resolved(null, { ...base, ...first, market });
      const saved = resolved(published, later);
      expect([betProblem(published), betProblem(saved)]).toEqual([null, null]);
    }),
    { numRuns: 2000 },
  );
});

it("fields that don't fit together are refused at a field that was typed, or whose market was", () => {
  fc.assert(
    fc.property(history, partial, (past, sent) => {
      const { bet, typedFields: typed } = resolveBet(storedAfter(past), sent, zone);
      const problem = betProblem(bet);
      if (problem === null) return;
      expect(typed).toContain(problem.field);
      expect(bet[problem.field]).not.toBe(problem.field === "side" ? "" : null);
    }),
    { numRuns: 3000 },
  );
});

it("a field that is not typed is what the texts say, and a contradiction is typed", () => {
  fc.assert(
    fc.property(history, whole, (past, sent) => {
      const resolved = resolveBet(storedAfter(past), sent, zone);
      const { bet, typedFields: typed, reading } = resolved;
      const isMarketTyped = typed.includes("market");
      for (const name of derivedFields)
        if (!typed.includes(name) && !(isMarketTyped && (name === "side" || name === "line")))
          expect(bet[name]).toBe(reading[name]);
      for (const name of contradictions(resolved)) expect(typed).toContain(name);
    }),
    { numRuns: 2000 },
  );
});
