import type { Db, PickRow } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { changedFields } from "../trail/changed-fields.ts";
import type { SignedInActor } from "../operation.server.ts";
import type { KeptChange } from "../merge/kept-changes.ts";
import { recountDay } from "../record/day-totals.server.ts";
import { withShownDate } from "../record/settled-picks.server.ts";
import { findPickRow } from "./pick-list.server.ts";
import type { BetPick, Stream } from "./pick.ts";
import { outcomeOf, textsOfPick } from "./pick.ts";
import { writeAs } from "../sign-in/session.server.ts";
import { mergeWithSaved } from "../merge/merge.server.ts";

/** What can be changed of a pick. */
export type PickChanges = Partial<Omit<PickRow, "id" | "stream" | "settled" | "created_at" | "version">>;

interface SavedPick {
  pick: BetPick;
  /** What a colleague changed meanwhile, which stays. */
  kept: readonly KeptChange[];
}

// A result is of a stake: nobody's win is booked with another's units.
const resultFields = ["verdict", "unit_size", "units_result"] as const;

/** Changes the given fields; refuses with "conflict" when `version` is not the row's any more. */
export function savePickRow(stream: Stream, actor: SignedInActor, pickId: number | null, version: number | null, changes: PickChanges): Promise<BetPick> {
  return writeAs(actor, async (trx) => {
    const before = await findPickRow(trx, stream, pickId);
    if (changedFields(before, changes).length === 0) return shownPick(before);
    if (isStale(version, before)) throw staleSave(before);
    return change(trx, actor, before, changes);
  });
}

/** The same for a form, which gives all fields: those that were left as they were in its `version` stay as they are by now. */
export function mergePickRow(stream: Stream, actor: SignedInActor, pickId: number | null, version: number | null, mine: PickChanges): Promise<SavedPick> {
  return writeAs(actor, async (trx) => {
    const saved = await findPickRow(trx, stream, pickId);
    if (changedFields(saved, mine).length === 0) return { pick: shownPick(saved), kept: [] };
    if (version === null || !isStale(version, saved)) return { pick: await change(trx, actor, saved, mine), kept: [] };
    const of = { subject: "pick", id: saved.id } as const;
    const { changes, kept } = await mergeWithSaved(trx, { of, about: "this pick", version, mine, saved: { ...saved }, together: resultFields, texts: textsOfPick(shownPick(saved)) });
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
  await recountDay(trx, before, row);
  await recordAudit(trx, { actorId: actor.person.id, action: changeOf(before, row), subject: "pick", subjectId: row.id, before, after: row });
  return shownPick(row);
}

function isStale(version: number | null, row: PickRow): boolean {
  return version !== null && version !== row.version;
}

/** What is saved by now travels with the refusal. */
function staleSave(row: PickRow): Refusal {
  return new Refusal("conflict", "Somebody else changed this pick while you were editing it. Compare, then save again to keep your version.", { saved: textsOfPick(shownPick(row)) });
}

function changeOf(before: PickRow, after: PickRow): string {
  const [was, is] = [outcomeOf(before.verdict), outcomeOf(after.verdict)];
  if (was === is) return "pick.changed";
  return is === "open" ? "pick.reopened" : "pick.settled";
}
