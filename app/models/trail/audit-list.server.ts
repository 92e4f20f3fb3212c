import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { type ExpressionBuilder, type SelectQueryBuilder, sql } from "kysely";
import { z } from "zod";
import { type Database, db, withoutIndex } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { instantIn } from "../../time/zone-time.ts";
import { calendarDate, oneOf, pageNumber, pageOfRows, textLine, wholeNumber } from "../fields.ts";
import { firstPage } from "../list-page.ts";
import { operation } from "../operation.server.ts";
import { signInActions } from "./action-text.ts";
import { type Page, entriesOf, newestFirst, readPage } from "./trail-rows.server.ts";
import { type AuditEntry, auditSubjects, maxListed } from "./trail.ts";

const auditFilter = z
  .object({
    /** An email address or an account id; the account may be gone. */
    who: textLine(254).transform((text) => text.toLowerCase()),
    action: textLine(60),
    subject: oneOf(["", ...auditSubjects], "Choose a subject from the list."),
    subject_id: textLine(16).refine((text) => text === "" || wholeNumber(text) !== null, "Must be an ID."),
    from: calendarDate,
    to: calendarDate,
    // An id without a subject would scan the whole trail. `when`: report this together with the fields' own errors.
  })
  .refine(({ subject, subject_id }) => !subject_id || auditSubjects.some((name) => name === subject), {
    path: ["subject_id"],
    message: "Choose a subject for this ID.",
    when: () => true,
  });
type AuditFilter = z.output<typeof auditFilter> & { sign_ins?: string };

/** The page and its file have no sign-ins until they are asked for; the API has all entries. */
const pageFilter = auditFilter.safeExtend({ sign_ins: oneOf(["", "1"], "Must be 1.") });

export interface AuditView extends Page<AuditEntry> {
  actions: string[];
  /** False when no account has the requested email. */
  known: boolean;
}

// A row can hold two lists, half a megabyte: the larger the rows, the smaller the next batch.
const [firstBatch, largestBatch, batchCharacters] = [10, 250, 1_000_000];
const endOfTime = Date.parse("9999-12-31T23:59:59.999Z");

/** Lists entries, newest first; a page out of range is clamped. Days are in the site's time zone. */
export const readAuditPage = operation(
  "audit.read",
  pageFilter.safeExtend({ page: pageNumber }),
  async (_actor, input): Promise<AuditView> => {
    const actorId = await findActor(input.who);
    const read = (limit: number, offset: number) =>
      matching(newestFirst(), input, actorId).limit(limit).offset(offset).execute();
    return {
      ...(await readPage(matching(db.selectFrom("audit").select("id"), input, actorId), input.page, read)),
      actions: await listActions(),
      known: input.who === "" || actorId !== null,
    };
  },
);

/** Lists entries, newest first; `next` is the id to pass as `before` for the next page, null at the end. */
export const listAudit = operation(
  "audit.read",
  auditFilter.safeExtend(pageOfRows.shape),
  async (_actor, { limit, before, ...filter }): Promise<{ rows: AuditEntry[]; next: number | null }> => {
    const query = matching(newestFirst(), filter, await findActor(filter.who));
    return firstPage(await readEntries(query, before === null ? null : await entryFrom(before), limit + 1), limit);
  },
);

export const listAuditForFile = operation("audit.read", pageFilter, async (_actor, filter): Promise<AuditEntry[]> =>
  readEntries(matching(newestFirst(), filter, await findActor(filter.who)), null, maxListed),
);

/** The whole trail, newest first, some entries at a time. */
export function readWholeTrail(): AsyncGenerator<AuditEntry[]> {
  return partsOf(newestFirst(), null, Infinity);
}

async function readEntries(
  query: ReturnType<typeof newestFirst>,
  before: number | null,
  max: number,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for await (const some of partsOf(query, before, max)) entries.push(...some);
  return entries;
}

async function* partsOf(
  query: ReturnType<typeof newestFirst>,
  before: number | null,
  max: number,
): AsyncGenerator<AuditEntry[]> {
  let [size, left, last] = [firstBatch, max, before];
  while (left > 0) {
    const wanted = Math.min(size, left);
    const rows = await after(query, last).limit(wanted).execute();
    yield await entriesOf(rows);
    if (rows.length < wanted) return;
    left -= rows.length;
    last = rows.at(-1)?.id ?? last;
    const characters = rows.reduce((sum, row) => sum + (row.before?.length ?? 0) + (row.after?.length ?? 0), 1);
    size = Math.min(largestBatch, Math.max(1, Math.floor((rows.length * batchCharacters) / characters)));
    await yieldToEventLoop();
  }
}

/** Undefined = no filter, null = no account has that email. An id may belong to an account that is gone. */
async function findActor(who: string): Promise<number | null | undefined> {
  if (who === "") return undefined;
  const byId = wholeNumber(who);
  if (byId !== null) return byId;
  return (await db.selectFrom("users").select("id").where("email", "=", who).executeTakeFirst())?.id ?? null;
}

// This condition has an index of its own: audit_without_sign_ins.
// Its values are literals, because only those match a partial index.
const isNoSignIn = ({ eb }: ExpressionBuilder<Database, "audit">) =>
  eb(
    "action",
    "not in",
    signInActions.map((action) => sql.lit(action)),
  );

function matching<Row>(
  rows: SelectQueryBuilder<Database, "audit", Row>,
  filter: AuditFilter,
  actorId: number | null | undefined,
) {
  const { action, subject, subject_id, from, to, sign_ins } = filter;
  // Few entries are about one subject: without this, SQLite scans all entries of the actor or action.
  const filterColumn = (column: "actor_id" | "action") => (subject_id === "" ? sql.ref(column) : withoutIndex(column));
  let query = rows;
  if (actorId !== undefined) query = query.where(filterColumn("actor_id"), "=", actorId ?? 0);
  if (action !== "") query = query.where(filterColumn("action"), "=", action);
  // An action that the filter names is shown, even if it is a sign-in.
  if (action === "" && sign_ins === "") query = query.where(isNoSignIn);
  if (subject !== "") query = query.where("subject", "=", subject);
  if (subject_id !== "") query = query.where("subject_id", "=", Number(subject_id));
  if (from !== "") query = query.where("at", ">=", beginningOf(from));
  if (to !== "") query = query.where("at", "<", beginningOf(to, 1));
  return query;
}

/** Finds that entry, or the next higher id that exists; null when every entry has a smaller id. */
async function entryFrom(id: number): Promise<number | null> {
  return (
    (await db.selectFrom("audit").select("id").where("id", ">=", id).orderBy("id").limit(1).executeTakeFirst())?.id ??
    null
  );
}

function after(query: ReturnType<typeof newestFirst>, id: number | null) {
  if (id === null) return query;
  const at = db.selectFrom("audit").select("at").where("id", "=", id);
  return query.where("at", "<=", at).where((where) => where.or([where("at", "<", at), where("id", "<", id)]));
}

function beginningOf(date: string, daysLater = 0): string {
  return new Date(Math.min(instantIn(env.SITE_TIMEZONE, date, daysLater * 24 * 60).getTime(), endOfTime)).toISOString();
}

async function listActions(): Promise<string[]> {
  const rows = await db
    .withRecursive("known(action)", (query) =>
      query
        .selectFrom("audit")
        .select((select) => select.fn.min<string | null>("action").as("action"))
        .unionAll(
          query
            .selectFrom("known")
            .where("known.action", "is not", null)
            .select((select) =>
              select
                .selectFrom("audit")
                .whereRef("audit.action", ">", "known.action")
                .select((least) => least.fn.min<string | null>("audit.action").as("action"))
                .as("action"),
            ),
        ),
    )
    .selectFrom("known")
    .select("action")
    .execute();
  return rows.flatMap(({ action }) => action ?? []);
}
