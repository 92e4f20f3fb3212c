/** The shapes of the public record and its ledger: see shapes.server.ts. */
import { z } from "zod";
import { streams } from "../models/bets/stream.ts";
import { entryTypes } from "../models/ledger/ledger-entry.ts";
import { notCountedReasons } from "../models/ledger/not-counted.ts";
import { count, id, instant, percent } from "./shape-parts.server.ts";

const mean = z
  .strictObject({ mean: z.number().nullable().describe("Null of nothing."), bets: count })
  .describe("Of the bets whose closing line or price is known.");
const share = percent.nullable().describe("In percent; null while nothing is decided.");

const notCounted = z.strictObject({
  [notCountedReasons[0]]: count,
  [notCountedReasons[1]]: count,
  [notCountedReasons[2]]: count,
  [notCountedReasons[3]]: count,
  [notCountedReasons[4]]: count,
  [notCountedReasons[5]]: count,
});

export const publicRecord = z.strictObject({
  wins: count,
  losses: count,
  pushes: count,
  voids: count.describe("Listed, but in no other figure."),
  units_won: z.number(),
  roi_percent: share,
  win_percent: share,
  interval: z
    .array(percent)
    .length(2)
    .nullable()
    .describe("The 95 % interval of win_percent (Wilson), in percent: [low, high]."),
  break_even_percent: share.describe("The mean chance that the prices imply, in percent."),
  clv: z
    .strictObject({ points: mean, percent: mean })
    .describe("The mean closing-line value: of spreads and totals in points, of moneylines in percent."),
  not_counted: notCounted.describe("Listed picks that don't count, by the reason."),
  by_hand: count.describe("Of those that count: graded by people, not by rule."),
  moved: count.describe("Revealed picks whose start was moved."),
  not_graded: count.describe("Losses because nobody graded them in time."),
  not_revealed: count.describe("Losses because they were not revealed in time."),
  open: count.describe("Revealed picks without a verdict."),
  sealed: count.describe("Picks that are not revealed yet."),
  since: instant.nullable().describe("When the record began."),
});

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const text = z.string().optional();
const sealedContent = z.strictObject({
  v: z.literal(1),
  stream: z.enum(streams),
  pick_id: id,
  version: id,
  unit_size: z.string(),
  game: text,
  away: text,
  home: text,
  game_date: text,
  time: text,
  starts_at: text,
  sport: text,
  tag: text,
  pick: text,
  market: text,
  side: text,
  line: text,
  odds: z.int().optional(),
  book: text,
  playable_to: text,
  sim_confidence: text,
});
const ledgerEntry = z.strictObject({
  seq: count,
  at: instant,
  type: z.enum(entryTypes),
  ref: z.string().describe("stream:pick:version; empty for an entry about no pick."),
  zone: text,
  format: text,
  digest: hash.optional(),
  reveal_by: text,
  outcome: text,
  units: text,
  by: text,
  away_score: text,
  home_score: text,
  closing_line: text,
  closing_odds: z.int().optional(),
  reason: text,
  changes: z.record(z.string(), z.array(z.string()).length(2)).optional().describe("By field: [old, new]."),
  from: count.optional(),
  lost: text,
  hash: hash.describe(
    "SHA-256 of the hash before it, a line feed and the entry's canonical JSON without hash and reveal.",
  ),
  reveal: z
    .strictObject({ salt: hash, content: sealedContent })
    .nullable()
    .describe("What the entry's digest seals; null where it seals nothing or is not revealed yet."),
});

export const ledgerPage = z.strictObject({
  head: z.strictObject({ seq: count, hash, at: z.string() }).describe("The last entry of the whole ledger."),
  entries: z.array(ledgerEntry),
});
