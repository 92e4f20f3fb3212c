import type { Stream } from "../bets/stream.ts";
import { signedText } from "../../format.ts";
import { type Figures, recordText } from "../figures/totals.ts";

type ShownFigures = Pick<Figures, "wins" | "losses" | "pushes" | "totalBets" | "unitsWon">;

/** "Last 7 days: 12-8-1, +2.35 units. Pro picks: 3-1, +1.10 units." Pure. */
export function recentResultsText({ regular, pro }: Readonly<Record<Stream, ShownFigures>>): string {
  if (regular.totalBets === 0 && pro.totalBets === 0) return "No results in the last 7 days.";
  if (regular.totalBets === 0) return `Last 7 days, pro picks: ${figuresText(pro)}.`;
  const text = `Last 7 days: ${figuresText(regular)}.`;
  return pro.totalBets === 0 ? text : `${text} Pro picks: ${figuresText(pro)}.`;
}

function figuresText(figures: ShownFigures): string {
  const { wins, losses, pushes, unitsWon } = figures;
  return `${pushes === 0 ? `${wins}-${losses}` : recordText(figures)}, ${signedText(unitsWon)} units`;
}
