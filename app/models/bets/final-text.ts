/** Says in words how a game ended. Pure. */

export interface Final {
  sport: string;
  away: string;
  home: string;
  /** Null = unknown. UFC and Tennis: 1 for the winner, 0 for the loser. */
  away_score: number | null;
  home_score: number | null;
}

const winnerSports: readonly string[] = ["UFC", "Tennis"];
// Keeps a score on the line of its name.
const blank = "\u00a0";

/** "Final: Lakers 104, Celtics 112", "Winner: Pereira", "Draw"; '' while a score or a side is unknown. */
export function finalText(final: Final): string {
  const { away, home, away_score, home_score } = final;
  if (away === "" || home === "" || away_score === null || home_score === null) return "";
  if (hasScore(final)) return `Final: ${away}${blank}${away_score}, ${home}${blank}${home_score}`;
  if (away_score === home_score) return "Draw";
  return `Winner: ${away_score > home_score ? away : home}`;
}

/**
 * Writes the result to show beside a game that names its sides; the away score comes first: "Final 104-112", "Winner:
 * Pereira", "Draw"; '' = unknown.
 */
export function shortFinalText(final: Final): string {
  const text = finalText(final);
  return text === "" || !hasScore(final) ? text : `Final ${final.away_score}-${final.home_score}`;
}

/** "Lakers 104 @ Celtics 112", "Jones vs Pereira · Winner: Pereira"; the game alone while its end is unknown. */
export function gameText({ game, ...final }: Final & { game: string }): string {
  const text = finalText(final);
  const between = hasScore(final) ? textBetween(game, final) : null;
  if (text === "" || between === null) return [game, text].filter(Boolean).join(" · ");
  return `${final.away}${blank}${final.away_score}${between}${final.home}${blank}${final.home_score}`;
}

/** True if a sport's result is a winner instead of two scores. */
export function hasWinnerOnly(sport: string): boolean {
  return winnerSports.includes(sport);
}

function hasScore({ sport }: Final): boolean {
  return !hasWinnerOnly(sport);
}

/** Gives " @ " for "Lakers @ Celtics"; null when the game's text is not its two sides. */
function textBetween(game: string, { away, home }: Final): string | null {
  const between = game.slice(away.length, -home.length);
  return `${away}${between}${home}` === game && /^ \S+ $/.test(between) ? between : null;
}
