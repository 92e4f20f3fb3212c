/** Saves what somebody sends for a pick that others may have changed in the meantime. */
import type { Db, PickRow } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { Refusal } from "../../refusal.ts";
import type { Stream } from "../bets/stream.ts";
import type { KeptChange } from "../merge/kept-changes.ts";
import { mergeWithSaved } from "../merge/merge.server.ts";
import type { Caller, SignedInActor } from "../operation.server.ts";
import { writeLedgerAs } from "../sign-in/access.server.ts";
import { changedFields } from "../trail/changed-fields.ts";
import { type Consent, withClosingMark } from "./bet.server.ts";
import type { PickAccess } from "./pick-access.server.ts";
import { type ConfirmedCorrection, type PickChanges, type SavedPick, changePickRow } from "./pick-change.server.ts";
import { findManagedRow, findSeenRow, shownPick } from "./pick-list.server.ts";
import { textsOfPick } from "./pick-texts.ts";
import type { BetPick } from "./pick.ts";

interface MergedPick {
  pick: BetPick;
  kept: readonly KeptChange[];
}

// These belong together: a verdict must not be saved with a colleague's stake or result.
const resultFields = ["verdict", "unit_size", "odds", "units_result"] as const;

/** Saves the given fields of a pick or draft that the caller sees; refuses with "conflict" when `version` is stale. */
export function savePickRow(
  stream: Stream,
  caller: Caller,
  access: PickAccess,
  { id, version }: { id: number | null; version: number | null },
  changes: PickChanges,
  consent: Consent,
  reason: string,
): Promise<SavedPick> {
  return writeLedgerAs(caller, async (trx) => {
    const before = await findSeenRow(trx, stream, access, id);
    if (isSame(before, changes)) return shownPick(before);
    if (isStale(version, before)) throw staleSave(before);
    return changePickRow(trx, caller, before, changes, consent, { reason });
  });
}

/**
 * Saves a form, which sends all fields: fields that the form left as they were in its `version` keep their current
 * values. `consent` is for the warnings of a pick. A `correction` has its own consent, for what everybody will see: see
 * changePickRow.
 */
export function mergePickRow(
  stream: Stream,
  actor: SignedInActor,
  pickId: number | null,
  version: number | null,
  submitted: PickChanges,
  consent: Consent,
  correction?: ConfirmedCorrection,
): Promise<MergedPick> {
  const change = (trx: Db, saved: PickRow, changes: PickChanges) =>
    changePickRow(trx, actor, saved, changes, consent, correction);
  return writeLedgerAs(actor, async (trx) => {
    const saved = await findManagedRow(trx, stream, pickId);
    if (isSame(saved, submitted)) return { pick: shownPick(saved), kept: [] };
    if (version === null || !isStale(version, saved)) return { pick: await change(trx, saved, submitted), kept: [] };
    const target = { subject: "pick", id: saved.id } as const;
    const { changes, kept } = await mergeWithSaved(trx, {
      target,
      about: "this pick",
      version,
      submitted,
      saved: { ...saved },
      together: resultFields,
      texts: textsOfPick(shownPick(saved), env.SITE_TIMEZONE),
    });
    if (isSame(saved, changes)) return { pick: shownPick(saved), kept };
    return { pick: await change(trx, saved, changes), kept };
  });
}

function isSame(saved: PickRow, given: PickChanges): boolean {
  return changedFields(saved, withClosingMark(saved, given)).length === 0;
}

export function isStale(version: number | null, row: PickRow): boolean {
  return version !== null && version !== row.version;
}

function staleSave(row: PickRow): Refusal {
  return new Refusal(
    "conflict",
    "Somebody else changed this pick while you were editing it. Compare, then save again to keep your version.",
    { saved: textsOfPick(shownPick(row), env.SITE_TIMEZONE) },
  );
}
