import { z } from "zod";
import type { Db, PickRow } from "../../db.server.ts";
import type { KeyAbility, PersonAbility } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { id, oneOf, versionNumber, wholeNumber } from "../fields.ts";
import { type SignedInActor, operation } from "../operation.server.ts";
import { withShownDate } from "../../time/calendar-date.ts";
import { writeLedgerAs } from "../sign-in/access.server.ts";
import { confirmed, reviewConfirmation } from "./pick-input.server.ts";
import { findManagedRow, shownPick } from "./pick-list.server.ts";
import { type SavedPick, publishDraftRow, deletePickRow } from "./pick-change.server.ts";
import { isStale } from "./pick-save.server.ts";
import type { Stream } from "../bets/stream.ts";
import { consentTo, describePick } from "./pick.ts";
import type { Review } from "./review.ts";

interface Ticked {
  id: number;
  /** The version that the page showed. */
  version: number | null;
}

const noneTicked = "Select at least one draft.";

/** The form's ticked boxes: `draft_17_3` with the value 17, where 3 is the version that the page showed. */
const ticked = z
  .object({ do: oneOf(["publish", "discard"], "Choose to publish or to discard."), confirm: reviewConfirmation })
  .catchall(z.unknown())
  .transform(({ do: wanted, confirm, ...boxes }) => ({
    wanted,
    confirm,
    ticks: Object.entries(boxes).flatMap(([name, value]): Ticked[] => {
      const [, draftId, version] = /^draft_(\d+)_(\d+)$/.exec(name) ?? [];
      const box = wholeNumber(value);
      return box === null || String(box) !== draftId ? [] : [{ id: box, version: wholeNumber(version) }];
    }),
  }))
  .refine(({ ticks }) => ticks.length > 0, { path: ["form"], message: noneTicked });

export function draftOperations(
  stream: Stream,
  { manage, publish }: { manage: PersonAbility; publish: KeyAbility },
  refusalMessage: string | undefined,
) {
  return {
    /** Idempotent: a published pick is returned as it is. */
    publishDraft: operation(
      publish,
      z.object({ id, version: versionNumber, confirm: confirmed }),
      (actor, { id: draftId, version, confirm }) =>
        writeLedgerAs(actor, async (trx): Promise<SavedPick> => {
          const row = await findManagedRow(trx, stream, draftId);
          if (row.published_at !== null) return shownPick(row);
          if (isStale(version, row)) throw changedMeanwhile(row);
          return publishDraftRow(trx, actor, row, confirm || "");
        }),
      refusalMessage,
    ),
    /**
     * Publishes or discards all ticked drafts, or none. Refuses with "unconfirmed" when something about a draft to
     * publish is unusual, and always before it discards, until staff confirm.
     */
    reviewDrafts: operation(
      manage,
      ticked,
      (actor, { wanted, ticks, confirm }) =>
        writeLedgerAs(actor, async (trx): Promise<Review> => {
          const drafts = await findTicked(trx, stream, ticks);
          if (wanted === "publish") await publishAll(trx, actor, drafts, confirm);
          else await discardAll(trx, actor, drafts, confirm);
          const done = wanted === "publish" ? "published" : "discarded";
          return { done, count: drafts.length, gone: ticks.length - drafts.length };
        }),
      refusalMessage,
    ),
  };
}

/**
 * Leaves out picks that are no longer drafts. Refuses with "conflict" when a draft was changed after the page showed
 * it.
 */
async function findTicked(trx: Db, stream: Stream, ticks: readonly Ticked[]): Promise<PickRow[]> {
  const found: PickRow[] = [];
  for (const { id: draftId, version } of ticks) {
    const row = await trx
      .selectFrom("picks")
      .selectAll()
      .where("id", "=", draftId)
      .where("stream", "=", stream)
      .where("published_at", "is", null)
      .executeTakeFirst();
    if (row && isStale(version, row)) throw changedMeanwhile(row);
    if (row) found.push(row);
  }
  return found;
}

async function publishAll(trx: Db, actor: SignedInActor, drafts: readonly PickRow[], confirm: string): Promise<void> {
  const warnings: string[] = [];
  for (const draft of drafts) {
    const published = await publishDraftRow(trx, actor, draft, true);
    warnings.push(...(published.warnings ?? []).map((text) => `${describePick(published)}: ${text}`));
  }
  if (warnings.length > 0 && confirm !== consentTo(warnings))
    throw new Refusal("unconfirmed", "Nothing was published yet. Please check:", { warnings });
}

async function discardAll(trx: Db, actor: SignedInActor, drafts: readonly PickRow[], confirm: string): Promise<void> {
  const warnings = drafts.map((draft) => describePick(withShownDate(draft)));
  if (warnings.length > 0 && confirm !== consentTo(warnings))
    throw new Refusal("unconfirmed", "Are you sure you want to discard these drafts?", { warnings });
  for (const draft of drafts) await deletePickRow(trx, actor, draft);
}

function changedMeanwhile(row: PickRow): Refusal {
  return new Refusal(
    "conflict",
    `${describePick(withShownDate(row))} was changed in the meantime. Check it below, then decide.`,
  );
}
