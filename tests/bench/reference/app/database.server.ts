import BetterSqlite3 from "better-sqlite3";

export interface Card {
  id: number;
  game: string;
  pick: string;
  time: string;
}

const sqlite = new BetterSqlite3(process.env.DATABASE_PATH, { readonly: true });
const openPicks = sqlite.prepare<[], Card>(
  "select id, game, pick, time from picks where stream = 'regular' and settled = 0 order by created_at desc limit 10",
);

export function listCards(): Card[] {
  return openPicks.all();
}
