import type { Db } from "../../db.server.ts";
import { hourMs, resubmitWindowMs } from "../../time/durations.ts";
import { roleAbilities } from "../../policy.ts";
import type { Caller, Job } from "../operation.server.ts";
import type { AuditSubject } from "./trail.ts";

interface Entry {
  actorId: number | null;
  /** The name of a program's key, which has no account. */
  keyName?: string | null;
  /** A job of the server, which has no account either. */
  job?: Job;
  /** Written as noun.verb: "pick.settled". */
  action: string;
  subject: AuditSubject;
  subjectId: number | null;
  before?: object;
  after?: object;
}

/**
 * Call it in the transaction that makes the change. Pass row values only: never a password, code, token or email.
 * Stores the current name of staff; a member's name goes with the account.
 */
export function recordAudit(trx: Db, entry: Entry): Promise<void> {
  return recordAudits(trx, entry.actorId, [entry]);
}

/**
 * The same for a button that can be pressed twice: does nothing when the person's last entry about the subject, some
 * minutes ago, is equal. With another one since, it is a new change: pause, resume, pause.
 */
export async function recordAuditOnce(trx: Db, entry: Entry): Promise<void> {
  const last = await trx
    .selectFrom("audit")
    .select(["action", "after"])
    .where("subject", "=", entry.subject)
    .where("subject_id", "is not distinct from", entry.subjectId)
    .where("at", ">=", new Date(Date.now() - resubmitWindowMs).toISOString())
    .where("actor_id", "is not distinct from", entry.actorId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (last?.action !== entry.action || last.after !== asJson(entry.after)) await recordAudit(trx, entry);
}

/** The same for many changes by one person, at most 1000: SQLite takes 32,766 parameters. */
export async function recordAudits(
  trx: Db,
  actorId: number | null,
  entries: readonly Omit<Entry, "actorId">[],
): Promise<void> {
  if (entries.length === 0) return;
  const staff =
    actorId === null
      ? undefined
      : await trx
          .selectFrom("users")
          .select("name")
          .where("id", "=", actorId)
          .where("role", "in", roleAbilities["admin.enter"])
          .executeTakeFirst();
  const at = new Date().toISOString();
  await trx
    .insertInto("audit")
    .values(
      entries.map((entry) => ({
        at,
        actor_id: actorId,
        actor_name: staff?.name ?? null,
        key_name: entry.keyName ?? null,
        job: entry.job ?? null,
        action: entry.action,
        subject: entry.subject,
        subject_id: entry.subjectId,
        before: asJson(entry.before),
        after: asJson(entry.after),
      })),
    )
    .execute();
}

/** Gives the author of a change. Programs and jobs can make such changes, too. */
export function authorOf(caller: Caller): Pick<Entry, "actorId" | "keyName" | "job"> {
  if (caller.person !== null) return { actorId: caller.person.id };
  return caller.key === null ? { actorId: null, job: caller.job } : { actorId: null, keyName: caller.key.name };
}

/** The limit is per action and account (or no account): strangers must not fill the disk. */
const maxRefusalsPerHour = 10;

/**
 * Records refusals of visitors who are not signed in. The last one in an hour notes that later ones are not recorded.
 */
export async function recordRefusal(trx: Db, action: string, userId: number | null): Promise<void> {
  const since = new Date(Date.now() - hourMs).toISOString();
  const { recorded } = await trx
    .selectFrom("audit")
    .select((select) => select.fn.countAll<number>().as("recorded"))
    .where("subject", "=", "user")
    .where("subject_id", "is not distinct from", userId)
    .where("at", ">", since)
    .where("action", "=", action)
    .executeTakeFirstOrThrow();
  if (recorded >= maxRefusalsPerHour) return;
  const last =
    recorded === maxRefusalsPerHour - 1 ? { after: { note: "More refusals in the same hour are not recorded." } } : {};
  await recordAudit(trx, { actorId: null, action, subject: "user", subjectId: userId, ...last });
}

function asJson(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
