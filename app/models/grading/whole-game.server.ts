/** Changes all picks of a game at once: moves a postponed game, and undoes a wrong "Apply". */
import { z } from "zod";
import { type Db, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import { readStart, unreadTimeText } from "../bets/start-time.ts";
import { hasStarted } from "../bets/started.ts";
import { formatCalendarDate } from "../../time/calendar-date.ts";
import { id } from "../fields.ts";
import { gradeOfRow } from "../ledger/chain/pick-changes.ts";
import { changeTexts } from "../ledger/change-text.ts";
import { gradeChanges } from "../ledger/grade-changes.ts";
import { type Caller, operation } from "../operation.server.ts";
import { pickFields, publicReason } from "../picks/pick-input.server.ts";
import { changePickRow } from "../picks/pick-change.server.ts";
import { writeLedgerAs } from "../sign-in/access.server.ts";
import { type Game, gamesOf } from "./games.ts";
import { type GradedPick, asGradedPick, gradedStreams } from "./proposal.server.ts";
import { readNameKeys } from "./results.server.ts";

/** The id of any pick on the game: an open one to move it, a settled one to open it again. */
const place = z.object({ id });

export interface GameToMove {
  title: string;
  /** MM/DD/YYYY. */
  game_date: string;
  time: string;
  /** The texts of its open picks. */
  picks: string[];
  /** True if one of the picks has started: moving the game then needs a reason. */
  hasStarted: boolean;
}

export const readGamePage = operation("results.manage", place, async (actor, input): Promise<GameToMove> => {
  const { title, game_date, picks: open } = await findGame(db, actor, input.id);
  return {
    title,
    game_date: formatCalendarDate(game_date),
    time: open[0]?.row.time ?? "",
    picks: open.map(({ row }) => row.pick || row.game),
    hasStarted: open.some(({ row }) => hasStarted(row, new Date(), env.SITE_TIMEZONE)),
  };
});

/** Sets another date and time for all open picks of a postponed game. */
export const moveGame = operation(
  "results.manage",
  place.extend({
    game_date: pickFields.shape.game_date.refine((date) => date !== "", "Enter the game's date."),
    time: pickFields.shape.time,
    reason: publicReason,
  }),
  (actor, { game_date, time, reason, id: pickId }) =>
    writeLedgerAs(actor, async (trx): Promise<{ title: string; game_date: string }> => {
      const { title, picks: open } = await findGame(trx, actor, pickId);
      const starts_at = readStart(game_date, time, env.SITE_TIMEZONE);
      if (starts_at === null && unreadTimeText(time) !== "")
        throw Refusal.at("time", "invalid", "Must be a time, like 7:30 PM ET. Leave it empty when it is not known.");
      for (const { row } of open)
        await changePickRow(trx, actor, row, { game_date, time, starts_at }, true, { reason });
      return { title, game_date: formatCalendarDate(game_date) };
    }),
);

export interface GameToReopen {
  title: string;
  /** MM/DD/YYYY. */
  game_date: string;
  /** The change of each pick as everybody will see it: "Celtics -3.5. Verdict: win → open." */
  picks: string[];
}

export const readReopeningPage = operation("results.manage", place, async (actor, input): Promise<GameToReopen> => {
  const { title, game_date, picks } = await findGame(db, actor, input.id, 1);
  return {
    title,
    game_date: formatCalendarDate(game_date),
    picks: picks.map(({ row }) => {
      const changes = gradeChanges(gradeOfRow(row), null);
      return `${row.pick || row.game}. ${changeTexts(changes, env.SITE_TIMEZONE).join(" ")}`;
    }),
  };
});

const reopened = { verdict: "", units_result: null } as const;

/** Removes the verdicts of all picks of a game. The reason is public for ever. */
export const reopenGame = operation("results.manage", place.extend({ reason: publicReason }), (actor, input) =>
  writeLedgerAs(actor, async (trx): Promise<{ title: string; count: number }> => {
    const { title, picks } = await findGame(trx, actor, input.id, 1);
    if (input.reason === "") throw Refusal.at("reason", "invalid", "Say why: everybody will see it, for ever.");
    for (const { row } of picks) await changePickRow(trx, actor, row, reopened, true, { reason: input.reason });
    return { title, count: picks.length };
  }),
);

/** Finds the game of a pick, with its open picks, or with `settled` 1 with its picks that have a verdict. */
async function findGame(
  source: Db,
  caller: Caller,
  pickId: number | null,
  settled: 0 | 1 = 0,
): Promise<Game<GradedPick>> {
  const published = source
    .selectFrom("picks")
    .selectAll()
    .where("stream", "in", gradedStreams(caller))
    .where("settled", "=", settled);
  const pick = await published.where("id", "=", pickId ?? 0).executeTakeFirst();
  const rows = pick ? await published.where("game_date", "=", pick.game_date).execute() : [];
  const games = gamesOf(rows.map(asGradedPick), await readNameKeys(source));
  const game = games.find(({ picks }) => picks.some((each) => each.id === pickId));
  if (game) return game;
  throw new Refusal("not-found", settled === 0 ? "This pick is no longer open." : "This pick has no verdict.");
}
