/** Undoes a wrong "Apply" with one reason for all picks of a game. */
import { z } from "zod";
import { db } from "../../../db.server.ts";
import { env } from "../../../env.server.ts";
import { Refusal } from "../../../refusal.ts";
import { formatCalendarDate } from "../../../time/calendar-date.ts";
import { id } from "../../fields.ts";
import { gradeOfRow } from "../../ledger/chain/pick-changes.ts";
import { changeTexts } from "../../ledger/change-text.ts";
import { gradeChanges } from "../../ledger/grade-changes.ts";
import { operation } from "../../operation.server.ts";
import { publicReason } from "../../picks/pick-input.server.ts";
import { changePickRow } from "../../picks/pick-change.server.ts";
import { writeAs } from "../../sign-in/access.server.ts";
import { findGame } from "./move-game.server.ts";

const reopened = { verdict: "", units_result: null } as const;

/** The id of any settled pick on the game. */
const place = z.object({ id });

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

/** Removes the verdicts of all picks of a game. The reason is public for ever. */
export const reopenGame = operation("results.manage", place.extend({ reason: publicReason }), (actor, input) =>
  writeAs(actor, async (trx): Promise<{ title: string; count: number }> => {
    const { title, picks } = await findGame(trx, actor, input.id, 1);
    if (input.reason === "") throw Refusal.at("reason", "invalid", "Say why: everybody will see it, for ever.");
    for (const { row } of picks) await changePickRow(trx, actor, row, reopened, true, { reason: input.reason });
    return { title, count: picks.length };
  }),
);
