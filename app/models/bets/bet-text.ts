/** Reads bets as people write them. Never guesses: a text with no reading, or with two, is graded by hand. */
import { withSingleBlanks } from "../../format.ts";
import { type BetReading, type Market, fromDecimalOdds, parseOdds } from "./bet.ts";
import { plainText, readExtras } from "./bet-extras.ts";
import { wordsOf } from "./teams/name-words.ts";
import { teamNamed } from "./teams/teams.ts";

/** The words of each side's name, and its team; null = its sport has no such team. */
interface Sides {
  sport: string;
  away: string[];
  home: string[];
  awayTeam: string | null;
  homeTeam: string | null;
}

const longestName = 100;

const separator = /(?<= )(?:at|vs\.?|v)(?= )|@/i;
const price = /(?: ?\( ?(?<boxed>[+-]\d+|even|ev) ?\)|(?: ?@ ?| at |,? )(?<bare>[+-]\d+|even|ev))$/i;
const decimalPrice = /(?: ?(?<mark>@) ?| (?<at>at) | )(?<price>\d{1,4}\.\d{2,3})$/i;
const size = String.raw`(?:(?:0|[1-9]\d{0,2})(?:\.\d{1,2})?|\.\d{1,2})`;
const draw = /^draw$/i;
const total = new RegExp(
  `^(?<ofGame>(?:game )?total )?(?<side>over|under|o|u) ?(?<line>${size})(?: ?(?:points|pts|runs|goals))?$`,
  "i",
);
const moneyline = /^(?<name>.+) (?:ml|moneyline|money line|to win)$/i;
const pickem = /^(?<name>.+) (?:pk|pick|pickem|pick'em|pk'em)$/i;
const noBetOnDraw = /^(?<name>.+) (?:dnb|draw no bet)$/i;
const spread = new RegExp(
  String.raw`^(?<name>.+?)(?: (?:run ?line|rl|puck ?line))? (?:(?<line>[+-]${size}|0)|\((?<boxed>[+-]${size})\))$`,
  "i",
);
const namedTotal = /^(?<names>.+) (?<total>(?:over|under|o|u) ?\.?\d.*)$/i;
const betweenSides = / ?[/@] ?| vs\.? | at | v /i;
/** The sports whose games a book settles with three outcomes, so that a draw can give the stake back. */
const drawSports: readonly string[] = ["MLS", "Other"];
const someonesTotal = /^(?<name>.+?) (?:over|under|o|u) ?\.?\d/i;
const joint = / [+/&] | and |,(?!\d)/i;
// Both patterns expect single blanks between the words.
const period =
  /(?<!\S)(?:[12]h|h[12]|[1-4]q|q[1-4]|[123]p|f[357]|innings?|(?:1st|first) (?:[357]|three|five|seven)|(?:[1-9](?:st|nd|rd|th)|first|second|third|fourth) (?:half|quarter|period|inning|set|map|round)|rounds?)(?!\S)/;
const parlay = /(?<!\S)(?:parlays?|teasers?|sgp|round robin|each way|e w)(?!\S)/;

/**
 * Reads the two sides of "Away @ Home", "A at B", "A vs B", "A vs. B" and "A v B"; the first side is away, with "vs"
 * too. Both are '' when the text has another form or a name has more than 100 characters.
 */
export function readGame(game: string): { away: string; home: string } {
  const [away = "", home = "", ...more] = withSingleBlanks(game)
    .split(separator)
    .map((name) => name.trim());
  const isGame = more.length === 0 && [away, home].every((name) => name !== "" && [...name].length <= longestName);
  return isGame ? { away, home } : { away: "", home: "" };
}

/**
 * Reads the bet from a pick's text: the line in points, American odds. A text with no reading, or with two, has market
 * ''. With the sport, a side is also found by what else its team is called; '' = the sport is unknown.
 */
export function readBet(pick: string, game: { away: string; home: string }, sport = ""): BetReading {
  const teams = sidesOf(game, sport);
  // The whole text comes first, because a name can have the words of an extra.
  const whole = readSingle(plainText(pick), teams);
  if (whole !== null) return whole;
  const text = readExtras(pick).bet;
  const reading = readSingle(text, teams);
  if (reading !== null) return reading;
  const { rest, odds } = splitPrice(text, teams);
  const joined = isJoint(rest, teams);
  const isOther = joined || isSomeonesTotal(text, teams) || isPeriodOrParlay(text);
  if (!isOther || isName(rest, teams)) return { market: "", side: "", line: null, odds: null };
  // When the text has several bets, the last price is not the price of all of them.
  return { market: "other", side: "", line: null, odds: joined ? null : odds };
}

/** Reads a text that has a bet and its price alone, such as a closing line; null for another one. */
export function readBareBet(text: string, game: { away: string; home: string }): BetReading | null {
  return readSingle(plainText(text), sidesOf(game, ""));
}

function sidesOf({ away, home }: { away: string; home: string }, sport: string): Sides {
  const [awayTeam, homeTeam] = [teamNamed(sport, away), teamNamed(sport, home)];
  return { sport, away: wordsOf(away), home: wordsOf(home), awayTeam, homeTeam };
}

function readSingle(text: string, teams: Sides): BetReading | null {
  const { rest, odds } = splitPrice(text, teams);
  if (spread.test(rest)) return readSpread(rest, odds, teams);
  const reading = readDraw(rest, odds) ?? readTotal(rest, odds, teams) ?? readWinner(rest, odds, teams);
  if (!isName(rest, teams)) return reading;
  // "Under 21" and "Draw" may be names too.
  return reading === null && odds !== null ? sideBet("moneyline", rest, null, odds, teams) : null;
}

/** Splits "Celtics -3.5 (-110)" into "Celtics -3.5" and -110. */
function splitPrice(text: string, teams: Sides): { rest: string; odds: number | null } {
  // In a game of Jon Even, "Jon Even" is a name.
  if (isName(text, teams)) return { rest: text, odds: null };
  const match = price.exec(text);
  const odds = parseOdds(match?.groups?.boxed ?? match?.groups?.bare ?? "");
  if (match === null || odds === null) return splitDecimalPrice(text);
  return { rest: text.slice(0, match.index), odds };
}

/**
 * Splits "Over 8.5 1.91" into "Over 8.5" and -110. A number that could be a line ("1.50") is a price only with "@" after
 * a whole bet.
 */
function splitDecimalPrice(text: string): { rest: string; odds: number | null } {
  const match = decimalPrice.exec(text);
  const { mark, at, price = "" } = match?.groups ?? {};
  const odds = fromDecimalOdds(price);
  if (match === null || odds === null) return { rest: text, odds: null };
  const rest = text.slice(0, match.index);
  const isMarked = mark !== undefined || at !== undefined;
  const isWhole = [total, moneyline, pickem, draw, noBetOnDraw].some((bet) => bet.test(rest));
  const isBet = isWhole || spread.test(rest);
  const isPrice = quartersOf(price) === null ? isMarked || isBet : isMarked && isBet;
  return isPrice ? { rest, odds } : { rest: text, odds: null };
}

function readSpread(text: string, odds: number | null, teams: Sides): BetReading | null {
  const { name, line, boxed } = spread.exec(text)?.groups ?? {};
  const points = quartersOf(line ?? boxed);
  return points === null || Math.abs(points) >= 100 ? null : sideBet("spread", name, points, odds, teams);
}

function readDraw(text: string, odds: number | null): BetReading | null {
  return draw.test(text) ? { market: "moneyline", side: "draw", line: null, odds } : null;
}

function readTotal(text: string, odds: number | null, teams: Sides): BetReading | null {
  const { ofGame, side, line } = total.exec(withoutBothSides(text, teams))?.groups ?? {};
  if (ofGame !== undefined && isName(ofGame, teams)) return null;
  const sum = quartersOf(line);
  if (side === undefined || sum === null || sum === 0 || sum > 500) return null;
  return { market: "total", side: /^o/i.test(side) ? "over" : "under", line: sum, odds };
}

/** "Lakers/Celtics Under 220.5" is the game's total if these are its two sides. */
function withoutBothSides(text: string, teams: Sides): string {
  const { names = "", total: rest = "" } = namedTotal.exec(text)?.groups ?? {};
  const sides = names.split(betweenSides).map((name) => findSide(wordsOf(name), teams));
  return sides.length === 2 && sides.includes("away") && sides.includes("home") ? rest : text;
}

/** Reads a moneyline, or a spread of 0: a pick'em, or a bet that a draw gives back. */
function readWinner(text: string, odds: number | null, teams: Sides): BetReading | null {
  const winner = moneyline.exec(text)?.groups;
  if (winner) return sideBet("moneyline", winner.name, null, odds, teams);
  const even = pickem.exec(text)?.groups ?? (drawSports.includes(teams.sport) ? noBetOnDraw.exec(text)?.groups : null);
  return sideBet("spread", even?.name, 0, odds, teams);
}

/** Reads a multiple of 0.25; null for anything else. */
function quartersOf(text: string | undefined): number | null {
  // 0 is added because "-0" would be -0.
  const line = Number(text) + 0;
  return Number.isInteger(line * 4) ? line : null;
}

function sideBet(
  market: Market,
  name: string | undefined,
  line: number | null,
  odds: number | null,
  teams: Sides,
): BetReading | null {
  const side = findSide(wordsOf(name ?? ""), teams);
  return side === null ? null : { market, side, line, odds };
}

/**
 * A whole name wins over a part of one: in "Michigan State @ Michigan", "Michigan" is home. A name with a word of
 * neither side may be what else a side's team is called.
 */
function findSide(words: string[], teams: Sides): "away" | "home" | null {
  const { away, home } = teams;
  if (words.length === 0) return null;
  const isAway = away.join(" ") === words.join(" ");
  const isHome = home.join(" ") === words.join(" ");
  if (isAway !== isHome) return isAway ? "away" : "home";
  const isInAway = isPartOf(words, away);
  const isInHome = isPartOf(words, home);
  if (isInAway && isInHome) return null;
  if (isInAway || isInHome) return isInAway ? "away" : "home";
  return sideOfTeam(words, teams);
}

/** "BOS" is home in "Los Angeles Lakers @ Boston Celtics", if the sport is known. */
function sideOfTeam(words: string[], { sport, awayTeam, homeTeam }: Sides): "away" | "home" | null {
  const team = teamNamed(sport, words.join(" "));
  if (team === null || awayTeam === homeTeam) return null;
  if (team === awayTeam) return "away";
  return team === homeTeam ? "home" : null;
}

function isName(text: string, teams: Sides): boolean {
  const words = wordsOf(text);
  return isPartOf(words, teams.away) || isPartOf(words, teams.home) || sideOfTeam(words, teams) !== null;
}

function isPartOf(words: string[], name: string[]): boolean {
  return words.length > 0 && words.every((word) => name.includes(word));
}

/**
 * True for "Celtics Over 112.5" or a player's points; false for "Lakers Celtics Over 220.5", which may be the game's
 * total.
 */
function isSomeonesTotal(text: string, teams: Sides): boolean {
  const words = wordsOf(someonesTotal.exec(text)?.groups?.name ?? "");
  if (words.length === 0) return false;
  if (findSide(words, teams) !== null) return true;
  const { away, home } = teams;
  const isInBoth = isPartOf(words, away) && isPartOf(words, home);
  const namesAway = words.some((word) => away.includes(word) && !home.includes(word));
  const namesHome = words.some((word) => home.includes(word) && !away.includes(word));
  return !isInBoth && !(namesAway && namesHome);
}

function isPeriodOrParlay(text: string): boolean {
  const words = wordsOf(text).join(" ");
  return period.test(words) || parlay.test(words);
}

function isJoint(text: string, teams: Sides): boolean {
  const parts = text.split(joint);
  return parts.length > 1 && parts.some((part) => readSingle(part.trim(), teams) !== null);
}
