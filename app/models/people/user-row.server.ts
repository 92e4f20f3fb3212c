import type { Db, UserRow } from "../../db.server.ts";
import { db } from "../../db.server.ts";
import { env } from "../../env.server.ts";
import type { Role } from "../../policy.ts";
import { Refusal } from "../../refusal.ts";
import { recordAudit } from "../trail/audit.server.ts";
import type { User } from "./user.ts";
import { demoDomain } from "./user.ts";

export const userColumns = ["id", "name", "email", "role", "status"] as const;

interface NewUser {
  email: string;
  /** '' = the e-mail's part before the @, until the person changes it. */
  name: string;
  role: Role;
  password_hash: string;
}

/** Adds an active account and says who did it (null: whoever runs the server, whose address counts as confirmed). Refuses with "conflict" when the e-mail is taken. */
export async function insertUser(trx: Db, account: NewUser, actorId: number | null): Promise<User> {
  expectOwnAddress(account.email);
  const name = account.name || nameFrom(account.email);
  const now = new Date().toISOString();
  const row = await trx.insertInto("users")
    .values({ ...account, name, phone: "", status: "Active", email_confirmed_at: actorId === null ? now : null, created_at: now })
    .onConflict((conflict) => conflict.column("email").doNothing()).returning(userColumns).executeTakeFirst();
  if (!row) throw emailTaken();
  await recordAudit(trx, { actorId, action: "user.created", subject: "user", subjectId: row.id, after: { role: row.role, status: row.status } });
  return row;
}

/** Refuses with "conflict" an e-mail that somebody has: before its password is hashed, which is the costly part. The unique index has the last word. */
export async function expectNewEmail(email: string): Promise<void> {
  expectOwnAddress(email);
  if (await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst()) throw emailTaken();
}

// A server does not start with people of the demo: a stranger who signed up as one would end the next start.
function expectOwnAddress(email: string): void {
  if (email.endsWith(demoDomain) && !env.DEMO) throw Refusal.at("email", "invalid", "Only the demo has such an address.");
}

/** What an e-mail that somebody has is refused with: "conflict". */
export function emailTaken(): Refusal {
  return Refusal.at("email", "conflict", "An account with this email already exists.");
}

/** The row of a user, or a refusal with "not-found". */
export async function findUserRow(source: Db, userId: number | null): Promise<UserRow> {
  const row = userId === null ? undefined : await source.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
  if (row) return row;
  throw new Refusal("not-found", "There is no such account.");
}

/** What staff see of a row. */
export function shownUser({ id, name, email, role, status }: UserRow): User {
  return { id, name, email, role, status };
}

function nameFrom(address: string): string {
  return [...address.slice(0, address.lastIndexOf("@"))].slice(0, 100).join("");
}
