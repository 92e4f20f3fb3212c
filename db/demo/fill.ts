import { hourMs } from "../../app/time/durations.ts";
import { env } from "../../app/env.server.ts";
import { addDays } from "../../app/time/calendar-date.ts";
import { formatInstant } from "../../app/time/instant-text.ts";
import { dateIn, instantIn } from "../../app/time/zone-time.ts";
import { hashPassword } from "../../app/models/sign-in/password.server.ts";
import { updateDayTotals } from "../../app/models/history/day-totals.server.ts";
import { type ResolvedBet, resolveBet } from "../../app/models/bets/bet-fields.ts";
import { forgetHead } from "../../app/models/ledger/chain/head-file.server.ts";
import type { LearnKind } from "../../app/models/content/learn.ts";
import { gamesZone, loadGames } from "./games.ts";
import { glossary, tips } from "./learn.ts";
import { sealDemo } from "./ledger.ts";
import { type DemoPick, MORNING, demoPicks, nextMorning } from "./picks.ts";
import type { Db, OpenDatabase } from "../database.ts";
import { engineOf } from "../engine.ts";
import { migrate } from "../migrate.ts";
import type { PickRow } from "../schema.ts";

const password = "line-shopping-2026";
const accounts = [
  { email: "member@demo.test", name: "Jordan Demo", role: "user", status: "Active" },
  { email: "propicks@demo.test", name: "Riley Demo", role: "propicksmanager", status: "Active" },
  { email: "admin@demo.test", name: "Alex Demo", role: "admin", status: "Active" },
  { email: "superadmin@demo.test", name: "Sam Demo", role: "superadmin", status: "Active" },
  { email: "suspended@demo.test", name: "Casey Demo", role: "user", status: "Suspended" },
] as const;
const patienceMs = 2000;
// The member saves every third pick of all open picks and of this many latest settled picks per stream.
const follows = { every: 3, settled: { regular: 75, pro: 48 } } as const;

/** How long the demo has had free picks. */
const freeDays = 60;

const now = new Date();
const today = dateIn(gamesZone, now);

export async function fillDemo(): Promise<string> {
  await migrate(env.DATABASE);
  const database = engineOf(env.DATABASE).open(env.DATABASE);
  try {
    if (await isEmpty(database.db)) await fill(database);
    return welcome();
  } finally {
    await database.close();
  }
}

async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) === undefined;
}

async function fill({ write }: OpenDatabase): Promise<void> {
  const file = engineOf(env.DATABASE).fileOf(env.DATABASE);
  // Belongs to a demo whose file somebody deleted.
  if (file !== null) forgetHead(file);
  const picks = demoPicks(loadGames(), today);
  const passwordHash = await hashPassword(password);
  // Imported after the file exists, because the module opens it.
  const { fillAffiliates } = await import("./affiliates.ts");
  const { demoMembers } = await import("./members.ts");
  const { billMembers, insertMembers } = await import("./fill-members.ts");
  await write(
    async (trx) => {
      // Before the accounts to sign in with, which are the first in the User Manager's list: it shows the newest first.
      const members = await insertMembers(trx, demoMembers(today, now), passwordHash);
      await insertAll(trx, picks, passwordHash);
      await fillAffiliates(trx, today, {
        passwordHash,
        paidBy: (
          await trx.selectFrom("users").select("id").where("email", "=", accounts[2].email).executeTakeFirstOrThrow()
        ).id,
        members,
      });
      await billMembers(trx, members);
    },
    { patienceMs, inTurn: "ledger" },
  );
}

async function insertAll(db: Db, picks: DemoPick[], passwordHash: string): Promise<void> {
  await db
    .insertInto("users")
    .values(
      accounts.map((account) => ({
        ...account,
        phone: "",
        password_hash: passwordHash,
        email_confirmed_at: now.toISOString(),
        created_at: now.toISOString(),
      })),
    )
    .execute();
  const rows: PickRow[] = [];
  for (const pick of picks) rows.push(await insert(db, pick));
  await sealDemo(db, rows);
  await markFreeDays(db, rows);
  for (const stream of ["regular", "pro"] as const)
    await saveToDemoCard(
      db,
      rows.filter((row) => row.stream === stream),
      follows.settled[stream],
    );
  await db
    .updateTable("sidebar")
    .set({ ...sidebar, results_by: "record", version: 2 })
    .where("id", "=", 1)
    .execute();
  await db
    .insertInto("learn_entries")
    .values([...inOrder("glossary", glossary), ...inOrder("tip", tips)])
    .execute();
}

function inOrder(kind: LearnKind, bodies: readonly string[]) {
  return bodies.map((body, index) => ({ kind, position: index + 1, body }));
}

async function insert(db: Db, demoPick: DemoPick): Promise<PickRow> {
  const { published_days_before, published_minute, ...pick } = demoPick;
  const published = instantIn(
    env.SITE_TIMEZONE,
    addDays(pick.game_date, -published_days_before),
    MORNING + published_minute,
  );
  const row = await db
    .insertInto("picks")
    .values({
      ...pick,
      ...columnsOf(resolveBet(null, pick, env.SITE_TIMEZONE)),
      created_at: published.toISOString(),
      published_at: published.toISOString(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await updateDayTotals(db, null, row);
  return row;
}

/** On each day the first regular pick of the next day's games was free: chosen by its place, never by its result. */
async function markFreeDays(db: Db, rows: readonly PickRow[]): Promise<void> {
  const first = new Map<string, PickRow>();
  for (const row of rows)
    if (row.stream === "regular" && row.game_date > addDays(today, -freeDays) && !first.has(row.game_date))
      first.set(row.game_date, row);
  const marks = [...first].map(([gameDate, row]) => {
    const day = addDays(gameDate, -1);
    return { day, row, at: instantIn(env.SITE_TIMEZONE, day, MORNING) };
  });
  await db
    .insertInto("free_picks")
    .values(
      marks
        .filter(({ at, row }) => at <= now && at > new Date(row.created_at))
        .map(({ day, row, at }) => ({ day, stream: row.stream, pick_id: row.id, marked_at: at.toISOString() })),
    )
    .execute();
}

function columnsOf({ bet, typedFields }: ResolvedBet) {
  const { starts_at, units_result } = bet;
  return { starts_at, units_result, typed_fields: JSON.stringify(typedFields) };
}

/** Chooses the picks by position, never by result, so that the card's record is as honest as the whole. */
async function saveToDemoCard(db: Db, picks: PickRow[], latest: number): Promise<void> {
  const member = await db
    .selectFrom("users")
    .select("id")
    .where("email", "=", accounts[0].email)
    .executeTakeFirstOrThrow();
  const followed = [
    picks.filter((pick) => pick.settled === 1).slice(-latest),
    picks.filter((pick) => pick.settled === 0),
  ].flatMap((part) => part.filter((_pick, index) => index % follows.every === 0));
  const saved = followed.map((pick) => ({
    user_id: member.id,
    pick_id: pick.id,
    saved_at: new Date(Date.parse(pick.created_at) + hourMs).toISOString(),
  }));
  await db.insertInto("saved_picks").values(saved).execute();
}

const sidebar = {
  notes:
    "Every pick is based only on earlier games and stays on the record, win or lose.\n\nSim confidence is how often the pick won in our simulations. Pick History shows how often it was right.",
  next: formatInstant(nextMorning(now, env.SITE_TIMEZONE).toISOString(), env.SITE_TIMEZONE),
};

function welcome(): string {
  const lines = accounts.map(
    ({ email, role, status }) => `  ${email.padEnd(22)} ${status === "Active" ? role : "suspended"}`,
  );
  return [
    "",
    `Simline demo: http://localhost:${env.PORT}`,
    `Accounts, all with the password ${password}:`,
    ...lines,
    "The games are real. Their dates are moved by multiples of 52 weeks, so that each season is current.",
    ...(env.SMTP_URL === undefined && env.MAIL_DIR !== undefined
      ? [`Emails are written to files in ${env.MAIL_DIR} instead of being sent.`]
      : []),
    "",
  ].join("\n");
}
