/** Sports and leagues by the names that trackers give them. Pure. */
import { sports } from "../bets/sports.ts";
import {
  type Cell,
  type Decision,
  type Reader,
  type ReaderOptions,
  ask,
  bareName,
  quoted,
  readAs,
  readCells,
  waiting,
} from "./column.ts";

type Sport = (typeof sports)[number];

/** The names of each sport beside its own, also together with the game: "MLB Baseball", "Baseball - MLB". */
const names: Readonly<Record<Exclude<Sport, "Other">, { game: string; others: readonly string[] }>> = {
  NBA: { game: "Basketball", others: [] },
  MLB: { game: "Baseball", others: ["Major League Baseball"] },
  NFL: { game: "Football", others: ["American Football NFL"] },
  NHL: { game: "Hockey", others: ["NHL Ice Hockey", "Ice Hockey NHL"] },
  NCAAB: {
    game: "Basketball",
    others: ["NCAAM", "NCAAMB", "NCAABB", "CBB", "College Basketball", "NCAA Basketball", "NCAA Men's Basketball"],
  },
  NCAAF: { game: "Football", others: ["CFB", "NCAAFB", "College Football", "NCAA Football"] },
  UFC: { game: "MMA", others: ["MMA", "Mixed Martial Arts"] },
  KBO: { game: "Baseball", others: ["Korean Baseball", "Korea Baseball"] },
  NPB: { game: "Baseball", others: ["Japanese Baseball", "Japan Baseball"] },
  MLS: { game: "Soccer", others: ["Major League Soccer"] },
  Horses: { game: "Racing", others: ["Horse", "Horse Racing", "Pferderennen"] },
  WNBA: { game: "Basketball", others: ["Women's NBA"] },
  Golf: { game: "Golf", others: ["PGA", "PGA Tour", "PGA Golf", "LPGA", "LIV Golf", "DP World Tour"] },
  Tennis: { game: "Tennis", others: ["ATP", "WTA", "ATP Tennis", "WTA Tennis", "ITF Tennis"] },
};

/** Sports that we don't keep apart. */
const otherSports = [
  ...[
    "Cricket",
    "Darts",
    "Rugby",
    "Rugby Union",
    "Rugby League",
    "NRL",
    "Esports",
    "CS2",
    "CSGO",
    "Dota 2",
    "Valorant",
  ],
  ...["League of Legends", "F1", "Formula 1", "Formel 1", "NASCAR", "IndyCar", "MotoGP", "Motorsport", "Motorsports"],
  ...["Boxing", "AFL", "Aussie Rules", "CFL", "UFL", "XFL", "KHL", "SHL", "AHL", "Euroleague", "EuroLeague Basketball"],
  ...["Handball", "Volleyball", "Beach Volleyball", "Table Tennis", "Tischtennis", "Badminton", "Snooker", "Cycling"],
  ...[
    "Soccer",
    "Fußball",
    "Lacrosse",
    "Softball",
    "Greyhounds",
    "Politics",
    "Biathlon",
    "Chess",
    "EPL",
    "Premier League",
    "English Premier League",
  ],
  ...["La Liga", "Bundesliga", "Serie A", "Ligue 1", "Eredivisie", "UCL", "UEFA Champions League", "Liga MX"],
];

/** Names with more than one meaning, by what they may mean. */
const unclear: Readonly<Record<string, readonly Sport[]>> = {
  Football: ["NFL", "NCAAF", "MLS", "Other"],
  "American Football": ["NFL", "NCAAF", "Other"],
  Basketball: ["NBA", "NCAAB", "WNBA", "Other"],
  Baseball: ["MLB", "KBO", "NPB", "Other"],
  Hockey: ["NHL", "Other"],
  "Ice Hockey": ["NHL", "Other"],
  Eishockey: ["NHL", "Other"],
  NCAA: ["NCAAF", "NCAAB", "Other"],
  College: ["NCAAF", "NCAAB", "Other"],
};

const known = new Map<string, Sport>([
  ...otherSports.map((name): [string, Sport] => [bareName(name), "Other"]),
  ...sports.flatMap((sport) => namesOf(sport).map((name): [string, Sport] => [bareName(name), sport])),
]);
const unclearByName = new Map(Object.entries(unclear).map(([name, choices]) => [bareName(name), { name, choices }]));

/** Reads sports as our own names. Asks what "Football" and the like mean in this column, one name after the other. */
export const readSports: Reader = (cells, { answers }) => {
  const decisions = new Map<string, Decision<Sport>>();
  for (const bare of cells.map(bareName)) {
    const meanings = unclearByName.get(bare);
    if (meanings) decisions.set(bare, meaningOf(bare, meanings, answers));
  }
  const question = [...decisions.values()].find((decision) => "question" in decision)?.question ?? null;
  return readCells(
    cells,
    (text) => {
      const decision = decisions.get(bareName(text));
      if (decision === undefined) return sportOf(text, known.get(bareName(text)));
      return "choice" in decision ? sportOf(text, decision.choice) : waiting;
    },
    question,
  );
};

function namesOf(sport: Sport): string[] {
  if (sport === "Other") return [sport];
  const { game, others } = names[sport];
  return [sport, `${sport} ${game}`, `${game} ${sport}`, ...others];
}

function meaningOf(
  bare: string,
  { name, choices }: { name: string; choices: readonly Sport[] },
  answers: ReaderOptions["answers"],
): Decision<Sport> {
  const labels = Object.fromEntries(choices.map((sport) => [sport, sport]));
  const decision = ask(answers, `sport_${bare}`, `Which sport is ${quoted(name)}?`, labels);
  if ("question" in decision) return decision;
  return { choice: choices.find((sport) => sport === decision.choice) ?? "Other" };
}

function sportOf(text: string, sport: Sport | undefined): Cell {
  if (sport === undefined)
    return { problem: `${quoted(text)} is not known as a sport. Choose one of ${sports.join(", ")}.` };
  const isOwnName = bareName(text) === bareName(sport);
  return readAs(sport, isOwnName ? null : `${quoted(text)} is ${sport}.`);
}
