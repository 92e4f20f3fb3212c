import { z } from "zod";
import { calendarDate, decimal, oneOf, textLine } from "../fields.ts";
import { startsAt } from "../picks/pick-input.server.ts";
import { sports } from "../bets/sports.ts";
import { hasWinnerOnly } from "../bets/final-text.ts";
import { maxScore, resultStatuses } from "../bets/grade.ts";

const score = decimal({ min: 0, max: maxScore, decimals: 0 });
const required = (text: string) => text !== "";

/** A game's result, as programs, pasted tables and the form send it. */
export const resultFields = z
  .object(
    {
      sport: oneOf(sports, "Choose a sport."),
      game_date: calendarDate.refine(required, "Enter the game's date."),
      away: textLine(100).refine(required, "Enter the away side."),
      home: textLine(100).refine(required, "Enter the home side."),
      away_score: score,
      home_score: score,
      status: oneOf(["", ...resultStatuses], "Choose a status from the list.").transform((status) => status || "final"),
      starts_at: startsAt,
      external_id: textLine(100),
    },
    { error: "Must be an object." },
  )
  .superRefine(({ sport, away_score, home_score, status }, issues) => {
    const refuse = (field: string, message: string) => issues.addIssue({ code: "custom", path: [field], message });
    if (away_score === null && (status === "final" || home_score !== null)) refuse("away_score", "Enter both scores.");
    if (home_score === null && (status === "final" || away_score !== null)) refuse("home_score", "Enter both scores.");
    if (hasWinnerOnly(sport) && Math.max(away_score ?? 0, home_score ?? 0) > 1)
      refuse("away_score", `In ${sport} the winner has 1 and the loser 0.`);
  });

/**
 * `starts_at` null = unknown; `external_id` is the game's id, '' = unknown. Scores are null when the game was not
 * played.
 */
export type ResultValues = z.output<typeof resultFields>;

export const resultNames = Object.keys(resultFields.shape);
