import type { Db, ResultRow } from "../../db.server.ts";
import type { Caller } from "../operation.server.ts";
import type { Plan } from "./grade-picks.server.ts";
import type { KeyedGame } from "./grading-day.server.ts";
import { nameOfGame } from "./grading-day.server.ts";
import type { GradingForm, TypedResults } from "./grading-form.server.ts";
import type { UnmatchedLine } from "./grading.ts";
import type { ResultValues } from "./result-input.server.ts";
import { confirmAlias, resultOfGame, resultsOn } from "./result.server.ts";
import type { NameKeys } from "./team-name.ts";

/** Returns the pasted results that match no pick, with the teams that their names could mean. */
export function unmatchedLines(typed: TypedResults, plan: Plan, games: readonly KeyedGame[]): UnmatchedLine[] {
  return plan.unmatched.flatMap(({ index, reason, stored }) => {
    const values = typed.results.find((result) => result.index === index)?.values;
    if (!values || index < typed.games.length) return [];
    const { sport, away, home } = values;
    return [{ index, text: textOf(values), reason, sport, away, home, teams: stored ? teamsOf(values, games) : [] }];
  });
}

/** Finds stored results that share only one side with a game without a result: the other side may have another name. */
export async function nearLines(source: Db, games: readonly KeyedGame[], keys: NameKeys): Promise<UnmatchedLine[]> {
  const open = games.filter(({ away, picks }) => away !== "" && picks.some(({ row }) => row.verdict === ""));
  if (open.length === 0) return [];
  const known = await resultsOn(source, open, keys);
  const waiting = open.filter((game) => resultOfGame(nameOfGame(game), known, keys) === undefined);
  const rows = [...known.values()].flatMap(([newest]) => newest ?? []);
  const sameSides = (game: KeyedGame, row: ResultRow) =>
    sides.filter((side) => keys(row.sport, game[side]) === keys(row.sport, row[side]));
  return rows.flatMap((row): UnmatchedLine[] => {
    const near = waiting.filter((game) => isOn(game, row) && sameSides(game, row).length === 1);
    const [game] = near;
    if (
      game === undefined ||
      near.length > 1 ||
      open.some((each) => isOn(each, row) && sameSides(each, row).length === 2)
    )
      return [];
    const reason = "This result is stored. No pick is on a game with these names.";
    const { sport, away, home } = row;
    return [
      { index: storedFrom + row.id, text: textOf(row), reason, sport, away, home, teams: [game.away, game.home] },
    ];
  });
}

function isOn({ sport, game_date }: KeyedGame, row: ResultRow): boolean {
  return sport === row.sport && game_date === row.game_date;
}

const sides = ["away", "home"] as const;
/** Indexes of stored results start here, above every index of a pasted table. */
const storedFrom = 1_000_000;

/** Stores the teams that were chosen for the names as aliases. */
export async function confirmAliases(
  trx: Db,
  caller: Caller,
  form: GradingForm,
  lines: readonly UnmatchedLine[],
  keys: NameKeys,
): Promise<void> {
  for (const line of lines)
    for (const side of sides) {
      const team = form[`alias_${line.index}_${side}`];
      if (typeof team === "string" && line.teams.includes(team))
        await confirmAlias(trx, caller, { sport: line.sport, alias: line[side], name: team }, keys);
    }
}

function teamsOf({ sport, game_date }: ResultValues, games: readonly KeyedGame[]): string[] {
  const ofDay = games.filter((game) => game.sport === sport && game.game_date === game_date && game.away !== "");
  return [...new Set(ofDay.flatMap(({ away, home }) => [away, home]))];
}

type Shown = Pick<ResultRow, "away" | "home" | "away_score" | "home_score" | "status">;

function textOf({ away, home, away_score, home_score, status }: Shown): string {
  return status === "final"
    ? `${away} ${away_score ?? ""} @ ${home} ${home_score ?? ""}`
    : `${away} @ ${home}, ${status}`;
}
