/** Which field the column of a foreign spreadsheet is, by its header. Pure. */
import type { PickValues } from "../picks/pick-input.server.ts";
import { currencyOf, isUnit } from "../values/amounts.ts";
import { longestName } from "../values/column.ts";

export type ImportField = keyof PickValues | "draft";

/**
 * The names of each field in a header, beside its own one, in lower case and without signs; the better ones first. A
 * name with two meanings is no one's: "Line" may be a spread or a price, "CLV" a line, a percentage or a mark.
 */
const synonyms: Readonly<Record<ImportField, readonly string[]>> = {
  game: ["game", "event", "matchup", "match up", "match", "fixture", "spiel", "begegnung", "partie"],
  game_date: ["game date", "event date", "match date", "date", "date time", "datetime", "spieldatum", "datum"],
  time: ["time", "start time", "game time", "kickoff", "kick off", "tipoff", "tip off", "uhrzeit", "anpfiff"],
  pick: ["pick", "selection", "bet", "bet name", "play", "wager", "tipp", "tip", "wette", "auswahl"],
  // A league says more than a sport: Basketball may be the NBA or college.
  sport: ["league", "liga", "sport", "sportart"],
  tag: ["tag"],
  sim_confidence: [
    ...[
      "sim confidence",
      "confidence",
      "conf",
      "probability",
      "prob",
      "win probability",
      "win prob",
      "model probability",
    ],
  ],
  unit_size: [
    ...["unit size", "stake", "units", "units risked", "units staked", "units bet", "risk", "risked", "bet size"],
    ...["bet amount", "wager amount", "stake amount", "risk amount", "amount risked", "amount", "einsatz", "einheiten"],
  ],
  verdict: [
    ...["verdict", "result", "outcome", "bet result", "w l", "w l p", "win loss", "win lose", "win loss push"],
    ...["status", "bet status", "ergebnis", "ausgang"],
  ],
  closing_line: ["closing line", "line closing", "closing spread", "closing total", "closing", "close"],
  closing_odds: ["closing odds", "odds closing", "closing price", "price closing", "close odds", "schlussquote"],
  beat_clv: ["beat clv", "beat closing line", "beat close", "beat the close"],
  units_result: [
    ...["units result", "result units", "units won", "units won lost", "won lost units", "net units", "units net"],
    ...["units profit", "profit units", "units plusminus", "profit", "profit loss", "p l", "pl", "pnl", "net profit"],
    ...["net", "gewinn", "gewinn verlust"],
  ],
  market: ["market"],
  side: ["side"],
  line: [],
  odds: [
    "odds",
    "price",
    "odds american",
    "american odds",
    "odds decimal",
    "decimal odds",
    "bet odds",
    "quote",
    "quoten",
  ],
  book: ["book", "sportsbook", "sports book", "bookmaker", "bookie", "buchmacher", "wettanbieter"],
  playable_to: ["playable to", "play to", "good to", "playable until"],
  away: ["away", "away team", "visitor", "visiting team", "auswartsteam"],
  home: ["home", "home team", "heimteam"],
  starts_at: ["starts at", "start", "commence time"],
  external_id: ["external id", "id", "bet id", "wager id", "pick id", "ticket id", "ticket number", "ticket"],
  game_external_id: ["game external id", "game id", "event id"],
  why: ["why", "why this pick", "analysis", "reasoning", "rationale", "write up", "writeup", "begrundung"],
  draft: ["draft"],
};

/** All fields that a row of an import may have. */
export const importFields: readonly ImportField[] = Object.keys(synonyms).filter((name): name is ImportField =>
  Object.hasOwn(synonyms, name),
);

/** These names mean something else in a header with a unit or a currency: "Bet ($)", "Won/Lost (u)". */
const countedNames = new Map<string, ImportField>([
  ["bet", "unit_size"],
  ["wager", "unit_size"],
  ["wette", "unit_size"],
  ["result", "units_result"],
  ["w l", "units_result"],
  ["win loss", "units_result"],
  ["won lost", "units_result"],
  ["ergebnis", "units_result"],
]);

/** What may stand in brackets without changing the meaning, beside units and currencies. */
const asides = ["", "american", "us", "decimal", "eu", "fractional", "mm dd yyyy", "dd mm yyyy", "yyyy mm dd"];

interface Match {
  field: ImportField;
  /** The lower, the better the name is; 0 for the field's own name. */
  rank: number;
}

/** Columns that are in many files and say nothing about a pick. */
const unusedNames = [
  ...["tipster", "capper", "handicapper", "notes", "note", "comment", "comments", "notizen", "bankroll", "balance"],
  ...["running total", "roi", "week", "weekday", "month", "year", "settled at", "date settled"],
];

const byName = new Map<string, Match>(
  importFields.flatMap((field) =>
    synonyms[field].map((name, index): [string, Match] => [name, { field, rank: index + 1 }]),
  ),
);

/** The field that a header means; null when it is none of ours, or may be two. */
export function fieldOfHeader(header: string): ImportField | null {
  return matchOf(header)?.field ?? null;
}

/** The field of each header. Of two headers for one field, the better one has it, else the first; the other has null. */
export function matchColumns(headers: readonly string[]): (ImportField | null)[] {
  const matches = headers.map(matchOf);
  const best = new Map<ImportField, Match>();
  for (const match of matches) {
    if (match && match.rank < (best.get(match.field)?.rank ?? Infinity)) best.set(match.field, match);
  }
  return matches.map((match) => {
    if (!match || best.get(match.field) !== match) return null;
    return match.field;
  });
}

/** True for a header that nobody is asked about. */
export function isUnused(header: string): boolean {
  return header.length <= longestName && unusedNames.includes(nameOf(header));
}

/** What the numbers of a column count: "$" for "Profit USD", "unit" for "Stake (u)", '' where its header says nothing. */
export function countsOfHeader(header: string): string {
  const words = wordsAndSigns(header);
  const currency = words.map(currencyOf).find((found) => found !== null);
  return currency ?? (words.some(isUnit) ? "unit" : "");
}

function matchOf(header: string): Match | null {
  const own = importFields.find((field) => field === header.trim());
  if (own !== undefined) return { field: own, rank: 0 };
  if (header.length > longestName) return null;
  const name = nameOf(withoutAsides(header));
  const counted = wordsAndSigns(header).some((word) => isUnit(word) || currencyOf(word) !== null);
  const field = counted ? countedNames.get(name) : undefined;
  const match = field === undefined ? byName.get(name) : { field, rank: synonyms[field].length + 1 };
  // A copy, so that two headers with the same name are told apart.
  return match ? { ...match } : null;
}

/** "Unit(s) risked (u)" is "Units risked"; brackets with other words are kept. */
function withoutAsides(header: string): string {
  return header
    .replace(/\(s\)/gi, "s")
    .replace(/[([]([^()[\]]*)[)\]]/g, (_, text: string) => (isAside(text) ? " " : ` ${text} `))
    .replace(/[$\u20ac\u00a3\u00a5\u20a9\u20b9]/g, " ");
}

function isAside(text: string): boolean {
  return asides.includes(nameOf(text)) || isUnit(text) || currencyOf(text) !== null;
}

/** "P/L" is "p l"; "Units +/-" is "units plusminus", so that it is not the stake. */
function nameOf(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/\+ ?\/? ?[-\u2212]|\u00b1/g, " plusminus ")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

function wordsAndSigns(header: string): string[] {
  return header.split(/[\s()[\]/:,]+/);
}
