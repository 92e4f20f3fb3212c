import type { Db, UserRow } from "../../db.server.ts";
import { db, write } from "../../db.server.ts";
import { dayMs, minuteMs } from "../../durations.ts";
import { env } from "../../env.server.ts";
import type { Role } from "../../policy.ts";
import { isRole, isStaff } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { heldBy } from "../billing/membership.ts";
import type { Person, SignedInActor } from "../operation.server.ts";
import { signedOut } from "../operation.server.ts";
import { hashSecret, newSecret } from "../secret.server.ts";
import type { DisplayMode } from "../people/settings.ts";
import { unknownOrigin } from "./sign-in-origin.ts";

/** A session ends after so long without a request, and at the latest so long after the sign-in. */
export const idleMs = { member: 14 * dayMs, staff: dayMs / 2 };
export const absoluteMs = 30 * dayMs;
export const apiTokenMs = 7 * dayMs;
// Writing at every request would cost an fsync per page.
const seenEveryMs = 5 * minuteMs;

export interface SignedIn {
  person: Person;
  /** Null behind a bearer. */
  sessionId: number | null;
  phone: string;
  displayMode: DisplayMode;
}

export const personColumns = ["users.id", "users.name", "users.email", "users.phone", "users.role", "users.status", "users.display_mode", "users.access_until", "users.access_epoch", "users.payment_review", "two_factors.on_since as two_factor_since"] as const;
type PersonRow = Pick<UserRow, "id" | "name" | "email" | "phone" | "role" | "status" | "display_mode" | "access_until" | "access_epoch" | "payment_review"> & { two_factor_since: string | null };

/** Begins a session and gives its secret id, which is stored hashed. Remembers the browser, so that strangers can't lock this person out of it. Refuses as expectCurrent does. */
export function beginSession(person: Person, device: string | null, origin = unknownOrigin): Promise<string> {
  return write(async (trx) => {
    await expectCurrent(trx, person);
    const id = newSecret();
    const now = new Date().toISOString();
    await trx.insertInto("sessions").values({ id_hash: hashSecret(id), user_id: person.id, ...origin, created_at: now, seen_at: now }).execute();
    if (device !== null) {
      await trx.insertInto("devices").values({ user_id: person.id, device_hash: hashSecret(device), seen_at: now })
        .onConflict((conflict) => conflict.columns(["user_id", "device_hash"]).doUpdateSet({ seen_at: now })).execute();
    }
    await recordAudit(trx, { actorId: person.id, action: "session.begun", subject: "user", subjectId: person.id });
    return id;
  });
}

/** Ends the session of this secret id, if there is one, and the bearer that began with it. */
export function endSession(id: string): Promise<void> {
  return write(async (trx) => {
    const ended = await trx.deleteFrom("sessions").where("id_hash", "=", hashSecret(id)).returning("user_id").executeTakeFirst();
    if (ended) await recordAudit(trx, { actorId: ended.user_id, action: "session.ended", subject: "user", subjectId: ended.user_id });
  });
}

/**
 * One write transaction in the name of whoever asks (see write). Refuses with "signed-out" whose access was ended since they were looked up, by
 * a suspension, another role, a new password or their account's deletion: a password that is hashed and a file that is locked keep people waiting.
 */
export function writeAs<R>({ person }: SignedInActor, work: (trx: Db) => Promise<R>): Promise<R> {
  return write(async (trx) => {
    await expectSignedIn(trx, person);
    return work(trx);
  });
}

/** Refuses with "signed-out" as writeAs does. */
export async function expectSignedIn(trx: Db, person: Person): Promise<void> {
  if (!(await isCurrent(trx, person))) throw signedOut();
}

/** Refuses with "bad-credentials" whoever was recognised before their access was ended: checking a password takes a while. */
export async function expectCurrent(trx: Db, person: Person): Promise<void> {
  if (!(await isCurrent(trx, person))) throw new Refusal("bad-credentials", "Invalid credentials.");
}

async function isCurrent(trx: Db, { id, epoch }: Person): Promise<boolean> {
  return (await trx.selectFrom("users").select("id").where("id", "=", id).where("access_epoch", "=", epoch).executeTakeFirst()) !== undefined;
}

/** Ends a person's sessions, but for the one with the row id `keep`, all their API tokens, and sign-ins that wait for a code or are on their way. */
export async function endAccess(trx: Db, userId: number, keep: number | null = null): Promise<void> {
  await trx.updateTable("users").set((user) => ({ access_epoch: user("access_epoch", "+", 1) })).where("id", "=", userId).execute();
  await trx.deleteFrom("sessions").where("user_id", "=", userId).where("id", "!=", keep ?? 0).execute();
  await trx.deleteFrom("api_tokens").where("user_id", "=", userId).execute();
  await trx.deleteFrom("two_factor_challenges").where("user_id", "=", userId).execute();
}

/** The active person behind a session id, or null: unknown, expired or suspended. An automatic request does not count as activity. */
export async function findSession(id: string, now: Date = new Date(), automatic = false): Promise<SignedIn | null> {
  const row = await db.selectFrom("sessions").innerJoin("users", "users.id", "sessions.user_id").leftJoin("two_factors", "two_factors.user_id", "users.id")
    .select([...personColumns, "sessions.id as session_id", "sessions.created_at", "sessions.seen_at"]).where("sessions.id_hash", "=", hashSecret(id)).executeTakeFirst();
  if (!row || row.status !== "Active") return null;
  const found = signedIn(row, now, row.session_id);
  const quiet = now.getTime() - Date.parse(row.seen_at);
  if (isOver(now, row.created_at, absoluteMs) || quiet >= idleOf(found)) return null;
  if (quiet >= seenEveryMs && !automatic) await markSeen("sessions", row.session_id, now);
  return found;
}

function idleOf({ person }: SignedIn): number {
  return isStaff(person) ? idleMs.staff : idleMs.member;
}

function isOver(now: Date, begun: string, longestMs: number): boolean {
  return now.getTime() - Date.parse(begun) >= longestMs;
}

/** Best effort: who reads must not wait for a locked or full database. */
async function markSeen(table: "sessions" | "api_tokens", rowId: number, now: Date): Promise<void> {
  try {
    await write((trx) => trx.updateTable(table).set({ seen_at: now.toISOString() }).where("id", "=", rowId).execute(), 0);
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== "busy") throw error;
  }
}

/**
 * A bearer for the API: v1.<e-mail>.<256 random bits>, both base64url; only its hash is stored. It is valid for seven days, as long without a
 * call as a session is without a request, and no longer than the session of the same sign-in, whose secret id is `session`. Refuses as
 * expectCurrent does.
 */
export function issueApiToken(person: Person, session: string | null = null): Promise<string> {
  return write(async (trx) => {
    await expectCurrent(trx, person);
    const token = `v1.${Buffer.from(person.email).toString("base64url")}.${newSecret()}`;
    const begun = session === null ? undefined : await trx.selectFrom("sessions").select("id").where("id_hash", "=", hashSecret(session)).executeTakeFirst();
    await trx.insertInto("api_tokens").values({ token_hash: hashSecret(token), user_id: person.id, session_id: begun?.id ?? null, created_at: new Date().toISOString() }).execute();
    return token;
  });
}

/** The active person behind a bearer, or null. */
export async function findBearer(token: string, now: Date = new Date()): Promise<SignedIn | null> {
  if (!/^v1\.[\w-]{1,400}\.[\w-]{43}$/.test(token)) return null;
  const row = await db.selectFrom("api_tokens").innerJoin("users", "users.id", "api_tokens.user_id").leftJoin("two_factors", "two_factors.user_id", "users.id")
    .select([...personColumns, "api_tokens.id as token_id", "api_tokens.created_at", "api_tokens.seen_at"]).where("api_tokens.token_hash", "=", hashSecret(token)).executeTakeFirst();
  if (!row || row.status !== "Active") return null;
  const found = signedIn(row, now);
  const quiet = now.getTime() - Date.parse(row.seen_at ?? row.created_at);
  if (isOver(now, row.created_at, apiTokenMs) || quiet >= idleOf(found)) return null;
  if (quiet >= seenEveryMs) await markSeen("api_tokens", row.token_id, now);
  return found;
}

/** Ends one bearer, if it is there, and the session that began with it. */
export function endApiToken(token: string): Promise<void> {
  return write(async (trx) => {
    const ended = await trx.deleteFrom("api_tokens").where("token_hash", "=", hashSecret(token)).returning(["user_id", "session_id"]).executeTakeFirst();
    if (!ended) return;
    if (ended.session_id !== null) await trx.deleteFrom("sessions").where("id", "=", ended.session_id).execute();
    await recordAudit(trx, { actorId: ended.user_id, action: "session.ended", subject: "user", subjectId: ended.user_id });
  });
}

/** The person of a users row, as of now. */
export function signedIn(row: PersonRow, now: Date, sessionId: number | null = null): SignedIn {
  const held = heldBy(row.payment_review);
  const lapsed = held !== null || (row.access_until !== null && Date.parse(row.access_until) <= now.getTime());
  const standing = { role: knownRole(row.role), lapsed };
  const twoFactorDue = env.REQUIRE_STAFF_2FA && isStaff(standing) && row.two_factor_since === null;
  return { person: { id: row.id, name: row.name, email: row.email, ...standing, held, twoFactorDue, epoch: row.access_epoch }, sessionId, phone: row.phone, displayMode: row.display_mode };
}

function knownRole(role: string): Role {
  if (isRole(role)) return role;
  throw new Error("A user row has a role that the policy does not know.");
}
