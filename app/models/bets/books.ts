/** The usual books of the US and Europe, and what people call them. */
const books: Readonly<Record<string, readonly string[]>> = {
  bet365: ["bet365", "bet 365", "b365"],
  Betfair: ["betfair"],
  BetMGM: ["betmgm", "bet mgm", "mgm"],
  BetOnline: ["betonline", "bol"],
  BetRivers: ["betrivers", "bet rivers", "rivers"],
  Betway: ["betway"],
  Bovada: ["bovada"],
  bwin: ["bwin"],
  Caesars: ["caesars", "czr"],
  Circa: ["circa", "circa sports"],
  DraftKings: ["draftkings", "draft kings", "dk"],
  "ESPN BET": ["espn bet", "espnbet", "espn"],
  Fanatics: ["fanatics"],
  FanDuel: ["fanduel", "fan duel", "fd"],
  "Hard Rock": ["hard rock", "hard rock bet", "hardrock", "hrb"],
  Ladbrokes: ["ladbrokes"],
  "Paddy Power": ["paddy power"],
  Pinnacle: ["pinnacle", "pinny"],
  "theScore Bet": ["thescore bet", "thescore", "the score"],
  Unibet: ["unibet"],
  "William Hill": ["william hill"],
};

const fullNames = new Map(Object.entries(books).flatMap(([book, names]) => names.map((name) => [name, book])));

/** All names, in lower case. */
export const bookNames: readonly string[] = [...fullNames.keys()];

/** Returns the full name: "DK" is DraftKings. '' for any other text. */
export function bookNamed(text: string): string {
  return fullNames.get(text.toLowerCase()) ?? "";
}
