/** Finds the team that a name means in its sport. Pure. */
import { wordsOf } from "./name-words.ts";
import { type TeamFacts, teamFacts } from "./team-facts.ts";

/** The team that each name means, by the name's words; null where several teams have the name. */
type Names = ReadonlyMap<string, string | null>;

const bySport = new Map(Object.entries(teamFacts).map(([sport, teams]) => [sport, namesOf(teams)]));

/**
 * Returns the full name of the team that is called so: by its full name ("Boston Celtics"), place ("Boston"), nickname
 * ("Sixers"), both ("NY Mets") or abbreviation ("BOS"). Case, accents, dots, hyphens and apostrophes don't matter. Null
 * for a name that several teams of the sport have ("LA" in the NBA), and for sports without a table.
 */
export function teamNamed(sport: string, text: string): string | null {
  return bySport.get(sport)?.get(keyOf(text)) ?? null;
}

function namesOf(teams: readonly TeamFacts[]): Names {
  const names = new Map<string, string | null>();
  for (const [name, places, nicknames, abbreviations] of teams) {
    const [placeList, nicknameList] = [listOf(places), listOf(nicknames)];
    const both = placeList.flatMap((place) => nicknameList.map((nickname) => `${place} ${nickname}`));
    const written = [name, ...placeList, ...nicknameList, ...both, ...listOf(abbreviations)].map(keyOf);
    for (const key of new Set(written)) names.set(key, names.has(key) ? null : name);
  }
  return names;
}

function listOf(text: string): string[] {
  return text.split(", ").filter((item) => item !== "");
}

function keyOf(text: string): string {
  return wordsOf(text).join(" ");
}
