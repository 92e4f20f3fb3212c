import { type Db, write, writeInTurn } from "../../db.server.ts";
import { Refusal } from "../../refusal.ts";
import { expectKey } from "./program-key.server.ts";
import { type Caller, type Person, signedOut } from "../operation.server.ts";

/**
 * Runs `work` in one write transaction for the caller (see write). Refuses with "signed-out" if their access was
 * revoked since they were looked up: hashing a password or waiting for a locked database takes a while.
 */
export function writeAs<R>(caller: Caller, work: (trx: Db) => Promise<R>): Promise<R> {
  return write((trx) => workAs(trx, caller, work));
}

/** The same for work that may append to the ledger: see writeInTurn. */
export function writeLedgerAs<R>(caller: Caller, work: (trx: Db) => Promise<R>): Promise<R> {
  return writeInTurn("ledger", (trx) => workAs(trx, caller, work));
}

async function workAs<R>(trx: Db, caller: Caller, work: (trx: Db) => Promise<R>): Promise<R> {
  if (caller.person !== null) await expectSignedIn(trx, caller.person);
  else if (caller.key !== null) await expectKey(trx, caller.key);
  return work(trx);
}

export async function expectSignedIn(trx: Db, person: Person): Promise<void> {
  if (!(await isCurrent(trx, person))) throw signedOut();
}

/** Refuses with "bad-credentials" if access was revoked during the password check. */
export async function expectCurrent(trx: Db, person: Person): Promise<void> {
  if (!(await isCurrent(trx, person))) throw new Refusal("bad-credentials", "Invalid credentials.");
}

async function isCurrent(trx: Db, { id, epoch }: Person): Promise<boolean> {
  return (
    (await trx
      .selectFrom("users")
      .select("id")
      .where("id", "=", id)
      .where("access_epoch", "=", epoch)
      .executeTakeFirst()) !== undefined
  );
}

/** Revokes API tokens, unfinished sign-ins, and all sessions and their alerts except those of the row id `keep`. */
export async function endAccess(trx: Db, userId: number, keep: number | null = null): Promise<void> {
  await trx
    .updateTable("users")
    .set((user) => ({ access_epoch: user("access_epoch", "+", 1) }))
    .where("id", "=", userId)
    .execute();
  await trx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id", "!=", keep ?? 0)
    .execute();
  // The alerts of sessions end with them; nobody knows who has the others.
  await trx.deleteFrom("push_devices").where("user_id", "=", userId).where("session_id", "is", null).execute();
  await trx.deleteFrom("api_tokens").where("user_id", "=", userId).execute();
  await trx.deleteFrom("two_factor_challenges").where("user_id", "=", userId).execute();
}
