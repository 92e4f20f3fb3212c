import { z } from "zod";
import { clvMarks, verdictMarks } from "../models/bets/outcome.ts";
import { markets, sides } from "../models/bets/bet.ts";
import { oddsFormats } from "../models/odds-format.ts";
import { resultsSources } from "../models/content/sidebar.ts";
import { proposedOutcomes } from "../models/grading/proposal.server.ts";
import { tags } from "../models/values/tags.ts";
import { sports } from "../models/bets/sports.ts";
import { streams } from "../models/bets/stream.ts";
import { roles, scopes } from "../policy.ts";
import { displayModes } from "../models/display-mode.ts";
import { switches } from "../models/people/settings.ts";
import { rowStatuses } from "../models/import/import.ts";
import { auditSubjects } from "../models/trail/trail.ts";
import { statuses } from "../models/people/user.ts";
import { count, id, instant, percent } from "./shape-parts.server.ts";

/** The shapes of the API's answers, for its description and the tests. Answers are not validated against them. */

const shownDate = z
  .string()
  .regex(/^(\d\d\/\d\d\/\d{4})?$/)
  .describe("MM/DD/YYYY; empty when unknown.");
const role = z.enum(roles);
const email = z.string();

const pickTexts = { game: z.string(), game_date: shownDate, time: z.string(), pick: z.string(), sport: z.enum(sports) };
const why = z.string().describe("Why this pick: plain text with line breaks. Not sealed.");
const pickFigures = {
  why,
  sim_confidence: percent.nullable(),
  unit_size: z.number(),
  verdict: z.enum(verdictMarks).describe("Empty: open; ✅: win; ❌: loss; ➖: push; 🚫: void."),
  closing_line: z.string().describe("As shown, for the side taken."),
  closing_odds: z.int().nullable().describe("American, for the side taken."),
  away_score: count.nullable().describe("Of the result that it was graded by; null when unknown."),
  home_score: count.nullable(),
  beat_clv: z.enum(clvMarks).describe("Computed where its line or price and the closing one are known."),
  units_result: z.number().nullable(),
};

const market = z.enum(["", ...markets]).describe("Empty: the text could not be read.");
const side = z.enum(["", ...sides]);
const line = z.number().nullable().describe("For the side taken.");
const odds = z.int().nullable().describe("American.");
const start = instant.nullable().describe("Null when unknown.");
const betFields = {
  market,
  side,
  line,
  odds,
  book: z.string(),
  playable_to: z.string(),
  away: z.string(),
  home: z.string(),
  starts_at: start,
  external_id: z.string().describe("The caller's own name of the pick, unique in its stream; empty when unknown."),
  game_external_id: z.string(),
  published_at: instant.nullable(),
};

export const betPick = z.strictObject({
  id,
  ...pickTexts,
  tag: z.enum(tags),
  ...pickFigures,
  ...betFields,
  created_at: instant,
  version: id,
});
export const writtenPick = betPick.extend({
  warnings: z
    .array(z.string())
    .optional()
    .describe("What is unusual about it, a sentence each; absent when nothing is."),
});
export const importResult = z.strictObject({
  error: z.string().optional().describe("Only where nothing was imported."),
  rows: z.array(
    z.strictObject({
      index: z.int().nonnegative(),
      status: z.enum(rowStatuses),
      id: id.nullable().describe("Null for a failed row, and for a new pick while nothing is written."),
      fields: z
        .record(z.string(), z.string())
        .optional()
        .describe("By field: of a failed row the reasons, of a changed one the new values."),
      warnings: z.array(z.string()).optional(),
    }),
  ),
  counts: z.strictObject({ created: count, unchanged: count, changed: count, failed: count }),
});
export const gradingAnswer = z.strictObject({
  proposals: z.array(
    z.strictObject({
      stream: z.enum(streams),
      pick_id: id,
      version: id,
      outcome: z.enum(proposedOutcomes).describe("Empty: only a person can set the verdict."),
      units_result: z.number().nullable(),
      beat_clv: z.string(),
      reason: z.string().describe("How it was graded."),
      applied: z.boolean(),
      left_out: z.string().optional().describe("Why it is not applied."),
    }),
  ),
  unmatched: z
    .array(z.strictObject({ index: count, reason: z.string() }))
    .describe("Results that are used for no pick."),
});
export const betReading = z.strictObject({
  market,
  side,
  line,
  odds,
  away: z.string(),
  home: z.string(),
  starts_at: start,
  text: z.string().describe("In words; empty without a pick."),
});
export const ownLine = z.strictObject({
  noted_at: instant,
  after_start: z.boolean().describe("True when it was noted after the start."),
  not_bet: z.boolean(),
  odds,
  line,
  unit_size: z.number().nullable().describe("The stake in units."),
  book: z.string(),
});
const cardEntry = {
  own: ownLine.nullable().describe("What you noted that you really got; an unknown value is the posted one."),
  status: z.enum(["pending", "settled"]),
  after_start: z.boolean().describe("True when it was added after its start."),
  ...pickTexts,
  ...pickFigures,
  ...betFields,
};
export const savedPick = z.strictObject({ pick_id: id, ...cardEntry });
export const savedProPick = z.strictObject({ propick_id: id, ...cardEntry });

export const ownSession = z.strictObject({
  id,
  browser: z.string().nullable(),
  network: z.string().nullable().describe("The network part of its IP address."),
  created_at: instant,
  seen_at: instant.describe("Accurate to five minutes."),
  current: z.boolean().describe("True for this call's own session."),
});

export const ownDevice = z.strictObject({
  id,
  name: z.string().describe('Such as "Chrome on Android".'),
  created_at: instant,
  mark: z.string().describe("The first 16 digits of its endpoint's SHA-256."),
});
export const ownDevices = z.strictObject({
  public_key: z.string().describe("The site's key at push services (VAPID), in base64url."),
  devices: ownDevice.array(),
});

export const ownBreak = z.strictObject({
  break_until: instant.nullable().describe("When the break from picks ends; null = none."),
});

export const pickRecord = z.strictObject({
  wins: count,
  losses: count,
  pushes: count,
  voids: count.describe("Listed, but in no other figure."),
  win_percent: percent.describe("Wins of wins and losses, in percent."),
  units_won: z.number(),
  roi_percent: percent.describe("Units won of the units staked on wins and losses, in percent."),
  total_bets: count.describe("Wins, losses and pushes."),
  average_sim_confidence: percent.describe("Over the total bets, in percent."),
  calibration: z.array(
    z.strictObject({
      from: percent,
      to: percent,
      bets: count.describe("Wins and losses."),
      wins: count,
      win_percent: percent,
      average_sim_confidence: percent,
    }),
  ),
  corrections: z
    .strictObject({ changed: count, deleted: count })
    .describe("Over the whole record, regardless of filters: published picks that were changed or deleted."),
});

export const listVersion = z.strictObject({
  version: z.string().describe("Changes whenever the page of open picks does."),
});

export const user = z.strictObject({ id, name: z.string(), email, role, status: z.enum(statuses) });
export const profile = z.strictObject({ id, name: z.string(), phone: z.string(), email, role });
export const signedInPerson = profile.extend({
  token: z
    .string()
    .describe(
      "A bearer token, valid for seven days, for staff until 12 hours without a call. Revoked with its sign-in.",
    ),
});
export const settings = z.strictObject({
  email_notifications: z.enum(switches),
  sms_alerts: z.enum(switches),
  display_mode: z.enum(displayModes),
  odds_format: z.enum(oddsFormats).describe("How pages and mails show prices. The API and files have American ones."),
  bankroll: z.string().describe('"2500.00"; empty = not told.'),
  unit: z.string().describe('What one unit is: "1.5%" of the bankroll, or an amount, "25.00"; empty = not told.'),
  currency: z.string().describe("The sign before amounts of money."),
});

export const sidebar = z.strictObject({
  results: z.string().describe("The staff's text. It stays stored while the record is shown."),
  results_by: z.enum(resultsSources).describe("What Recent Results shows: this text, or the last 7 days' record."),
  results_shown: z.string().describe("What Recent Results shows now; empty when there is no text."),
  notes: z.string(),
  next: z.string(),
});
const markdown = z.string().describe("Markdown.");
export const learn = z.strictObject({ glossary: z.array(markdown), tips: z.array(markdown) });
export const tips = z.array(markdown);
export const tip = z.strictObject({ content: markdown });

export const affiliate = z.strictObject({
  id,
  name: z.string(),
  email,
  ref_code: z.string(),
  total_clicks: count,
  total_signups: count,
  total_purchases: count,
  commission_earned: z.number().describe("In dollars."),
});

const value = z.string().nullable();
export const auditEntry = z.strictObject({
  id,
  at: instant,
  action: z.string(),
  actor: z
    .strictObject({
      id,
      name: z
        .string()
        .nullable()
        .describe("A staff member's name at that time. Null for a member whose account was deleted."),
      gone: z.boolean().describe("True when the account was deleted."),
    })
    .nullable(),
  key: z.string().nullable().describe("The name of the key of the program that did it."),
  job: z.string().nullable().describe("The job of the server that did it."),
  subject: z.enum(auditSubjects),
  subject_id: id.nullable(),
  subject_name: z.string().nullable(),
  changes: z.array(z.strictObject({ field: z.string(), before: value, after: value })),
});

const keyFields = { id, name: z.string(), scopes: z.array(z.enum(scopes)), created_at: instant };
const calls = z.strictObject({ reads: z.number().int(), writes: z.number().int() });
export const apiKey = z.strictObject({
  ...keyFields,
  used_at: instant.nullable().describe("To the minute."),
  calls: z
    .strictObject({ today: calls, last_30_days: calls })
    .describe("By days in UTC. Refused calls count too, but not those over the limit."),
});
export const newApiKey = apiKey.extend({ key: z.string().describe("The bearer. It is not shown again.") });

export const done = z.strictObject({ ok: z.literal(true) });
export const codeAsked = done.extend({
  reset_token: z
    .string()
    .optional()
    .describe(
      "Send it to POST /api/verify-otp to have five tries of your own. Absent for a browser that asked on the page.",
    ),
});
export const received = z.strictObject({ received: z.literal(true) });
export const failure = z.strictObject({
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional().describe("For invalid input: an error text per field."),
  warnings: z.array(z.string()).optional().describe('For `"confirm": false`: what is unusual, a sentence each.'),
  two_factor: z.literal(true).optional().describe("The password is right; the code is missing."),
});
/** An event of the payment provider; every field is optional. */
export const report = z.looseObject({});
export const nothing = z.object({});
export const description = z.looseObject({ openapi: z.literal("3.1.0") });
