import { type Db, type UserRow, db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import type { Role } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import { type User, demoDomain } from "./user.ts";

export const userColumns = ["id", "name", "email", "role", "status"] as const;

interface NewUser {
  email: string;
  /** '' = the part of the email before the @. */
  name: string;
  role: Role;
  password_hash: string;
}

/** Refuses a taken email with "conflict". Without an actor (the operator's command), the email counts as confirmed. */
export async function insertUser(trx: Db, account: NewUser, actorId: number | null): Promise<User> {
  refuseDemoAddress(account.email);
  const name = account.name || nameFrom(account.email);
  const now = new Date().toISOString();
  const row = await trx
    .insertInto("users")
    .values({
      ...account,
      name,
      phone: "",
      status: "Active",
      email_confirmed_at: actorId === null ? now : null,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning(userColumns)
    .executeTakeFirst();
  if (!row) throw emailTaken();
  await recordAudit(trx, {
    actorId,
    action: "user.created",
    subject: "user",
    subjectId: row.id,
    after: { role: row.role, status: row.status },
  });
  return row;
}

/** Refuses a taken email with "conflict" before the slow hashing of the password. The unique index still decides. */
export async function expectNewEmail(email: string): Promise<void> {
  refuseDemoAddress(email);
  if (await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst()) throw emailTaken();
}

// A server without the demo does not start with demo users: a stranger's sign-up would break the next start.
export function isReserved(email: string): boolean {
  return email.endsWith(demoDomain) && !env.DEMO;
}

export const reservedText = "This address is reserved for the demo.";

function refuseDemoAddress(email: string): void {
  if (isReserved(email)) throw Refusal.at("email", "invalid", reservedText);
}

export function emailTaken(): Refusal {
  return Refusal.at("email", "conflict", "An account with this email already exists.");
}

/** Refuses with "not-found" when there is no such user. */
export async function findUserRow(source: Db, userId: number | null): Promise<UserRow> {
  const row =
    userId === null
      ? undefined
      : await source.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
  if (row) return row;
  throw new Refusal("not-found", "There is no such account.");
}

export function shownUser({ id, name, email, role, status }: UserRow): User {
  return { id, name, email, role, status };
}

export function nameFrom(address: string): string {
  return [...address.slice(0, address.lastIndexOf("@"))].slice(0, 100).join("");
}
