import { setImmediate as turn } from "node:timers/promises";
import { sql } from "kysely";
import { z } from "zod";
import { db, withoutIndex } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { instantIn } from "../calendar-date.ts";
import { calendarDate, oneOf, pageNumber, pageOfRows, textLine, wholeNumber } from "../fields.ts";
import { clampPage, firstPage } from "../list-page.ts";
import { operation } from "../operation.server.ts";
import type { FieldChange } from "./trail.ts";
import { fieldChangesOf } from "./trail-changes.ts";
import type { Named } from "./trail.ts";
import { auditSubjects, mostListed } from "./trail.ts";
import { namesIn } from "./user-trail.server.ts";

/** Who did what to what, when, and what that changed. */
export interface AuditEntry {
  id: number;
  at: string;
  /** As noun.verb: "pick.settled". */
  action: string;
  /** Who did it, by the name that staff had then: null = somebody who was not signed in, or the program. */
  actor: Named | null;
  subject: string;
  subject_id: number | null;
  /** The name of the account that it was done to; null for what is no account, or is gone. */
  subject_name: string | null;
  changes: FieldChange[];
}

const auditFilter = z.object({
  /** An e-mail address or the id of an account, whoever it belonged to. */
  who: textLine(254).transform((text) => text.toLowerCase()),
  action: textLine(60),
  subject: oneOf(["", ...auditSubjects], "Choose a subject from the list."),
  subject_id: textLine(16).refine((text) => text === "" || wholeNumber(text) !== null, "Must be an ID."),
  from: calendarDate,
  to: calendarDate,
  // An id alone would be looked for in the whole trail. `when`: said together with what is wrong with the fields themselves.
}).refine(({ subject, subject_id }) => !subject_id || auditSubjects.some((known) => known === subject), { path: ["subject_id"], message: "Choose what the ID belongs to as well.", when: () => true });
type AuditFilter = z.output<typeof auditFilter>;

export interface AuditView {
  entries: AuditEntry[];
  /** How many there are, at most one more than are listed. */
  total: number;
  page: number;
  pages: number;
  /** The actions that are on record. */
  actions: string[];
  /** False when no account has the e-mail that was asked for. */
  known: boolean;
}

const pageSize = 20;
// A row can hold a list before and after, half a megabyte: the larger the rows of a batch, the fewer come in the next.
const [firstBatch, largestBatch, batchCharacters] = [10, 250, 1_000_000];
const endOfTime = Date.parse("9999-12-31T23:59:59.999Z");

/** A page of the trail, newest first; a page out of range is clamped. Days are the site's. */
export const openAudit = operation("audit.read", auditFilter.safeExtend({ page: pageNumber }), async (_actor, input): Promise<AuditView> => {
  const actorId = await findActor(input.who);
  const some = matching(input, actorId).select("id").limit(mostListed + 1);
  const { total } = await db.selectFrom(some.as("some")).select((select) => select.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const { page, pages } = clampPage(Math.min(total, mostListed), input.page, pageSize);
  const rows = await newest(input, actorId).limit(pageSize).offset((page - 1) * pageSize).execute();
  return { entries: await entriesOf(rows), total, page, pages, actions: await listActions(), known: input.who === "" || actorId !== null };
});

/** The newest first, at most `limit`; `next` is the id to ask `before` for the next page, null at the end. */
export const listAudit = operation("audit.read", auditFilter.safeExtend(pageOfRows.shape), async (_actor, { limit, before, ...filter }): Promise<{ rows: AuditEntry[]; next: number | null }> => {
  const query = newest(filter, await findActor(filter.who));
  return firstPage(await readEntries(query, before === null ? null : await entryFrom(before), limit + 1), limit);
});

/** The newest 10,000 of the trail, for a file. */
export const readAudit = operation("audit.read", auditFilter, async (_actor, filter): Promise<AuditEntry[]> => readEntries(newest(filter, await findActor(filter.who)), null, mostListed));

/** The first entries of the query after that of the id, at most so many. */
async function readEntries(query: ReturnType<typeof newest>, before: number | null, most: number): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (let size = firstBatch; entries.length < most;) {
    const wanted = Math.min(size, most - entries.length);
    const rows = await after(query, entries.at(-1)?.id ?? before).limit(wanted).execute();
    entries.push(...(await entriesOf(rows)));
    if (rows.length < wanted) break;
    const characters = rows.reduce((sum, row) => sum + (row.before?.length ?? 0) + (row.after?.length ?? 0), 1);
    size = Math.min(largestBatch, Math.max(1, Math.floor((rows.length * batchCharacters) / characters)));
    // Others get their turn.
    await turn();
  }
  return entries;
}

/** The id of whoever is asked for: undefined = nobody is, null = no account has that e-mail. An id may be of an account that is gone. */
async function findActor(who: string): Promise<number | null | undefined> {
  if (who === "") return undefined;
  const byId = wholeNumber(who);
  if (byId !== null) return byId;
  return (await db.selectFrom("users").select("id").where("email", "=", who).executeTakeFirst())?.id ?? null;
}

function matching({ action, subject, subject_id, from, to }: AuditFilter, actorId: number | null | undefined) {
  // Of one thing little is on record: the database must not go through all that somebody did for it.
  const besideId = (column: "actor_id" | "action") => (subject_id === "" ? sql.ref(column) : withoutIndex(column));
  let query = db.selectFrom("audit");
  // 0 is nobody's id.
  if (actorId !== undefined) query = query.where(besideId("actor_id"), "=", actorId ?? 0);
  if (action !== "") query = query.where(besideId("action"), "=", action);
  if (subject !== "") query = query.where("subject", "=", subject);
  if (subject_id !== "") query = query.where("subject_id", "=", Number(subject_id));
  if (from !== "") query = query.where("at", ">=", beginningOf(from));
  if (to !== "") query = query.where("at", "<", beginningOf(to, 1));
  return query;
}

/** A clock that is put back makes ids and times differ in order: the time decides. */
function newest(filter: AuditFilter, actorId: number | null | undefined) {
  return matching(filter, actorId).selectAll().orderBy("at", "desc").orderBy("id", "desc");
}

/** Where the page after `before=id` starts: that entry, or the next higher id that exists. Null when every entry has a smaller id. */
async function entryFrom(id: number): Promise<number | null> {
  return (await db.selectFrom("audit").select("id").where("id", ">=", id).orderBy("id").limit(1).executeTakeFirst())?.id ?? null;
}

function after(query: ReturnType<typeof newest>, id: number | null) {
  if (id === null) return query;
  const at = db.selectFrom("audit").select("at").where("id", "=", id);
  return query.where("at", "<=", at).where((where) => where.or([where("at", "<", at), where("id", "<", id)]));
}

function beginningOf(date: string, daysLater = 0): string {
  return new Date(Math.min(instantIn(env.SITE_TIMEZONE, date, daysLater * 24 * 60).getTime(), endOfTime)).toISOString();
}

/** One seek in the index for each action, whatever the number of entries. */
async function listActions(): Promise<string[]> {
  const rows = await db
    .withRecursive("known(action)", (query) => query
      .selectFrom("audit").select((select) => select.fn.min<string | null>("action").as("action"))
      .unionAll(query.selectFrom("known").where("known.action", "is not", null)
        .select((select) => select.selectFrom("audit").whereRef("audit.action", ">", "known.action").select((least) => least.fn.min<string | null>("audit.action").as("action")).as("action"))))
    .selectFrom("known").select("action").execute();
  return rows.flatMap(({ action }) => action ?? []);
}

async function entriesOf(rows: Awaited<ReturnType<ReturnType<typeof newest>["execute"]>>): Promise<AuditEntry[]> {
  const names = await namesIn(rows);
  return rows.map(({ id, at, action, actor_id, actor_name, subject, subject_id, before, after }) => ({
    id, at, action, subject, subject_id,
    actor: actor_id === null ? null : { id: actor_id, name: actor_name ?? names.get(actor_id) ?? null, gone: !names.has(actor_id) },
    subject_name: subject === "user" ? (names.get(subject_id ?? 0) ?? null) : null,
    changes: fieldChangesOf(before, after),
  }));
}
