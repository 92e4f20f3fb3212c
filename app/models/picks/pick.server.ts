import { z } from "zod";
import { type Db, type PickRow, db } from "../../db.server.ts";
import { can } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { id, oneOf, pageNumber, versionNumber } from "../fields.ts";
import { type SignedInActor, notAuthorized, operation } from "../operation.server.ts";
import { historyFilter, readHistory, readHistoryFigures } from "../history/settled-picks.server.ts";
import { readingOf, readingOfNew, readingText } from "./bet.server.ts";
import { openFilter, readOpenPicks, readVersion } from "./open-picks.server.ts";
import { draftOperations } from "./draft.server.ts";
import { readUnsettled, listResolved, readForFile, resolvedFilter, type Draft } from "./staff-list.server.ts";
import { type ChosenPick, readChosenPick, readCorrectionPage } from "./chosen-pick.server.ts";
import { asDraft, confirmation, confirmed, publicReason, trailReason } from "./pick-input.server.ts";
import { filledFromText, readingFields, writtenFields } from "./written-pick.server.ts";
import {
  draftsIn,
  findManagedRow,
  findPickRow,
  findSeenRow,
  managedListFilter,
  picksIn,
  readList,
  shownPick,
} from "./pick-list.server.ts";
import type { ResolvedRow, StaffRow } from "./staff-row.ts";
import type { BetPick } from "./pick.ts";
import type { Stream } from "../bets/stream.ts";
import { proHistoryFilterSports, sports } from "../bets/sports.ts";
import { type NewPick, addPickRow, deletePickRow } from "./pick-change.server.ts";
import { isStale, mergePickRow, savePickRow } from "./pick-save.server.ts";
import { abilitiesOf, isDraft, pickAccessOf } from "./pick-access.server.ts";
import { type PickTrailEntry, readPickTrail } from "../trail/short-trail.server.ts";
import { type Template, readTemplate } from "./pick-template.server.ts";
import { newSecret } from "../secret.server.ts";
import { idempotencyKey, storeResult, hashOfRequest, findResult } from "../idempotency-key.server.ts";
import { writeLedgerAs } from "../sign-in/access.server.ts";

export interface PicksManager {
  /** A page of the drafts. */
  drafts: Draft[];
  draftsTotal: number;
  draftsPage: number;
  draftsPages: number;
  /** Sorted by start, the oldest first. */
  unresolved: StaffRow[];
  resolved: ResolvedRow[];
  resolvedTotal: number;
  page: number;
  pages: number;
  chosen: ChosenPick | null;
  /** The values that fill the form for a new pick. */
  template: Template | null;
  /** The trail of the chosen pick; null without one. */
  trail: PickTrailEntry[] | null;
  idempotencyKey: string;
}

const managerInput = resolvedFilter.extend({
  id: id.optional(),
  page: pageNumber,
  drafts: pageNumber,
  after: id,
  copy: id,
});

export const regularPicks = operationsFor("regular", sports);
export const proPicks = operationsFor("pro", proHistoryFilterSports);

export const readDefaultManagerPage = operation(
  "admin.enter",
  managerInput.omit({ id: true }),
  async (actor, input) => {
    const stream: Stream = can(actor.person, "picks.manage") ? "regular" : "pro";
    return { stream, ...(await readManager(stream, input)) };
  },
);

/** The two streams differ in their abilities and in the sports that their history filter names. */
function operationsFor(stream: Stream, namedSports: readonly string[]) {
  const abilities = abilitiesOf[stream];
  const refusalMessage = stream === "pro" ? "You are not authorized to add pro picks." : undefined;
  return {
    listOpenPicks: operation(abilities.read, openFilter, (actor, filter) =>
      readOpenPicks(actor.person, stream, filter),
    ),
    findVersion: operation(abilities.follow, z.object({}), async () => ({ version: await readVersion(stream) })),
    listSettledPicks: operation(abilities.read, historyFilter, ({ person }, filter) =>
      readHistory(stream, filter, namedSports, person.odds),
    ),
    findHistoryFigures: operation(abilities.follow, historyFilter, (_actor, filter) =>
      readHistoryFigures(stream, filter, namedSports),
    ),
    listPicks: operation(abilities.lookUp, managedListFilter, (caller, filter) => {
      const access = pickAccessOf(caller, stream);
      if (filter.status !== "draft" ? !access.published : !access.drafts) throw new Refusal("forbidden", notAuthorized);
      return readList(filter.status === "draft" ? draftsIn(stream, access) : picksIn(stream), filter);
    }),
    findPick: operation(abilities.lookUp, z.object({ id }), async (caller, input) =>
      shownPick(await findSeenRow(db, stream, pickAccessOf(caller, stream), input.id)),
    ),
    /** Reads what the texts of the form say so far. Writes nothing. */
    findReading: operation(abilities.publish, readingFields, async (_actor, { pick_id, ...sent }) =>
      pick_id === undefined ? readingOfNew(sent) : readingOf(await findManagedRow(db, stream, pick_id), sent),
    ),
    /** Lists the rows for a CSV file. */
    listForFile: operation(
      abilities.manage,
      resolvedFilter.extend({ list: oneOf(["", "open", "resolved", "all"], "Must be open, resolved or all.") }),
      async (_actor, { list, ...filter }) => readForFile(stream, list, filter),
    ),
    readManagerPage: operation(abilities.manage, managerInput, (_actor, input) => readManager(stream, input)),
    /** The API's call. It is not idempotent: two equal calls add two picks. A key that may only draft adds a draft. */
    addPick: operation(
      abilities.draft,
      filledFromText(writtenFields.extend({ draft: asDraft, confirm: confirmed })),
      (caller, { confirm, ...values }) => {
        const draft = isDraft(caller, stream, values.draft);
        return writeLedgerAs(caller, (trx) => addPickRow(trx, stream, caller, { ...values, draft }, confirm || ""));
      },
      refusalMessage,
    ),
    /** The form's call. It is idempotent, so that a double submit doesn't publish and mail the pick twice. */
    addPickOnce: operation(
      abilities.manage,
      filledFromText(writtenFields.extend({ draft: asDraft, idempotency_key: idempotencyKey, confirm: confirmation })),
      (actor, { idempotency_key, confirm, ...values }) =>
        writeLedgerAs(actor, (trx) =>
          addOnce(trx, stream, actor, { ...values, draft: values.draft ?? false }, idempotency_key, confirm),
        ),
      refusalMessage,
    ),
    ...draftOperations(stream, abilities, refusalMessage),
    savePick: operation(
      abilities.draft,
      writtenFields.partial().extend({ id, version: versionNumber, confirm: confirmed, reason: publicReason }),
      (caller, { id, version, confirm, reason, ...changes }) =>
        savePickRow(stream, caller, pickAccessOf(caller, stream), { id, version }, changes, confirm || "", reason),
      refusalMessage,
    ),
    /**
     * The form's call: merges with a colleague's changes; refuses with "conflict" only for fields that both changed.
     */
    savePickForm: operation(
      abilities.manage,
      writtenFields.partial().extend({ id, version: versionNumber, confirm: confirmation, reason: publicReason }),
      (actor, { id, version, confirm, reason, ...submitted }) =>
        mergePickRow(stream, actor, id, version, submitted, confirm, { reason, consent: true }),
      refusalMessage,
    ),
    readCorrectionPage: operation(abilities.manage, z.object({ id }), async (_actor, input) =>
      readCorrectionPage(db, await findPickRow(db, stream, input.id)),
    ),
    /** The correction form's call: refuses with "unconfirmed" until somebody has read what everybody will see. */
    correctPick: operation(
      abilities.manage,
      writtenFields.partial().extend({ id, version: versionNumber, confirm: confirmation, reason: publicReason }),
      (actor, { id, version, confirm, reason, ...submitted }) =>
        mergePickRow(stream, actor, id, version, submitted, true, { reason, consent: confirm }),
      refusalMessage,
    ),
    /** Refuses with "conflict" when `version` is stale: a loss that a colleague just settled must not vanish. */
    deletePick: operation(
      abilities.manage,
      z.object({ id, version: versionNumber, reason: trailReason }),
      (actor, { id, version, reason }) => remove(stream, actor, { id, version }, reason),
    ),
  };
}

async function readManager(
  stream: Stream,
  { id: chosenId, page, drafts, after, copy, ...filter }: z.output<typeof managerInput>,
): Promise<PicksManager> {
  const row = chosenId === undefined ? null : await findManagedRow(db, stream, chosenId);
  const [chosen, template, unsettled, resolved, trail] = await Promise.all([
    row && readChosenPick(db, row),
    readTemplate(stream, { after, copy }),
    readUnsettled(stream, drafts),
    listResolved(stream, filter, page),
    row && readPickTrail(row.id),
  ]);
  return {
    ...unsettled,
    resolved: resolved.picks,
    resolvedTotal: resolved.total,
    page: resolved.page,
    pages: resolved.pages,
    chosen,
    template,
    trail,
    idempotencyKey: newSecret(),
  };
}

async function addOnce(
  trx: Db,
  stream: Stream,
  actor: SignedInActor,
  values: NewPick,
  key: string,
  confirm: string,
): Promise<Pick<NewPick, "game" | "pick" | "draft"> & { id: number; reading: string }> {
  const request = hashOfRequest(key, [stream, actor.person.id, values]);
  const existingId = await findResult(trx, request);
  const { game, pick, draft } = values;
  if (existingId !== null) return { id: existingId, game, pick, draft, reading: "" };
  const added = await addPickRow(trx, stream, actor, values, confirm);
  await storeResult(trx, request, added.id);
  return { id: added.id, game, pick, draft, reading: readingText({ ...added, game_date: values.game_date }) };
}

function remove(
  stream: Stream,
  actor: SignedInActor,
  { id, version }: { id: number | null; version: number | null },
  reason: string,
): Promise<BetPick> {
  return writeLedgerAs(actor, async (trx) => {
    const row = await findManagedRow(trx, stream, id);
    if (isStale(version, row)) throw staleDelete(row);
    return deletePickRow(trx, actor, row, reason);
  });
}

function staleDelete({ version }: PickRow): Refusal {
  return new Refusal(
    "conflict",
    "Somebody else changed this pick in the meantime, so it was not deleted. Check it below, then decide.",
    { saved: { version: String(version) } },
  );
}
