import type { Db, PickRow } from "../../db.server.ts";
import { authorOf, recordAudit } from "../trail/audit.server.ts";
import { changedFields } from "../trail/changed-fields.ts";
import type { Caller } from "../operation.server.ts";
import { updateDayTotals } from "../history/day-totals.server.ts";
import type { GradeOfEntry } from "../ledger/chain/pick-changes.ts";
import { sealPublished } from "../ledger/chain/seal-pick.server.ts";
import { joinRound } from "./pick-round.server.ts";
import type { Consent } from "./bet.server.ts";
import { checkBet } from "./bet.server.ts";
import type { PickValues } from "./pick-input.server.ts";
import type { SavedPick } from "./pick-save.server.ts";
import { expectOpen, withWarnings } from "./pick-save.server.ts";
import type { Stream } from "../bets/stream.ts";

export type NewPick = PickValues & { draft: boolean };

/** Publishes a pick, or keeps it as a draft. */
export async function addPickRow(
  trx: Db,
  stream: Stream,
  caller: Caller,
  { draft, ...values }: NewPick,
  consent: Consent,
): Promise<SavedPick> {
  if (draft) expectOpen(values);
  const { columns, warnings } = await checkBet(trx, stream, null, values, draft ? null : consent);
  const now = new Date().toISOString();
  const row = await trx
    .insertInto("picks")
    .values({
      ...values,
      ...columns,
      stream,
      graded_by: values.verdict === "" ? "" : "hand",
      created_at: now,
      published_at: draft ? null : now,
      key_id: caller.key?.id ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const added = draft ? row : await announce(trx, row);
  await recordAudit(trx, {
    ...authorOf(caller),
    action: draft ? "pick.drafted" : "pick.published",
    subject: "pick",
    subjectId: row.id,
    after: added,
  });
  return withWarnings(added, warnings);
}

/** Asks about all that is unusual about it: nothing was asked while it was a draft. */
export async function publishDraftRow(trx: Db, caller: Caller, draft: PickRow, consent: Consent): Promise<SavedPick> {
  const { columns, warnings } = await checkBet(trx, draft.stream, draft, {}, consent);
  const now = new Date().toISOString();
  const row = await announce(
    trx,
    await trx
      .updateTable("picks")
      .set({ ...columns, created_at: now, published_at: now, version: draft.version + 1 })
      .where("id", "=", draft.id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  await recordAudit(trx, {
    ...authorOf(caller),
    action: "pick.published",
    subject: "pick",
    subjectId: row.id,
    before: draft,
    after: row,
  });
  return withWarnings(row, warnings);
}

/** Puts a pick that has just been published into the ledger and the totals, or into the next mail. Returns its row. */
async function announce(trx: Db, published: PickRow): Promise<PickRow> {
  const { columns } = await sealPublished(trx, published);
  const row = await withColumns(trx, published, columns);
  await updateDayTotals(trx, null, row);
  if (row.settled === 0) await joinRound(trx, row);
  return row;
}

/** The row of a settled pick says what its entry says. */
async function withColumns(trx: Db, row: PickRow, columns: Partial<GradeOfEntry>): Promise<PickRow> {
  if (changedFields(row, columns).length === 0) return row;
  return trx.updateTable("picks").set(columns).where("id", "=", row.id).returningAll().executeTakeFirstOrThrow();
}
