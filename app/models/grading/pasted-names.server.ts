import type { Db } from "../../db.server.ts";
import type { Caller } from "../operation.server.ts";
import type { Plan } from "./grade-picks.server.ts";
import type { KeyedGame } from "./grading-day.server.ts";
import type { GradingForm, TypedResults } from "./grading-form.server.ts";
import type { UnmatchedLine } from "./grading.ts";
import type { ResultValues } from "./result-input.server.ts";
import { confirmAlias } from "./result.server.ts";
import type { NameKeys } from "./team-name.ts";

/** The pasted results that are about no pick, with the teams that their names could mean. */
export function unmatchedLines(typed: TypedResults, plan: Plan, games: readonly KeyedGame[]): UnmatchedLine[] {
  return plan.unmatched.flatMap(({ index, reason, stored }) => {
    const values = typed.results.find((result) => result.index === index)?.values;
    if (!values || index < typed.games.length) return [];
    const { sport, away, home } = values;
    return [{ index, text: textOf(values), reason, sport, away, home, teams: stored ? teamsOf(values, games) : [] }];
  });
}

/** From now on the names mean the teams that were chosen for them. */
export async function confirmAliases(
  trx: Db,
  caller: Caller,
  form: GradingForm,
  lines: readonly UnmatchedLine[],
  keys: NameKeys,
): Promise<void> {
  for (const line of lines)
    for (const side of ["away", "home"] as const) {
      const team = form[`alias_${line.index}_${side}`];
      if (typeof team === "string" && line.teams.includes(team))
        await confirmAlias(trx, caller, { sport: line.sport, alias: line[side], name: team }, keys);
    }
}

function teamsOf({ sport, game_date }: ResultValues, games: readonly KeyedGame[]): string[] {
  const ofDay = games.filter((game) => game.sport === sport && game.game_date === game_date && game.away !== "");
  return [...new Set(ofDay.flatMap(({ away, home }) => [away, home]))];
}

function textOf({ away, home, away_score, home_score, status }: ResultValues): string {
  return status === "final"
    ? `${away} ${away_score ?? ""} @ ${home} ${home_score ?? ""}`
    : `${away} @ ${home}, ${status}`;
}
