/** The free pick of a day: staff choose it among the open picks, and everybody sees it whole. */
import { z } from "zod";
import { type Db, type PickRow, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import { can } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { dateIn } from "../../time/zone-time.ts";
import { hasStarted } from "../bets/started.ts";
import type { Stream } from "../bets/stream.ts";
import { id, oneOf } from "../fields.ts";
import { type Caller, type SignedInActor, notAuthorized, operation } from "../operation.server.ts";
import { writeAs } from "../sign-in/access.server.ts";
import { authorOf, recordAudit } from "../trail/audit.server.ts";
import { readLock } from "./chosen-pick.server.ts";
import { abilitiesOf } from "./pick-access.server.ts";
import { confirmation } from "./pick-input.server.ts";
import { shownPick } from "./pick-list.server.ts";
import { consentTo, describePick } from "./pick.ts";

const choice = z.object({ id, free: oneOf(["yes", "no"], "Choose yes or no."), confirm: confirmation });

export interface FreeChoice {
  id: number;
  stream: Stream;
  /** "Celtics -3.5, 11/20/2026" */
  name: string;
  isFree: boolean;
  /** False once it has started or is settled. */
  canChange: boolean;
}

export const readFreeChoicePage = operation("admin.enter", z.object({ id }), async (actor, input) => {
  const row = await findManaged(db, actor, input.id);
  return {
    id: row.id,
    stream: row.stream,
    name: describePick(shownPick(row)),
    isFree: await isFree(db, row),
    canChange: row.published_at !== null && !(await isLocked(db, row)),
  } satisfies FreeChoice;
});

/**
 * Makes a pick the free one of today, or takes that back. Both only before its game starts: a loser must not disappear.
 * Refuses with "unconfirmed" while another pick is free today: that one is replaced.
 */
export const chooseFreePick = operation("admin.enter", choice, (actor, { id, free, confirm }) =>
  writeAs(actor, async (trx) => {
    const row = await findManaged(trx, actor, id);
    if (free === "yes") await makeFree(trx, actor, row, confirm);
    else await endFree(trx, actor, row);
    return { row, isFree: free === "yes" };
  }),
);

/** Finds a pick of a stream that they manage. */
async function findManaged(source: Db, { person }: SignedInActor, pickId: number | null): Promise<PickRow> {
  const row =
    pickId === null
      ? undefined
      : await source.selectFrom("picks").selectAll().where("id", "=", pickId).executeTakeFirst();
  if (row === undefined) throw new Refusal("not-found", "This pick no longer exists.");
  if (!can(person, abilitiesOf[row.stream].manage)) throw new Refusal("forbidden", notAuthorized);
  return row;
}

async function makeFree(trx: Db, actor: SignedInActor, row: PickRow, confirm: string): Promise<void> {
  if (row.published_at === null) throw new Refusal("conflict", "A draft can't be free. Publish it first.");
  if (await isFree(trx, row)) return;
  if (row.verdict !== "") throw new Refusal("conflict", "This pick is settled. Only an open pick can be made free.");
  if (row.starts_at === null && row.game_date === "")
    throw new Refusal("conflict", "Enter the game date first: a pick is made free before its start.");
  if (await isLocked(trx, row))
    throw new Refusal("conflict", `${startedText(row)}: a pick is made free before its start.`);
  const now = new Date();
  await makeRoom(trx, actor, now, confirm);
  if (!(await markFree(trx, actor, row, now)))
    throw new Refusal("conflict", "Somebody else made another pick free just now. Look again.");
}

/** Ends the free pick of today, so that another one takes its place. */
async function makeRoom(trx: Db, actor: SignedInActor, now: Date, confirm: string): Promise<void> {
  const free = await trx
    .selectFrom("free_picks")
    .select(["pick_id", "stream"])
    .where("day", "=", dayOf(now))
    .executeTakeFirst();
  if (free === undefined) return;
  const other = await trx.selectFrom("picks").selectAll().where("id", "=", free.pick_id).executeTakeFirst();
  if (other === undefined)
    throw new Refusal("conflict", "Today's free pick was deleted. It stays listed; the next one can be free tomorrow.");
  const name = `${free.stream === "pro" ? "The pro pick" : "The pick"} ${describePick({ ...other, game_date: "" })}`;
  if (await isLocked(trx, other))
    throw new Refusal("conflict", `${name} is free today. ${startedText(other)}, so it stays the free pick of today.`);
  if (!can(actor.person, abilitiesOf[free.stream].manage))
    throw new Refusal("conflict", `${name} is free today. Ask an admin to take that back first.`);
  const warnings = [`${name} is free today. It would be for members only again.`];
  if (confirm !== consentTo(warnings)) throw new Refusal("unconfirmed", "Another pick is free today.", { warnings });
  await endFree(trx, actor, other);
}

/** Writes it down; false if another pick is free on that day. Nothing is checked. */
export async function markFree(trx: Db, caller: Caller, row: PickRow, now: Date): Promise<boolean> {
  const day = dayOf(now);
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("free_picks")
    .values({
      day,
      stream: row.stream,
      pick_id: row.id,
      marked_at: now.toISOString(),
      marked_by: caller.person?.id ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  await recordAudit(trx, {
    ...authorOf(caller),
    action: "pick.made_free",
    subject: "pick",
    subjectId: row.id,
    after: { free_on: day },
  });
  return true;
}

async function endFree(trx: Db, actor: SignedInActor, row: PickRow): Promise<void> {
  if (!(await isFree(trx, row))) return;
  if (await isLocked(trx, row)) throw new Refusal("conflict", `${startedText(row)}, so this pick stays free.`);
  const ended = await trx
    .deleteFrom("free_picks")
    .where("pick_id", "=", row.id)
    .returning("day")
    .executeTakeFirstOrThrow();
  await recordAudit(trx, {
    ...authorOf(actor),
    action: "pick.no_longer_free",
    subject: "pick",
    subjectId: row.id,
    before: { free_on: ended.day },
  });
}

async function isFree(source: Db, { id }: PickRow): Promise<boolean> {
  return (
    (await source.selectFrom("free_picks").select("day").where("pick_id", "=", id).executeTakeFirst()) !== undefined
  );
}

/**
 * Without a start, its whole day counts as started: somebody may know the result. Asks the ledger, too: a correction of
 * the start after it unlocks nothing.
 */
async function isLocked(source: Db, row: PickRow): Promise<boolean> {
  const { starts_at, game_date } = row;
  const now = new Date();
  if (starts_at === null && game_date !== "" && game_date <= dayOf(now)) return true;
  return hasStarted(row, now, env.SITE_TIMEZONE) || (await readLock(source, row)) !== null;
}

function startedText({ starts_at }: PickRow): string {
  return starts_at === null ? "The day of the game has begun, and its time is not known" : "The game has started";
}

function dayOf(now: Date): string {
  return dateIn(env.SITE_TIMEZONE, now);
}
