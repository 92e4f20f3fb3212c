import { refusesMail } from "../mail-refusals.ts";
import { type UserRow, db, write } from "../../db.server.ts";
import { dayMs, minuteMs } from "../../time/durations.ts";
import { env } from "../../env.server.ts";
import { type Role, isRole, isStaff } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { runningBreak } from "../break.ts";
import { holdReason } from "../payment-hold.ts";
import type { Person } from "../operation.server.ts";
import { openStake, pendingCount } from "./pending-count.server.ts";
import { type UnitMoney, unitMoneyOf } from "../figures/unit-money.ts";
import { hashSecret, newSecret } from "../secret.server.ts";
import type { DisplayMode } from "../display-mode.ts";
import { expectCurrent } from "./access.server.ts";
import { unknownOrigin } from "./sign-in-origin.ts";

export const idleMs = { member: 14 * dayMs, staff: dayMs / 2 };
export const absoluteMs = 30 * dayMs;
export const apiTokenMs = 7 * dayMs;
// Writing at every request would cost an fsync per page.
export const seenEveryMs = 5 * minuteMs;

export interface SignedIn {
  person: Person;
  /** Null for an API token. */
  sessionId: number | null;
  phone: string;
  displayMode: DisplayMode;
  /** True until the email address is confirmed. */
  unconfirmed: boolean;
  /** True after several mails to the address were refused for good. */
  refusesMail: boolean;
  /** Open picks on the person's card, for the bar of every page; 0 with an API token. */
  pending: number;
  /** What is at stake on them, in units. */
  staked: number;
  /** What a unit is to them. */
  money: UnitMoney | null;
}

export const personColumns = [
  "users.id",
  "users.name",
  "users.email",
  "users.phone",
  "users.role",
  "users.status",
  "users.display_mode",
  "users.odds_format",
  "users.bankroll_cents",
  "users.unit_percent",
  "users.unit_cents",
  "users.currency",
  "users.email_confirmed_at",
  "users.mail_refusals",
  "users.access_until",
  "users.access_epoch",
  "users.payment_review",
  "users.break_until",
  "two_factors.on_since as two_factor_since",
] as const;
type PersonRow = Pick<
  UserRow,
  | "id"
  | "name"
  | "email"
  | "phone"
  | "role"
  | "status"
  | "display_mode"
  | "odds_format"
  | "bankroll_cents"
  | "unit_percent"
  | "unit_cents"
  | "currency"
  | "email_confirmed_at"
  | "mail_refusals"
  | "access_until"
  | "access_epoch"
  | "payment_review"
  | "break_until"
> & { two_factor_since: string | null };

/**
 * Returns the session's secret id; only its hash is stored. Remembers the browser, so that strangers can't lock the
 * user out of it. Refuses as expectCurrent does.
 */
export function beginSession(person: Person, device: string | null, origin = unknownOrigin): Promise<string> {
  return write(async (trx) => {
    await expectCurrent(trx, person);
    const id = newSecret();
    const now = new Date().toISOString();
    await trx
      .insertInto("sessions")
      .values({ id_hash: hashSecret(id), user_id: person.id, ...origin, created_at: now, seen_at: now })
      .execute();
    if (device !== null) {
      await trx
        .insertInto("devices")
        .values({ user_id: person.id, device_hash: hashSecret(device), seen_at: now })
        .onConflict((conflict) => conflict.columns(["user_id", "device_hash"]).doUpdateSet({ seen_at: now }))
        .execute();
    }
    await recordAudit(trx, { actorId: person.id, action: "session.begun", subject: "user", subjectId: person.id });
    return id;
  });
}

/** Idempotent. Also revokes the API token of the same sign-in. */
export function endSession(id: string): Promise<void> {
  return write(async (trx) => {
    const ended = await trx
      .deleteFrom("sessions")
      .where("id_hash", "=", hashSecret(id))
      .returning("user_id")
      .executeTakeFirst();
    if (ended)
      await recordAudit(trx, {
        actorId: ended.user_id,
        action: "session.ended",
        subject: "user",
        subjectId: ended.user_id,
      });
  });
}

/** Null when unknown, expired or suspended. An automatic request does not count as activity. */
export async function findSession(id: string, now: Date = new Date(), automatic = false): Promise<SignedIn | null> {
  const row = await db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .leftJoin("two_factors", "two_factors.user_id", "users.id")
    .select([...personColumns, "sessions.id as session_id", "sessions.created_at", "sessions.seen_at"])
    .select(({ ref }) => [pendingCount(ref("users.id")).as("pending"), openStake(ref("users.id")).as("staked")])
    .where("sessions.id_hash", "=", hashSecret(id))
    .executeTakeFirst();
  if (!row || row.status !== "Active") return null;
  const found = { ...signedIn(row, now, row.session_id), pending: row.pending ?? 0, staked: row.staked ?? 0 };
  const idleTime = now.getTime() - Date.parse(row.seen_at);
  if (hasExpired(now, row.created_at, absoluteMs) || idleTime >= idleLimitOf(found)) return null;
  if (idleTime >= seenEveryMs && !automatic) await markSeen("sessions", row.session_id, now);
  return found;
}

export function idleLimitOf({ person }: SignedIn): number {
  return isStaff(person) ? idleMs.staff : idleMs.member;
}

export function hasExpired(now: Date, begun: string, longestMs: number): boolean {
  return now.getTime() - Date.parse(begun) >= longestMs;
}

/** Best effort: a read must not wait for a locked or full database. */
export async function markSeen(table: "sessions" | "api_tokens", rowId: number, now: Date): Promise<void> {
  try {
    await write(
      (trx) => trx.updateTable(table).set({ seen_at: now.toISOString() }).where("id", "=", rowId).execute(),
      0,
    );
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== "busy") throw error;
  }
}

export function signedIn(row: PersonRow, now: Date, sessionId: number | null = null): SignedIn {
  const held = holdReason(row.payment_review);
  const breakUntil = runningBreak(row.break_until, now);
  const ended = row.access_until !== null && Date.parse(row.access_until) <= now.getTime();
  const access = { role: parseRole(row.role), lapsed: ended || held !== null || breakUntil !== null };
  const twoFactorDue = env.REQUIRE_STAFF_2FA && isStaff(access) && row.two_factor_since === null;
  return {
    person: {
      id: row.id,
      name: row.name,
      email: row.email,
      ...access,
      held,
      breakUntil,
      twoFactorDue,
      odds: row.odds_format,
      epoch: row.access_epoch,
    },
    sessionId,
    phone: row.phone,
    displayMode: row.display_mode,
    unconfirmed: row.email_confirmed_at === null,
    refusesMail: refusesMail(row),
    pending: 0,
    staked: 0,
    money: unitMoneyOf(row),
  };
}

function parseRole(role: string): Role {
  if (isRole(role)) return role;
  throw new Error("A user row has a role that the policy does not know.");
}
