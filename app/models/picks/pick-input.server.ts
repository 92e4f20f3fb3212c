import { z } from "zod";
import { env } from "../../env.server.ts";
import { calendarDate, decimal, isVisible, oneOf, requiredDecimal, textBlock, textLine } from "../fields.ts";
import { markets, parseOdds, sides, withPlainSigns } from "../bets/bet.ts";
import { mostUnits } from "../bets/bet-fields.ts";
import { clvMarks, outcomes } from "../bets/outcome.ts";
import { tags } from "../values/tags.ts";
import { sports } from "../bets/sports.ts";
import { readInstant } from "../bets/start-time.ts";
import { readVerdict, withoutVariationSelector } from "../bets/verdict-text.ts";

/** In characters. */
export const longestWhy = 1000;
const years = { first: "2000", last: "2100" } as const;
const yearText = `The year must be ${years.first} to ${years.last}.`;

const optionalMark = z
  .preprocess(
    (value) => (typeof value === "string" ? withoutVariationSelector(value) : value),
    oneOf(clvMarks, "Choose ✅ or ❌."),
  )
  .meta({ description: "✅ or ❌; empty: equal or unknown. Computed where line and closing are known." });

/** Reads a mark or a word. Invisible characters count as empty. */
const verdict = textLine(40)
  .transform((text, issues) => {
    const outcome = isVisible(text) ? readVerdict(text) : "open";
    if (outcome !== null) return outcomes[outcome].mark;
    issues.addIssue({ code: "custom", message: "Choose a verdict: win, loss, push or void." });
    return z.NEVER;
  })
  .meta({ description: "✅, ❌, ➖ or 🚫, or a word: win, loss, push, void. Empty: open." });

const gameDate = calendarDate.refine((date) => date === "" || isInYears(date), yearText);

const stake = { min: 0, max: 1000, decimals: 2 } as const;

const line = z
  .preprocess(
    (value) => (typeof value === "string" ? withPlainSigns(value).replace(/^\s*pk\s*$/i, "0") : value),
    decimal({ min: -500, max: 500, decimals: 2 }),
  )
  .refine((points) => points === null || Number.isInteger(points * 4), "In steps of 0.25.")
  .meta({ description: "For the side taken, -500 to 500 in steps of 0.25; 0 or PK is a pick'em; empty for none." });

const odds = z
  .preprocess((value) => value ?? "", z.union([z.string(), z.number()], { error: "Must be a price." }))
  .transform((value, issues) => {
    const text = String(value).trim();
    if (text === "") return null;
    const price = parseOdds(text);
    if (price !== null) return price;
    issues.addIssue({ code: "custom", message: "Must be a price, like -110, 1.91 or 10/11." });
    return z.NEVER;
  })
  .meta({
    description: "A price, like -110, 135, EVEN, 1.91 or 10/11, which is stored as an American one; empty for none.",
  });

export const startsAt = textLine(60)
  .transform((text, issues) => {
    if (text === "") return null;
    const instant = readInstant(text, env.SITE_TIMEZONE);
    // Exact to the minute, as the form shows it: saving a form must not move the start.
    if (instant !== null && isInYears(instant)) return `${instant.slice(0, 16)}:00.000Z`;
    issues.addIssue({
      code: "custom",
      message: instant === null ? "Must be a date and time, like 11/25/2026, 7:30 PM ET." : yearText,
    });
    return z.NEVER;
  })
  .meta({ description: "An ISO instant, or a date and time like 11/25/2026, 7:30 PM ET; empty: by date and time." });

export const pickFields = z.object({
  game: textLine(200),
  game_date: gameDate,
  time: textLine(40),
  pick: textLine(200),
  sport: oneOf(sports, "Choose a sport."),
  tag: oneOf(tags, "Choose a tag."),
  sim_confidence: decimal({ min: 0, max: 100, decimals: 6 }),
  unit_size: requiredDecimal(stake, "Enter a number of units, like 1.5."),
  verdict,
  closing_line: textLine(40).meta({ description: "As shown, for the side taken, like -4.5, 220.5 or PK." }),
  closing_odds: odds.meta({ description: "A price for the side taken, like -150, 1.67 or 2/3; empty for none." }),
  beat_clv: optionalMark,
  units_result: decimal({ min: -mostUnits, max: mostUnits, decimals: 6 }),
  market: oneOf(["", ...markets], "Choose a market from the list."),
  side: oneOf(["", ...sides], "Choose a side from the list."),
  line,
  odds,
  book: textLine(60),
  playable_to: textLine(40),
  away: textLine(100),
  home: textLine(100),
  starts_at: startsAt,
  external_id: textLine(100).transform((text) => (text === "" ? null : text)),
  game_external_id: textLine(100),
  why: textBlock(longestWhy).meta({
    description:
      "Why this pick: plain text with line breaks, for members. Not sealed; it stays once the game has started.",
  }),
});

export type PickValues = z.output<typeof pickFields>;

const truths = new Map<unknown, boolean | undefined>([
  ["true", true],
  ["false", false],
  ["", undefined],
]);

/** Texts are accepted, too: a form's button and a spreadsheet send them. */
export const asDraft = z
  .preprocess(
    (value) => {
      const text = typeof value === "string" ? value.trim().toLowerCase() : value;
      return truths.has(text) ? truths.get(text) : text;
    },
    z.boolean({ error: "Must be true or false." }).optional(),
  )
  .meta({
    type: "boolean",
    default: false,
    description: "True: it waits for a review, and no member sees it. A key that may only draft drafts without it.",
  });

/** The API's field. False = a pick with warnings is refused. */
export const confirmed = z
  .boolean({ error: "Must be true or false." })
  .default(true)
  .meta({ description: "False: a pick with warnings is refused with 409, and the answer lists them." });

/** 200 characters is the longest reason that the ledger accepts. */
export const publicReason = textLine(200).meta({
  description:
    "Why a pick that has started or is settled is corrected. Public for ever; not needed to fill in what was unknown.",
});
export const trailReason = textLine(200).meta({ description: "Why it is deleted, for the trail." });

/** The form's field: the form sends back the warnings that it showed. */
export const confirmation = textLine(4000);
/** The same field for many drafts at once. */
export const reviewConfirmation = textLine(100_000);

/** The stake in a form that is still being filled. */
export const stakeSoFar = decimal(stake).transform((units) => units ?? undefined);

function isInYears(date: string): boolean {
  return date.slice(0, 4) >= years.first && date.slice(0, 4) <= years.last;
}
