import { z } from "zod";
import type { Db } from "../../db.server.ts";
import { db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { readStart } from "../bets/start-time.ts";
import { formatCalendarDate } from "../calendar-date.ts";
import { calendarDate, textLine } from "../fields.ts";
import type { Caller } from "../operation.server.ts";
import { operation } from "../operation.server.ts";
import { pickFields } from "../picks/pick-input.server.ts";
import { changePickRow } from "../picks/pick-save.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import type { KeyedGame } from "./grading-day.server.ts";
import { gamesToGrade } from "./grading-day.server.ts";
import { readNameKeys } from "./result.server.ts";

const place = z.object({ key: textLine(20), date: calendarDate });

export interface GameToMove {
  title: string;
  /** MM/DD/YYYY. */
  game_date: string;
  time: string;
  /** Their texts. */
  picks: string[];
}

export const openGame = operation("results.manage", place, async (actor, input): Promise<GameToMove> => {
  const { title, game_date, picks } = await findGame(db, actor, input);
  const open = openOf(picks);
  return {
    title,
    game_date: formatCalendarDate(game_date),
    time: open[0]?.row.time ?? "",
    picks: open.map(({ row }) => row.pick || row.game),
  };
});

/** Sets another date and time for all open picks of a game, for one that was postponed. */
export const moveGame = operation(
  "results.manage",
  place.extend({
    game_date: pickFields.shape.game_date.refine((date) => date !== "", "Enter the game's date."),
    time: pickFields.shape.time,
  }),
  (actor, { game_date, time, ...input }) =>
    writeAs(actor, async (trx): Promise<{ title: string; game_date: string; count: number }> => {
      const { title, picks } = await findGame(trx, actor, input);
      const starts_at = readStart(game_date, time, env.SITE_TIMEZONE);
      if (time !== "" && starts_at === null)
        throw Refusal.at("time", "invalid", "Must be a time, like 7:30 PM ET. Leave it empty when it is not known.");
      const open = openOf(picks);
      for (const { row } of open) await changePickRow(trx, actor, row, { game_date, time, starts_at }, true);
      return { title, game_date: formatCalendarDate(game_date), count: open.length };
    }),
);

async function findGame(source: Db, caller: Caller, { key, date }: z.output<typeof place>): Promise<KeyedGame> {
  const games = await gamesToGrade(source, caller, date, await readNameKeys(source));
  const game = games.find((each) => each.key === key);
  if (game) return game;
  throw new Refusal("not-found", "This game waits for no result any more, or its picks were changed.");
}

function openOf(picks: KeyedGame["picks"]): KeyedGame["picks"] {
  return picks.filter(({ row }) => row.verdict === "");
}
