/** Shows games, and the check of their results, as the Grade page does. */
import type { ResultRow } from "../../db.server.ts";
import { type Env, env } from "../../env.server.ts";
import { formatNumber, formatResult } from "../../format.ts";
import { offerText } from "../bets/bet.ts";
import { formatStart } from "../../time/start-text.ts";
import { reasonByHand } from "../bets/grade.ts";
import { clvText, outcomeOf, outcomes, verdictText } from "../bets/outcome.ts";
import { formatCalendarDate } from "../../time/calendar-date.ts";
import type { Decision, GradedPick } from "./proposal.server.ts";
import { type Checked, boxesOf, needsUnits } from "./grading-check.server.ts";
import type { CheckedPick, GameToGrade, GradingCheck, GradingDay, PickToGrade, UnmatchedLine } from "./grading.ts";
import { nameOfGame } from "./games.ts";
import { resultOfGame } from "./results.server.ts";
import { type KeyedGame, type WaitingGame, keyedGames } from "./waiting.server.ts";

/** The most games on one page. */
const mostGames = 60;

type ShownGame = KeyedGame & Pick<GameToGrade, "result"> & { refused?: string };

export function dayOf(
  date: string,
  games: readonly ShownGame[],
  checks: ReadonlyMap<number, CheckedPick> = new Map(),
): GradingDay {
  // If not all games fit on the page, those with a result come first.
  const hasResult = ({ result, picks }: ShownGame) => result?.status || picks.some(({ id }) => checks.has(id));
  const ordered = games.toSorted((one, other) => Number(!hasResult(one)) - Number(!hasResult(other)));
  const shown = games.length > mostGames ? ordered.slice(0, mostGames) : games;
  return {
    date: formatCalendarDate(date),
    note: noteOf(env),
    games: shown.map(({ key, title, sport, away, home, starts_at, game_date, result, refused = "", picks }) => ({
      key,
      title: title || "Picks without a game",
      sport,
      away,
      home,
      when: starts_at === null ? formatCalendarDate(game_date) : formatStart(starts_at, env.SITE_TIMEZONE),
      result,
      refused,
      picks: picks.map((pick) => pickView(pick, checks.get(pick.id) ?? null)),
    })),
    more: games.length - shown.length,
  };
}

function noteOf({ DEMO, ODDS_API_KEY: key, AUTO_GRADE: mode }: Env): string {
  if (!DEMO && key === undefined) return "";
  if (mode === "propose")
    return `Results come by themselves${DEMO ? " in this demo" : ""} and wait here until they are applied.`;
  return DEMO
    ? "This demo settles its picks by itself, three hours after the shifted start of their real game (AUTO_GRADE=apply)."
    : "Results settle their picks by themselves. Games that were not played and scores that change later wait here.";
}

function pickView({ row, bet }: GradedPick, check: CheckedPick | null): PickToGrade {
  const { id, stream, version, pick, unit_size, corrected_after_start: corrected } = row;
  const outcome = outcomeOf(row.verdict);
  const details = [offerText(row), `${formatNumber(unit_size)}u`, stream === "pro" && "Pro"];
  return {
    id,
    version,
    name: pick || "A pick without a text",
    details: details.filter(Boolean).join(" · "),
    byHand: corrected === 1 ? "It was corrected after its start." : (reasonByHand(bet) ?? ""),
    settled: outcome === "open" ? "" : `${verdictText(outcome)} ${formatResult(row.units_result)}`,
    check,
  };
}

/** `problem` says why nothing was applied; then the boxes stay as the user left them. */
export function viewOf(checked: Checked, problem = ""): GradingCheck {
  const { form, games, typed, plan, decisions, hasNewResults, digest } = checked;
  const refused = new Map(
    plan.unmatched.flatMap(({ index, reason, stored }) => {
      const game = typed[index];
      return game && !stored ? [[game.key, reason] as const] : [];
    }),
  );
  const onPage = new Set(games.flatMap((game) => game.picks.map(({ id }) => id)));
  const others = plan.planned.map(({ pick }) => pick).filter(({ id }) => !onPage.has(id));
  const shown: ShownGame[] = [
    ...games.map((game) => ({ ...game, refused: refused.get(game.key) })),
    ...keyedGames(others, plan.known.keys).map((game) => ({ ...game, result: null })),
  ];
  const boxes = problem === "" ? new Map() : boxesOf(form);
  const isTicked = (id: number, isVoid: boolean) => {
    const box = boxes.get(id);
    // A void is never ticked before the user has seen that it is a void.
    return box ? box.isTicked && (!isVoid || form.digest === digest) : !isVoid;
  };
  const checks = decisions
    .filter(({ workings }) => workings !== "")
    .map((decision) => [decision.pick.id, checkedPick(decision, isTicked)] as const);
  return {
    ...dayOf(form.date, shown, new Map(checks)),
    values: form,
    unmatched: [...unmatchedLines(checked), ...nearLines(checked)],
    needsReason: plan.planned.some(({ change }) => change === "correct"),
    hasNewResults,
    problem,
    digest,
  };
}

function checkedPick(decision: Decision, isTicked: (id: number, isVoid: boolean) => boolean): CheckedPick {
  const { pick, outcome, units_result, beat_clv, change, workings } = decision;
  const applicable = change !== "none";
  const parts =
    outcome === "" ? [] : [outcomes[outcome].label, units_result === null ? "" : formatResult(units_result)];
  return {
    applicable,
    ticked: applicable && isTicked(pick.id, outcome === "void" && change !== "hand"),
    outcome: parts.filter(Boolean).join(", "),
    clv: clvText(beat_clv),
    workings,
    needsUnits: needsUnits(decision),
  };
}

/** Returns the pasted results that match no pick, with the teams that their names could mean. */
export function unmatchedLines({ results, typed, plan, games }: Checked): UnmatchedLine[] {
  return plan.unmatched.flatMap(({ index, reason, stored }) => {
    const values = results.find((result) => result.index === index)?.values;
    if (!values || index < typed.length) return [];
    const ofDay = games.filter((game) => game.away !== "" && isOn(game, values));
    const teams = stored ? [...new Set(ofDay.flatMap(({ away, home }) => [away, home]))] : [];
    return [lineOf(index, values, reason, teams)];
  });
}

/** Indexes of stored results start here, above every index of a pasted table. */
const storedFrom = 1_000_000;
export const sides = ["away", "home"] as const;

/** Finds stored results that share only one side with a game without a result: the other side may have another name. */
export function nearLines({ games, known }: Checked): UnmatchedLine[] {
  const open = games.filter(({ away, picks }) => away !== "" && picks.some(({ row }) => row.verdict === ""));
  const waiting = open.filter((game) => resultOfGame(nameOfGame(game), known) === undefined);
  const { keys } = known;
  const sharedSides = (game: WaitingGame, row: ResultRow) =>
    isOn(game, row) ? sides.filter((side) => keys(row.sport, game[side]) === keys(row.sport, row[side])).length : 0;
  return [...known.byTeams.values()].flatMap(([row]) => {
    if (!row || open.some((game) => sharedSides(game, row) === 2)) return [];
    const [game, ...more] = waiting.filter((each) => sharedSides(each, row) === 1);
    if (!game || more.length > 0) return [];
    const reason = "This result is stored. No pick is on a game with these names.";
    return [lineOf(storedFrom + row.id, row, reason, [game.away, game.home])];
  });
}

interface Named {
  sport: string;
  game_date: string;
}

function isOn(game: Named, result: Named): boolean {
  return game.sport === result.sport && game.game_date === result.game_date;
}

type Told = Pick<ResultRow, "sport" | "away" | "home" | "away_score" | "home_score" | "status">;

function lineOf(index: number, result: Told, reason: string, teams: string[]): UnmatchedLine {
  const { sport, away, home, away_score, home_score, status } = result;
  const scores = `${away} ${away_score ?? ""} @ ${home} ${home_score ?? ""}`;
  return {
    index,
    text: status === "final" ? scores : `${away} @ ${home}, ${status}`,
    reason,
    sport,
    away,
    home,
    teams,
  };
}
