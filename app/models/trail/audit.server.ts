import type { Db } from "../../db.server.ts";
import { hourMs } from "../../durations.ts";
import { roleAbilities } from "../../policy.ts";
import type { AuditSubject } from "./trail.ts";

interface Entry {
  actorId: number | null;
  /** What was done, as noun.verb: "pick.settled", "session.refused". */
  action: string;
  subject: AuditSubject;
  subjectId: number | null;
  before?: object;
  after?: object;
}

/**
 * Appends to the trail, inside the transaction that did it. Takes row values only: never a password, code, token or e-mail. Keeps what staff are
 * called now; a member's name leaves with the account.
 */
export async function recordAudit(trx: Db, entry: Entry): Promise<void> {
  const { actorId } = entry;
  const staff = actorId === null ? undefined : await trx.selectFrom("users").select("name").where("id", "=", actorId).where("role", "in", roleAbilities["admin.enter"]).executeTakeFirst();
  await trx
    .insertInto("audit")
    .values({
      at: new Date().toISOString(),
      actor_id: actorId,
      actor_name: staff?.name ?? null,
      action: entry.action,
      subject: entry.subject,
      subject_id: entry.subjectId,
      before: asJson(entry.before),
      after: asJson(entry.after),
    })
    .execute();
}

/** Of one account, or of none, at most so many refusals of an action are recorded within an hour. */
const refusalsAnHour = 10;

/** Appends that somebody who was not signed in was refused. The last one of an hour says that more may have followed: strangers must not fill the disk. */
export async function recordRefusal(trx: Db, action: string, userId: number | null): Promise<void> {
  const since = new Date(Date.now() - hourMs).toISOString();
  const { known } = await trx.selectFrom("audit").select((select) => select.fn.countAll<number>().as("known"))
    .where("subject", "=", "user").where("subject_id", "is", userId).where("at", ">", since).where("action", "=", action).executeTakeFirstOrThrow();
  if (known >= refusalsAnHour) return;
  const last = known === refusalsAnHour - 1 ? { after: { note: "More may have followed within the hour." } } : {};
  await recordAudit(trx, { actorId: null, action, subject: "user", subjectId: userId, ...last });
}

function asJson(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
