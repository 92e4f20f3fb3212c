/** Appends entries for the changes of a pick, in the transaction that changes it. */
import type { Db, PickRow } from "../../../db.server.ts";
import { env } from "../../../env.server.ts";
import { formatInstant } from "../../../time/instant-text.ts";
import { Refusal } from "../../../refusal.ts";
import { changeTexts } from "../change-text.ts";
import { foldEntry, type LedgerState } from "../fold.ts";
import { gradeChanges, isFirstOfImport, isKnownChanged, sealedTexts, textsOf } from "../grade-changes.ts";
import { type Changes, type GradeFields, pickOf, refOf } from "../ledger-entry.ts";
import { type PickHistory, hasVerdict, lastGrade } from "../pick-history.ts";
import { contentOf, sealedFields } from "../sealed-content.ts";
import { gradedVersion, nextAmendProblem, timelineOf } from "../timeline.ts";
import { gradeProblemOf, gradeToWrite, unitsProblemText } from "../verified-grade.ts";
import { type Head, type NewEntry, append, isAheadOfClock, readHead, timeAfter } from "./append.server.ts";
import { beginLedger } from "./begin-ledger.server.ts";
import { readPickHistory } from "./pick-history.server.ts";
import { type GradeOfEntry, columnsOf, gradeOfRow, hasChanges, hasSealed, isOtherThan } from "./pick-changes.ts";

/** The values that an entry adds to the requested change: the row must store the same. */
export interface Sealed {
  /** The changes that a correction sealed; null if the pick was only amended or settled. */
  corrected: Changes | null;
  /** The columns of the verdict; empty without one. */
  columns: Partial<GradeOfEntry>;
  /**
   * True if the row now differs from the sealed content in a field that the rules read: then people set the verdict.
   */
  isOther: boolean;
}

const nothing: Sealed = { corrected: null, columns: {}, isOther: false };

/**
 * Seals a change of a pick; `before` is null for a new pick, `after` for a deleted one. Drafts are not sealed. Call it
 * before the row of a published pick is written: it refuses the same changes as sealEdited.
 */
export async function sealPickChange(
  trx: Db,
  { before, after, reason }: { before: PickRow | null; after: PickRow | null; reason: string },
): Promise<Sealed> {
  if (before === null || before.published_at === null)
    return after === null || after.published_at === null ? nothing : sealPublished(trx, after);
  return after === null ? sealWithdrawn(trx, before) : sealEdited(trx, before, after, reason);
}

/** Seals a pick that was just published. It may be settled already. */
async function sealPublished(trx: Db, row: PickRow): Promise<Sealed> {
  const writer = await openWriter(trx, row);
  await writer.write({ type: "publish", ref: refOfRow(row, 1), content: contentOf(row, 1) });
  return { ...nothing, columns: columnsFor(writer, row, await settle(writer, row, null)) };
}

/** Seals the deletion of a published pick. */
async function sealWithdrawn(trx: Db, row: PickRow): Promise<Sealed> {
  const writer = await openWriter(trx, row);
  const history = writer.history();
  if (history) await writer.write({ type: "withdraw", ref: refOfRow(row, history.version) });
  return nothing;
}

/**
 * Seals a change of a published pick. Before it writes anything of the change, it refuses with "conflict" a correction
 * of a known value without a `reason`, which is public for ever, and a change of a pick that is past its reveal date
 * and still secret. It refuses with "invalid" units that the sealed price and stake don't give.
 */
async function sealEdited(trx: Db, before: PickRow, after: PickRow, reason: string): Promise<Sealed> {
  if (!hasChanges(before, after)) return nothing;
  const writer = await openWriter(trx, after);
  if (writer.history() === null) await publishLate(writer, before);
  const history = historyOf(writer);
  const sealed = sealedChanges(history, after);
  if (before.verdict !== "" || history.grades.some(hasVerdict))
    return correct(writer, { before, after }, sealed, gradeOf(writer, after, before), reason);
  const corrected = hasSealed(sealed) ? await changeSealed(writer, { before, after }, sealed, reason) : null;
  const grade = await settle(writer, after, before);
  return { corrected, columns: columnsFor(writer, after, grade), isOther: isOther(writer, after) };
}

/** Compares the row with what the ledger says, whatever the table said before. */
function sealedChanges(history: PickHistory, after: PickRow): Changes {
  const [old, now] = [sealedTexts(history) ?? {}, textsOf(contentOf(after, history.version))];
  return Object.fromEntries(
    sealedFields
      .map((name) => [name, [old[name] ?? "", now[name] ?? ""]] as const)
      .filter(([, [before, then]]) => before !== then),
  );
}

/** Publishes a pick that was written to the tables without the ledger. */
async function publishLate(writer: LedgerWriter, row: PickRow): Promise<void> {
  await writer.write({ type: "publish", ref: refOfRow(row, 1), content: contentOf(row, 1) });
  await settle(writer, row, row);
}

/** Handles a change of an open pick: amends it, or corrects it if it can't be amended any more. */
async function changeSealed(
  writer: LedgerWriter,
  rows: Record<"before" | "after", PickRow>,
  sealed: Changes,
  reason: string,
): Promise<Changes | null> {
  const [history, now] = [historyOf(writer), writer.now()];
  if (nextAmendProblem(history, writer.state.days, now) === null) {
    await amend(writer, rows.after);
    return null;
  }
  const revealedFrom = timelineOf(history, writer.state.days)?.revealedFrom ?? null;
  // A correction would reveal what is still secret.
  if (revealedFrom === null || revealedFrom > now) throw new Refusal("conflict", stillSecret);
  return (await correct(writer, rows, sealed, null, reason)).corrected;
}

const stillSecret =
  "Its game was moved, and the day on which it had to be public is over: it can't be changed until it starts. Delete it and publish it anew.";

/** Appends entries to the ledger, and knows the history of one pick. */
interface LedgerWriter {
  trx: Db;
  history: () => PickHistory | null;
  state: LedgerState;
  /** The time that the next entry would have (ISO, UTC). */
  now: () => string;
  write: (entry: NewEntry) => Promise<void>;
}

async function openWriter(trx: Db, { stream, id }: PickRow): Promise<LedgerWriter> {
  const zone = env.SITE_TIMEZONE;
  // The clock is read once: a pick that starts between two readings would be amended after its start.
  const clock = new Date();
  let head: Head = await readHead(trx);
  if (isAheadOfClock(head, clock)) throw aheadOfClock(head);
  // A server begins the ledger when it starts, but a command can run before that.
  if (head.seq === 0) head = await beginLedger(trx, { except: id });
  const state = await readPickHistory(trx, { stream, pick_id: id });
  return {
    trx,
    state,
    history: () => state.histories.get(pickOf({ stream, pick_id: id })) ?? null,
    now: () => timeAfter(head, clock),
    write: async (entry) => {
      const appended = await append(trx, head, entry, clock, zone);
      head = appended.head;
      foldEntry(state, appended.entry, appended.reveal);
    },
  };
}

/** The refusal to write after an entry from the future: everything after it would be "published after its start". */
function aheadOfClock({ seq, at }: Head): Refusal {
  return new Refusal(
    "busy",
    `Nothing was saved: the last entry of the record (${seq}) is from ${formatInstant(at, env.SITE_TIMEZONE)}, which is still to come. Set the clock of the server right.`,
  );
}

function historyOf(writer: LedgerWriter): PickHistory {
  const history = writer.history();
  if (history === null) throw new Error("The pick has no entry.");
  return history;
}

async function amend(writer: LedgerWriter, row: PickRow): Promise<void> {
  const history = historyOf(writer);
  const version = history.version + 1;
  const publishedAt = history.versions[0]?.at;
  await writer.write({
    type: "amend",
    ref: refOfRow(row, version),
    content: contentOf(row, version),
    ...(publishedAt === undefined ? {} : { publishedAt }),
  });
}

/** Writes an entry if the pick has a verdict. Returns that verdict; null while the pick is open. */
async function settle(writer: LedgerWriter, row: PickRow, before: PickRow | null): Promise<GradeFields | null> {
  const grade = gradeOf(writer, row, before);
  if (grade) await writer.write({ type: "settle", ref: refOfRow(row, historyOf(writer).version), fields: grade });
  return grade;
}

/** Writes a correction. `sealed` are the changes of sealed fields, `grade` is the verdict after the correction. */
async function correct(
  writer: LedgerWriter,
  { before, after }: Record<"before" | "after", PickRow>,
  sealed: Changes,
  grade: GradeFields | null,
  reason: string,
): Promise<Sealed> {
  const history = historyOf(writer);
  const old = isFirstOfImport(history) ? gradeOfRow(before) : lastGrade(history);
  const changes = { ...sealed, ...gradeChanges(old, grade) };
  // Some changes change nothing in the record, such as the closing line of a pick that was opened again.
  if (Object.keys(changes).length === 0) return { ...nothing, columns: columnsFor(writer, after, grade) };
  if (reason === "" && isKnownChanged(changes, old, grade)) throw reasonNeeded(changes);
  const version = history.version + (hasSealed(changes) ? 1 : 0);
  const fields = { changes, ...(reason === "" ? {} : { reason }), ...grade };
  await writer.write({ type: "correct", ref: refOfRow(after, version), fields });
  return { corrected: changes, columns: columnsFor(writer, after, grade), isOther: isOther(writer, after) };
}

function reasonNeeded(changes: Changes): Refusal {
  return new Refusal("conflict", "This pick has started or is settled: its correction needs a reason.", {
    fields: { reason: "Say why: everybody will see it, for ever." },
    warnings: changeTexts(changes, env.SITE_TIMEZONE),
  });
}

/**
 * Returns the grade as its entry has it. If the row differs from the sealed content, the units are those of the sealed
 * content.
 */
function gradeOf(writer: LedgerWriter, row: PickRow, before: PickRow | null): GradeFields | null {
  const grade = gradeOfRow(row);
  const content = gradedContent(writer);
  if (grade === null || content === null) return grade;
  const { units: _units, ...withoutUnits } = grade;
  const written = gradeToWrite(content, isOtherThan(content, row) ? withoutUnits : grade);
  if (gradeProblemOf(content, written) === null) return written;
  // The units are from before the ledger checked them. Nobody typed them now, so they are replaced instead of refused.
  const isLeft = before?.verdict === row.verdict && before.units_result === row.units_result;
  if (isLeft) return gradeToWrite(content, withoutUnits);
  throw Refusal.at("units_result", "invalid", unitsProblemText(content, written));
}

function gradedContent(writer: LedgerWriter) {
  const timeline = timelineOf(historyOf(writer), writer.state.days);
  return (timeline && gradedVersion(timeline))?.content ?? null;
}

/** If the row differs from the content that was sealed in time, it keeps the units of its current values. */
function columnsFor(writer: LedgerWriter, row: PickRow, grade: GradeFields | null): Partial<GradeOfEntry> {
  if (grade === null) return {};
  const { units_result, ...columns } = columnsOf(grade);
  return isOther(writer, row) ? columns : { ...columns, units_result };
}

function isOther(writer: LedgerWriter, row: PickRow): boolean {
  const content = gradedContent(writer);
  return content !== null && isOtherThan(content, row);
}

function refOfRow({ stream, id }: PickRow, version: number): string {
  return refOf({ stream, pick_id: id, version });
}
