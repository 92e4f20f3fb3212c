import type { Stream } from "../picks/pick.ts";
import { signedText } from "../../format.ts";
import type { RecordFigures } from "./record.ts";
import { recordText } from "./record.ts";

type Figures = Pick<RecordFigures, "wins" | "losses" | "pushes" | "totalBets" | "unitsWon">;

/** "Last 7 days: 12-8-1, +2.35 units. Pro picks: 3-1, +1.10 units." Pure. */
export function recentResultsText({ regular, pro }: Readonly<Record<Stream, Figures>>): string {
  if (regular.totalBets === 0 && pro.totalBets === 0) return "No results in the last 7 days.";
  if (regular.totalBets === 0) return `Last 7 days, pro picks: ${figuresText(pro)}.`;
  const text = `Last 7 days: ${figuresText(regular)}.`;
  return pro.totalBets === 0 ? text : `${text} Pro picks: ${figuresText(pro)}.`;
}

function figuresText(figures: Figures): string {
  const { wins, losses, pushes, unitsWon } = figures;
  return `${pushes === 0 ? `${wins}-${losses}` : recordText(figures)}, ${signedText(unitsWon)} units`;
}
