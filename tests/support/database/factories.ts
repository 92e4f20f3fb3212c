import { createHash } from "node:crypto";
import { addDays, formatCalendarDate } from "../../../app/time/calendar-date.ts";
import { dateIn } from "../../../app/time/zone-time.ts";
import type { Actor, Person, SignedInActor } from "../../../app/models/operation.server.ts";
import type { Role } from "../../../app/policy.ts";
import type { Insertable } from "kysely";
import type { Db } from "../../../db/database.ts";
import type { PickRow, PicksTable } from "../../../db/schema.ts";

export const testPassword = "correct-horse-9";
// Argon2id of the password above, at the least cost: a sign-in checks it in 0.3 ms instead of 19.
const passwordHash = "$argon2id$v=19$m=8,t=1,p=1$c2ltbGluZSB0ZXN0cy4uLg$pxN/Tvv3bB542flw3rXSy1S4oWs/miRyuswRwruhBl0";

/** Of the same password, at the cost of production: for tests of what happens while it is checked. */
export const costlyPasswordHash =
  "$argon2id$v=19$m=19456,t=2,p=1$c2ltbGluZSB0ZXN0cy4uLg$ypeP9AaN64SChh7W1al1coonWhcyTXH9JtR3JVFpMsw";

let counter = 0;

export function nextNumber(): number {
  counter += 1;
  return counter;
}

let numberedFile: string | undefined;

/** Call it at the beginning of a test file: other files may have run before it. */
export function numberFromOne(file: string | undefined): void {
  if (file !== numberedFile) counter = 0;
  numberedFile = file;
}

/** Inserts a user with the test password. The address counts as confirmed by default. */
export async function createUser(
  db: Db,
  changes: {
    role?: Role;
    status?: "Active" | "Suspended";
    email?: string;
    name?: string;
    email_confirmed_at?: string | null;
    closes_at?: string | null;
  } = {},
) {
  const user = {
    role: "user",
    status: "Active",
    email: `person${nextNumber()}@example.test`,
    name: "Jordan Test",
    email_confirmed_at: "2026-01-02T03:04:05.000Z",
    ...changes,
  };
  const row = {
    ...user,
    status: changes.status ?? "Active",
    phone: "555-0100",
    password_hash: passwordHash,
    created_at: "2026-01-02T03:04:05.000Z",
  } as const;
  return db.insertInto("users").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Many members at once, who are told apart by the number in their address: "reader0@example.test". */
export function createUsers(db: Db, count: number, name: string): Promise<{ id: number }[]> {
  const at = "2026-11-20T14:00:00.000Z";
  const person = {
    name: "Jordan Test",
    phone: "",
    role: "user",
    status: "Active",
    password_hash: "$argon2id$none",
    email_confirmed_at: at,
    created_at: at,
  } as const;
  return db
    .insertInto("users")
    .values(Array.from({ length: count }, (_, index) => ({ ...person, email: `${name}${index}@example.test` })))
    .returning("id")
    .execute();
}

export async function createWaitingUser(db: Db, changes: Parameters<typeof createUser>[1] = {}) {
  const { id } = await createUser(db, changes);
  return db
    .updateTable("users")
    .set({ payment_review: "waiting" })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function createConfirmation(
  db: Db,
  {
    token,
    user,
    expires_at = "9999-01-01T00:00:00.000Z",
  }: { token: string; user: { id: number }; expires_at?: string },
): Promise<void> {
  await db
    .insertInto("email_confirmations")
    .values({ token_hash: createHash("sha256").update(token).digest("hex"), user_id: user.id, expires_at })
    .execute();
}

/** An actor with that role. User 1 exists in each unit test database; its stored role may differ. */
export function actorOf(role: Role, id = 1): SignedInActor {
  return {
    person: {
      id,
      name: "Jordan Test",
      email: "jordan@example.test",
      role,
      lapsed: false,
      twoFactorDue: false,
      odds: "american",
      epoch: 0,
    },
    key: null,
    session: null,
    address: "192.0.2.1",
    device: null,
  };
}

/** The person with their current access epoch, as a new sign-in reads it. */
export async function recognise(db: Db, person: Person): Promise<Person> {
  const { access_epoch: epoch } = await db
    .selectFrom("users")
    .select("access_epoch")
    .where("id", "=", person.id)
    .executeTakeFirstOrThrow();
  return { ...person, epoch };
}

export const visitor: Actor = { person: null, key: null, session: null, address: "192.0.2.1", device: null };

/** Inserts a published pick without counting it in the day totals. */
export async function createPick(db: Db, changes: Partial<Insertable<PicksTable>> = {}): Promise<PickRow> {
  const pick = {
    stream: "regular",
    game: "Boston Celtics @ New York Knicks",
    game_date: "2026-11-20",
    time: "7:30 PM",
    pick: `Knicks +${nextNumber()}`,
    sport: "NBA",
    tag: "SIM CERTIFIED",
    sim_confidence: 57.6,
    unit_size: 1.5,
    verdict: "",
    closing_line: "",
    beat_clv: "",
    units_result: null,
    created_at: "2026-11-20T13:05:00.000Z",
  } as const;
  return db
    .insertInto("picks")
    .values({ published_at: changes.created_at ?? pick.created_at, ...pick, ...changes })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Gives the games of all settled picks a final score. */
export async function endGames(db: Db): Promise<void> {
  await db
    .updateTable("picks")
    .set(({ eb }) => ({ away_score: eb(eb("id", "*", 37), "%", 131), home_score: eb(eb("id", "*", 53), "%", 127) }))
    .where("settled", "=", 1)
    .execute();
}

/** A device with alerts switched on. */
export async function addDevice(db: Db, userId: number, sessionId: number | null = null): Promise<number> {
  const { id } = await db
    .insertInto("push_devices")
    .values({
      user_id: userId,
      session_id: sessionId,
      endpoint: `https://push.example.test/${nextNumber()}`,
      p256dh: "key",
      auth: "secret",
      name: "Chrome on Android",
      created_at: "2026-11-20T14:00:00.000Z",
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function putOnCard(
  db: Db,
  userId: number,
  picks: readonly { id: number }[],
  saved_at = "2026-11-20T14:00:00.000Z",
): Promise<void> {
  await db
    .insertInto("saved_picks")
    .values(picks.map(({ id }) => ({ user_id: userId, pick_id: id, saved_at })))
    .execute();
}

/** The API saves a start in the past with a warning; a form asks first. */
export function pickFields(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    game: "Boston Celtics @ New York Knicks",
    game_date: "11/20/2026",
    time: "7:30 PM",
    pick: "Knicks +2.5",
    sport: "NBA",
    tag: "SIM CERTIFIED",
    sim_confidence: "57.6",
    unit_size: "1.5",
    verdict: "",
    closing_line: "",
    beat_clv: "",
    units_result: "",
    ...changes,
  };
}

/** The reason of a correction, for tests that show something else. It is ignored where none is needed. */
export const reason = "A typing error.";

/** A few days ahead, so that nothing is unusual about it: MM/DD/YYYY. */
export function upcomingDate(): string {
  return futureDate(3);
}

/** Fields for a form that is saved without a question. */
export function formFields(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return pickFields({ game_date: upcomingDate(), ...changes });
}

/** MM/DD/YYYY, this many days from today in the site's time zone. Negative: in the past. */
export function futureDate(days: number): string {
  return formatCalendarDate(addDays(dateIn("America/New_York", new Date()), days));
}
