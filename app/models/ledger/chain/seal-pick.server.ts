/** Appends what happens to a pick, in the transaction that changes it. */
import type { Db, PickRow } from "../../../db.server.ts";
import { db, onCommit } from "../../../db.server.ts";
import { env } from "../../../env.server.ts";
import type { Head, NewEntry } from "./append.server.ts";
import { append, readHead, timeAfter } from "./append.server.ts";
import { beginLedger } from "./begin-ledger.server.ts";
import type { LedgerState } from "../fold.ts";
import { keepHead } from "./head-file.server.ts";
import { foldEntry } from "../fold.ts";
import { pickOf, refOf } from "../ledger-entry.ts";
import type { Life } from "../life.ts";
import { readLife } from "./life.server.ts";
import { changeTexts } from "../change-text.ts";
import type { Changes } from "../ledger-entry.ts";
import { Refusal } from "../../../refusal.ts";
import { changesKnown, changesOf, gradeOfRow, hasSealed, only } from "./pick-changes.ts";
import { contentOf, sealedFields } from "../sealed-content.ts";
import { gradedVersion, hasBegun, timelineOf } from "../timeline.ts";
import { gradeToWrite } from "../verified-grade.ts";

let kept = "";
onCommit(async () => {
  const head = await readHead(db);
  if (head.seq === 0 || head.hash === kept) return;
  keepHead(env.DATABASE_PATH, head);
  kept = head.hash;
});

/** A pick that was published, perhaps settled already. */
export async function sealPublished(trx: Db, row: PickRow): Promise<void> {
  const book = await openBook(trx, row);
  await book.write({ type: "publish", ref: refOfRow(row, 1), content: contentOf(row, 1) });
  await settle(book, row);
}

/** A published pick that was deleted. */
export async function sealWithdrawn(trx: Db, row: PickRow): Promise<void> {
  const book = await openBook(trx, row);
  const life = book.life();
  if (life) await book.write({ type: "withdraw", ref: refOfRow(row, life.version) });
}

/**
 * A published pick that is changed; call it before its row is written. Returns what was corrected, null where it only was
 * amended or settled. Refuses with "conflict", before it writes anything of it, a correction of something that was known
 * without a `reason`, which is public for ever.
 */
export async function sealChange(trx: Db, before: PickRow, after: PickRow, reason: string): Promise<Changes | null> {
  const changes = changesOf(before, after);
  if (Object.keys(changes).length === 0) return null;
  const book = await openBook(trx, after);
  // A pick that came into the tables without the ledger: it is published now.
  if (book.life() === null)
    await book.write({ type: "publish", ref: refOfRow(before, 1), content: contentOf(before, 1) });
  const life = lifeOf(book);
  const isSealed = hasSealed(changes);
  if (before.verdict !== "" || life.grades.length > 0) {
    // On a pick that was opened again, closing line and price enter with its next verdict.
    const isGrade = before.verdict !== "" || after.verdict !== "";
    if (!isSealed && !isGrade) return null;
    return correct(book, { before, after }, isGrade ? changes : only(changes, sealedFields), reason);
  }
  const isCorrected = isSealed && hasBegun(life, book.state.days, book.now());
  const corrected = isCorrected
    ? await correct(book, { before, after: { ...after, verdict: "" } }, only(changes, sealedFields), reason)
    : null;
  if (isSealed && !isCorrected) await amend(book, after);
  await settle(book, after);
  return corrected;
}

/** The ledger, open at the last entry, and what it says of one pick. */
interface Book {
  trx: Db;
  life: () => Life | null;
  state: LedgerState;
  /** The time that the next entry would have (ISO, UTC). */
  now: () => string;
  write: (entry: NewEntry) => Promise<void>;
}

async function openBook(trx: Db, { stream, id }: PickRow): Promise<Book> {
  const zone = env.SITE_TIMEZONE;
  // Once: a pick that starts between two looks would be amended after its start.
  const clock = new Date();
  let head: Head = await readHead(trx);
  // Without a server's start, such as in a command.
  if (head.seq === 0) head = await beginLedger(trx, { except: id });
  const state = await readLife(trx, { stream, pick_id: id });
  return {
    ...{ trx, state },
    life: () => state.lives.get(pickOf({ stream, pick_id: id })) ?? null,
    now: () => timeAfter(head, clock),
    write: async (entry) => {
      const appended = await append(trx, head, entry, clock, zone);
      head = appended.head;
      foldEntry(state, appended.entry, appended.reveal);
    },
  };
}

function lifeOf(book: Book): Life {
  const life = book.life();
  if (life === null) throw new Error("The pick has no entry.");
  return life;
}

async function amend(book: Book, row: PickRow): Promise<void> {
  const life = lifeOf(book);
  const version = life.version + 1;
  const publishedAt = life.versions[0]?.at;
  await book.write({
    ...{ type: "amend", ref: refOfRow(row, version), content: contentOf(row, version) },
    ...(publishedAt === undefined ? {} : { publishedAt }),
  });
}

async function settle(book: Book, row: PickRow): Promise<void> {
  const grade = gradeOf(book, row);
  if (grade) await book.write({ type: "settle", ref: refOfRow(row, lifeOf(book).version), fields: grade });
}

async function correct(
  book: Book,
  { before, after }: Record<"before" | "after", PickRow>,
  changes: Changes,
  reason: string,
): Promise<Changes> {
  if (reason === "" && changesKnown(changes, before)) throw reasonNeeded(changes);
  const life = lifeOf(book);
  const version = life.version + (hasSealed(changes) ? 1 : 0);
  const fields = { changes, ...(reason === "" ? {} : { reason }), ...gradeOf(book, after) };
  await book.write({ type: "correct", ref: refOfRow(after, version), fields });
  return changes;
}

function reasonNeeded(changes: Changes): Refusal {
  return new Refusal("conflict", "This pick has started or is settled: its correction needs a reason.", {
    fields: { reason: "Say why: everybody will see it, for ever." },
    warnings: changeTexts(changes, env.SITE_TIMEZONE),
  });
}

function gradeOf(book: Book, row: PickRow) {
  const grade = gradeOfRow(row);
  const timeline = timelineOf(lifeOf(book), book.state.days);
  const version = timeline && gradedVersion(timeline);
  if (grade === null || version === null) return grade;
  return gradeToWrite(version.content, grade);
}

function refOfRow({ stream, id }: PickRow, version: number): string {
  return refOf({ stream, pick_id: id, version });
}
