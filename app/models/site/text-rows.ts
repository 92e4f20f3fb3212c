/** Lists that the operator writes as lines, with parts separated by |. Pure. */

export interface Quote {
  quote: string;
  name: string;
  role: string;
}

export interface SamplePlay {
  pick: string;
  confidence: string;
  units: string;
}

export interface SampleResult {
  sport: string;
  game: string;
  won: boolean;
  pick: string;
  date: string;
}

export interface SampleVerdict {
  pick: string;
  won: boolean;
  units: number;
}

/** The parts of each line that is not empty. */
export function rowsIn(body: string): string[][] {
  return body
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("|").map((part) => part.trim()));
}

/** Names the first line that is wrong; null = none. */
export function rowProblem(body: string, columns: readonly string[]): string | null {
  for (const [index, parts] of rowsIn(body).entries()) {
    const problem = partsProblem(parts, columns);
    if (problem !== null) return `Line ${index + 1}: ${problem}`;
  }
  return null;
}

function partsProblem(parts: readonly string[], columns: readonly string[]): string | null {
  if (parts.length !== columns.length || parts.includes(""))
    return `needs ${columns.length} parts, separated by |: ${columns.join(" | ")}.`;
  const outcome = parts[columns.indexOf("WON or LOST")];
  if (outcome !== undefined && outcome !== "WON" && outcome !== "LOST") return `write WON or LOST, not ${outcome}.`;
  if (outcome !== undefined && columns.at(-1) === "Units" && !/^[+-]?\d{1,3}(\.\d{1,2})?$/.test(parts.at(-1) ?? ""))
    return "the units must be a number such as 1.36 or -1.";
  return null;
}

export function quotesIn(body: string): Quote[] {
  return rowsIn(body).map(([quote = "", name = "", role = ""]) => ({ quote, name, role }));
}

export function samplePlaysIn(body: string): SamplePlay[] {
  return rowsIn(body).map(([pick = "", confidence = "", units = ""]) => ({ pick, confidence, units }));
}

export function sampleResultsIn(body: string): SampleResult[] {
  return rowsIn(body).map(([sport = "", game = "", outcome, pick = "", date = ""]) => ({
    sport,
    game,
    won: outcome === "WON",
    pick,
    date,
  }));
}

export function sampleVerdictsIn(body: string): SampleVerdict[] {
  return rowsIn(body).map(([pick = "", outcome, units]) => ({ pick, won: outcome === "WON", units: Number(units) }));
}
