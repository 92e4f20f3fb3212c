import { closingMarkOf } from "../../app/models/bets/closing-line.ts";
import { outcomes } from "../../app/models/bets/outcome.ts";
import { unitsResultOf } from "../../app/models/bets/units.ts";
import type { DemoGame, Sport } from "./games.ts";
import type { Offer } from "./offers.ts";

interface Grade {
  verdict: "✅" | "❌" | "➖";
  beat_clv: "" | "✅" | "❌";
  units_result: number;
}

const LAST_NAMES_OF_TWO_WORDS = [
  "Football Team",
  "Trail Blazers",
  "Red Sox",
  "White Sox",
  "Blue Jays",
  "Maple Leafs",
  "Red Wings",
  "Blue Jackets",
  "Golden Knights",
];
const PRO_LEAGUES: ReadonlySet<Sport> = new Set(["NFL", "NBA", "MLB", "NHL"] as const);

/** units_result has two decimals: a loss costs `units`, a win pays the price, a push gives the stake back. */
export function gradeOf(offer: Offer, units: number): Grade {
  const outcome = outcomeAt(pointsAhead(offer));
  return {
    verdict: outcomes[outcome].mark,
    beat_clv: beatClosing(offer),
    units_result: unitsResultOf(outcome, units, offer.price) ?? 0,
  };
}

function outcomeAt(points: number): "win" | "loss" | "push" {
  if (points === 0) return "push";
  return points > 0 ? "win" : "loss";
}

/** "Celtics -6.5", "Over 51.5", "Maple Leafs ML". */
export function pickText(offer: Offer): string {
  const { game, side, line } = offer;
  if (side === "over") return `Over ${line}`;
  if (side === "under") return `Under ${line}`;
  const name = shortName(game.sport, side === "home" ? game.home : game.away);
  if (line === null) return `${name} ML`;
  return line === 0 ? `${name} PK` : `${name} ${signed(line)}`;
}

/** A spread with its sign ("+3.5", "-8", "0"), a total without ("225"). */
export function lineText(offer: Offer, line: number): string {
  return offer.market === "spread" ? signed(line) : String(line);
}

/** The price of a moneyline is the closing one already. */
export function closingOf(offer: Offer): { closing_line: string; closing_odds: number | null } {
  return {
    closing_line: offer.closing === null ? "" : lineText(offer, offer.closing),
    closing_odds: offer.market === "moneyline" ? offer.price : null,
  };
}

/** "19:30" as "7:30 PM ET"; "" stays "". */
export function timeText(time: string): string {
  const [hour, minute] = time.split(":");
  if (minute === undefined) return "";
  const hours = Number(hour);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${minute} ${hours < 12 ? "AM" : "PM"} ET`;
}

/** Points ahead of the line: above 0 = won, below 0 = lost. */
function pointsAhead({ game, side, line }: Offer): number {
  const margin = game.home_score - game.away_score;
  const total = game.home_score + game.away_score;
  if (side === "home") return margin + (line ?? 0);
  if (side === "away") return -margin + (line ?? 0);
  return side === "over" ? total - (line ?? 0) : (line ?? 0) - total;
}

function beatClosing(offer: Offer): Grade["beat_clv"] {
  const { market, side, line, price } = offer;
  return closingMarkOf({ market, side, line, odds: price, ...closingOf(offer) }) ?? "";
}

function shortName(sport: Sport, name: DemoGame["home"]): string {
  if (!PRO_LEAGUES.has(sport)) return name;
  return LAST_NAMES_OF_TWO_WORDS.find((last) => name.endsWith(last)) ?? name.slice(name.lastIndexOf(" ") + 1);
}

function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value);
}
