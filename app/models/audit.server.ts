import type { Db } from "../db.server.ts";
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

/** Appends to the trail, inside the transaction that did it. Takes row values only: never a password, code, token or e-mail. */
export async function recordAudit(trx: Db, entry: Entry): Promise<void> {
  await trx
    .insertInto("audit")
    .values({
      at: new Date().toISOString(),
      actor_id: entry.actorId,
      action: entry.action,
      subject: entry.subject,
      subject_id: entry.subjectId,
      before: asJson(entry.before),
      after: asJson(entry.after),
    })
    .execute();
}

function asJson(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
