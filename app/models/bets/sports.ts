/** The order is that of the staff form. */
export const sports = [
  "NBA",
  "MLB",
  "NFL",
  "NHL",
  "NCAAB",
  "NCAAF",
  "UFC",
  "KBO",
  "NPB",
  "MLS",
  "Horses",
  "WNBA",
  "Golf",
  "Tennis",
  "Other",
] as const;

/** "Other" means every sport that the list does not name. */
export const openFilterSports = ["NBA", "MLB", "NFL", "NHL", "NCAAF", "NCAAB", "UFC", "Other"] as const;
export const historyFilterSports = ["NBA", "MLB"] as const;
export const proHistoryFilterSports = [
  "NBA",
  "MLB",
  "NFL",
  "NHL",
  "NCAAB",
  "NCAAF",
  "UFC",
  "KBO",
  "NPB",
  "Other",
] as const;
export const cardFilterSports = ["NBA", "MLB", "NFL", "NHL", "UFC"] as const;

/** Null = every sport. */
export type SportFilter = { only: string } | { except: readonly string[] } | null;

/** Sports in the order of the staff form. Includes `requested`, since a saved link may name a sport without results. */
export function sportChoices(withResults: readonly string[], requested: string): string[] {
  return sports.filter((sport) => sport === requested || withResults.includes(sport));
}

export function sportFilterOf(choice: string, named: readonly string[]): SportFilter {
  if (choice === "" || choice === "All") return null;
  if (choice === "Other") return { except: named.filter((sport) => sport !== "Other") };
  return { only: choice };
}

export function passes(filter: SportFilter, sport: string): boolean {
  if (filter === null) return true;
  return "only" in filter ? sport === filter.only : !filter.except.includes(sport);
}
