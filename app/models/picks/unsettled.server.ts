import { db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { byStart, hasStarted } from "../bets/started.ts";
import { withShownDate } from "../record/settled-picks.server.ts";
import type { Stream } from "./pick.ts";
import { managedPickColumns } from "./pick.ts";
import type { StaffRow } from "./staff-row.ts";
import { openRow } from "./staff-row.ts";

export type Draft = StaffRow & { version: number };

/** The drafts, the oldest first, and the open picks by start. One that has started is to be graded. */
export async function readUnsettled(stream: Stream): Promise<{ drafts: Draft[]; unresolved: StaffRow[] }> {
  const rows = await unsettledIn(stream)
    .where("settled", "is", null)
    .unionAll(unsettledIn(stream).where("settled", "=", 0))
    .execute();
  const now = new Date();
  const drafts = rows.filter(({ settled }) => settled === null).toSorted((left, right) => left.id - right.id);
  const open = rows.filter(({ settled }) => settled === 0).toSorted(byStart);
  return {
    drafts: drafts.map((draft) => ({ ...openRow(withShownDate(draft)), version: draft.version })),
    unresolved: open.map((pick) => openRow(withShownDate(pick), hasStarted(pick, now, env.SITE_TIMEZONE))),
  };
}

function unsettledIn(stream: Stream) {
  return db
    .selectFrom("picks")
    .select([...managedPickColumns, "starts_at", "settled", "version"])
    .where("stream", "=", stream);
}
