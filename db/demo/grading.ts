import { formatLine } from "../../app/models/bets/bet.ts";
import { closingMarkOf } from "../../app/models/bets/closing-line.ts";
import { outcomes } from "../../app/models/bets/outcome.ts";
import { gradeBet } from "../../app/models/bets/grade.ts";
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

/** Graded by the product's own rules. */
export function gradeOf(offer: Offer, unit_size: number): Grade {
  const { game, market, side, line, price } = offer;
  const { sport, away, home, away_score, home_score } = game;
  const bet = { sport, away, home, market, side, line, odds: price, unit_size };
  const graded = gradeBet(bet, { away_score, home_score, status: "final" });
  if ("byHand" in graded || graded.outcome === "void" || graded.units_result === null)
    throw new Error(`The rules do not grade ${pickText(offer)} of ${away} @ ${home}`);
  return {
    verdict: outcomes[graded.outcome].mark,
    beat_clv: beatClosing(offer),
    units_result: graded.units_result,
  };
}

/** "Celtics -6.5", "Over 51.5", "Maple Leafs ML". */
export function pickText(offer: Offer): string {
  const { game, side, line } = offer;
  if (side === "over") return `Over ${line}`;
  if (side === "under") return `Under ${line}`;
  const name = shortName(game.sport, side === "home" ? game.home : game.away);
  if (line === null) return `${name} ML`;
  return `${name} ${formatLine(line)}`;
}

/** A spread with its sign ("+3.5", "-8", "PK"), a total without ("225"). */
export function lineText(offer: Offer, line: number): string {
  return offer.market === "spread" ? formatLine(line) : String(line);
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

function beatClosing(offer: Offer): Grade["beat_clv"] {
  const { market, side, line, price } = offer;
  return closingMarkOf({ market, side, line, odds: price, ...closingOf(offer) }) ?? "";
}

function shortName(sport: Sport, name: DemoGame["home"]): string {
  if (!PRO_LEAGUES.has(sport)) return name;
  return LAST_NAMES_OF_TWO_WORDS.find((last) => name.endsWith(last)) ?? name.slice(name.lastIndexOf(" ") + 1);
}
