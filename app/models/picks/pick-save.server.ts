import type { Db, PickRow } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { changedFields } from "../trail/changed-fields.ts";
import type { SignedInActor } from "../operation.server.ts";
import type { KeptChange } from "../merge/kept-changes.ts";
import { updateDayTotals } from "../record/day-totals.server.ts";
import { withShownDate } from "../record/settled-picks.server.ts";
import { findPickRow } from "./pick-list.server.ts";
import type { BetPick, Stream } from "./pick.ts";
import { outcomeOf, textsOfPick } from "./pick.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { mergeWithSaved } from "../merge/merge.server.ts";

export type PickChanges = Partial<Omit<PickRow, "id" | "stream" | "settled" | "created_at" | "version">>;

interface SavedPick {
  pick: BetPick;
  kept: readonly KeptChange[];
}

// These belong together: a verdict must not be saved with a colleague's stake or result.
const resultFields = ["verdict", "unit_size", "units_result"] as const;

/** Saves the given fields; refuses with "conflict" when `version` is stale. */
export function savePickRow(
  stream: Stream,
  actor: SignedInActor,
  pickId: number | null,
  version: number | null,
  changes: PickChanges,
): Promise<BetPick> {
  return writeAs(actor, async (trx) => {
    const before = await findPickRow(trx, stream, pickId);
    if (changedFields(before, changes).length === 0) return shownPick(before);
    if (isStale(version, before)) throw staleSave(before);
    return change(trx, actor, before, changes);
  });
}

/** For a form, which sends all fields: fields that it left as they were in its `version` keep their current values. */
export function mergePickRow(
  stream: Stream,
  actor: SignedInActor,
  pickId: number | null,
  version: number | null,
  submitted: PickChanges,
): Promise<SavedPick> {
  return writeAs(actor, async (trx) => {
    const saved = await findPickRow(trx, stream, pickId);
    if (changedFields(saved, submitted).length === 0) return { pick: shownPick(saved), kept: [] };
    if (version === null || !isStale(version, saved))
      return { pick: await change(trx, actor, saved, submitted), kept: [] };
    const target = { subject: "pick", id: saved.id } as const;
    const { changes, kept } = await mergeWithSaved(trx, {
      target,
      about: "this pick",
      version,
      submitted,
      saved: { ...saved },
      together: resultFields,
      texts: textsOfPick(shownPick(saved)),
    });
    const isChanged = changedFields(saved, changes).length > 0;
    return { pick: isChanged ? await change(trx, actor, saved, changes) : shownPick(saved), kept };
  });
}

export function shownPick(row: PickRow): BetPick {
  const { stream: _stream, settled: _settled, ...pick } = row;
  return withShownDate(pick);
}

async function change(trx: Db, actor: SignedInActor, before: PickRow, changes: PickChanges): Promise<BetPick> {
  const row = await trx
    .updateTable("picks")
    .set({ ...changes, version: before.version + 1 })
    .where("id", "=", before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await updateDayTotals(trx, before, row);
  await recordAudit(trx, {
    actorId: actor.person.id,
    action: auditAction(before, row),
    subject: "pick",
    subjectId: row.id,
    before,
    after: row,
  });
  return shownPick(row);
}

function isStale(version: number | null, row: PickRow): boolean {
  return version !== null && version !== row.version;
}

function staleSave(row: PickRow): Refusal {
  return new Refusal(
    "conflict",
    "Somebody else changed this pick while you were editing it. Compare, then save again to keep your version.",
    { saved: textsOfPick(shownPick(row)) },
  );
}

function auditAction(before: PickRow, after: PickRow): string {
  const [outcomeBefore, outcomeAfter] = [outcomeOf(before.verdict), outcomeOf(after.verdict)];
  if (outcomeBefore === outcomeAfter) return "pick.changed";
  return outcomeAfter === "open" ? "pick.reopened" : "pick.settled";
}
