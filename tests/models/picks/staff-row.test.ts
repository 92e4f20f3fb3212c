import { expect, test } from "vitest";
import { openRow, resolvedRow } from "../../../app/models/picks/staff-row.ts";

const pick = {
  id: 3,
  game: "Kansas City Chiefs @ Buffalo Bills",
  game_date: "11/22/2026",
  time: "4:25 PM",
  pick: "Bills -2.5",
  sport: "NFL",
  tag: "SIM CERTIFIED",
  sim_confidence: 65,
  unit_size: 1.25,
  verdict: "",
  closing_line: "",
  closing_odds: null,
  beat_clv: "",
  units_result: null,
  odds: -112,
  book: "Caesars",
  playable_to: "-3",
} as const;
const sides = {
  away: "Kansas City Chiefs",
  home: "Buffalo Bills",
  away_score: null,
  home_score: null,
  market: "spread",
  side: "home",
  line: -2.5,
  created_at: "2026-11-22T15:00:00.000Z",
  why: "",
} as const;

test("an open pick has its price, its limit and its tag, and says when it is to grade", () => {
  expect(openRow(pick)).toEqual({
    id: 3,
    pick: "Bills -2.5",
    game: "Kansas City Chiefs @ Buffalo Bills",
    sport: "NFL",
    details: "-112 Caesars · to -3 · SIM CERTIFIED",
    when: "11/22/2026, 4:25 PM",
    confidence: "65.0",
    units: "1.25",
  });
  expect(openRow({ ...pick, pick: "Bills -2.5 (-112)" }).details).toBe("Caesars · to -3 · SIM CERTIFIED");
  expect(openRow({ ...pick, odds: null, book: "", playable_to: "" }, { isToGrade: true, isFree: true }).details).toBe(
    "Free · To grade · SIM CERTIFIED",
  );
});

test("what is unknown is a dash or absent", () =>
  expect(
    openRow({ ...pick, odds: null, book: "", playable_to: "", tag: "", game_date: "", time: "", sim_confidence: null }),
  ).toMatchObject({ details: "", when: "–", confidence: "–" }));

test.each([
  [{ verdict: "✅", closing_line: "-8", beat_clv: "✅" }, "✅ Win", "SIM CERTIFIED · closed -8 · ✅ Beat the close"],
  [
    { verdict: "❌", closing_line: "225", beat_clv: "❌" },
    "❌ Loss",
    "SIM CERTIFIED · closed 225 · ❌ Missed the close",
  ],
  [{ verdict: "❌", closing_odds: 130 }, "❌ Loss", "SIM CERTIFIED · closed +130"],
  [
    { verdict: "✅", closing_line: "-2.5", closing_odds: -115 },
    "✅ Win",
    "SIM CERTIFIED · closed -2.5 · Matched the close",
  ],
  [{ verdict: "🚫" }, "🚫 Void", "SIM CERTIFIED · closed – · CLV not recorded"],
] as const)("a settled pick %j has its verdict, closing line and date", (fields, verdict, details) =>
  expect(resolvedRow({ ...pick, ...sides, units_result: 1.36, ...fields })).toMatchObject({
    verdict,
    details,
    units_result: 1.36,
    when: "11/22/2026",
  }),
);

test("a settled pick has the final score, when it is known", () => {
  const settled = { ...pick, ...sides, verdict: "✅", units_result: 1.36 };
  expect(resolvedRow(settled).details).toBe("SIM CERTIFIED · closed – · CLV not recorded");
  expect(resolvedRow({ ...settled, away_score: 17, home_score: 24 }).details).toBe(
    "Final 17-24 · SIM CERTIFIED · closed – · CLV not recorded",
  );
});
