import { z } from "zod";
import { db } from "../../db.server.ts";
import { isStaff } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { requiredId } from "../fields.ts";
import { type SignedInActor, operation } from "../operation.server.ts";
import { absoluteMs, idleMs } from "./session.server.ts";
import { writeAs } from "./access.server.ts";
import type { SignInOrigin } from "./sign-in-origin.ts";

export interface OwnSession extends SignInOrigin {
  id: number;
  created_at: string;
  /** Accurate to five minutes. */
  seen_at: string;
  current: boolean;
}

// A program that signs in and never signs out may have thousands.
const mostListed = 50;

/** Lists the newest 50 sessions: the current one first, then by last use. */
export async function readOwnSessions({ person, session }: SignedInActor): Promise<OwnSession[]> {
  const [now, idle] = [Date.now(), isStaff(person) ? idleMs.staff : idleMs.member];
  const rows = await db
    .selectFrom("sessions")
    .select(["id", "created_at", "seen_at", "browser", "network"])
    .where("user_id", "=", person.id)
    .where("seen_at", ">", new Date(now - idle).toISOString())
    .where("created_at", ">", new Date(now - absoluteMs).toISOString())
    .orderBy("id", "desc")
    .limit(mostListed)
    .execute();
  return rows
    .map((row) => ({ ...row, current: row.id === session }))
    .sort((a, b) => Number(b.current) - Number(a.current) || b.seen_at.localeCompare(a.seen_at));
}

export const listOwnSessions = operation("profile.read", z.object({}), (actor) => readOwnSessions(actor));

/**
 * Ends a session and revokes the API token of the same sign-in. Refuses with "not-found" for an ended session or
 * another user's.
 */
export const endOwnSession = operation("profile.write", z.object({ session_id: requiredId }), (actor, { session_id }) =>
  writeAs(actor, async (trx) => {
    const { id } = actor.person;
    const ended = await trx
      .deleteFrom("sessions")
      .where("id", "=", session_id)
      .where("user_id", "=", id)
      .returning("id")
      .executeTakeFirst();
    if (!ended) throw new Refusal("not-found", "That session has already ended.");
    await recordAudit(trx, { actorId: id, action: "session.ended", subject: "user", subjectId: id });
    return {};
  }),
);
