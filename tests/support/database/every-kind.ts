/** Rows of every table, with values that two engines could store differently. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { db, write } from "../../../app/db.server.ts";
import { env } from "../../../app/env.server.ts";
import { payDue, readPayoutsPage } from "../../../app/models/affiliates/payout.server.ts";
import { giveTerms } from "../../../app/models/affiliates/terms.server.ts";
import { queueMail } from "../../../app/models/outbox/outbox.server.ts";
import { proPicks, regularPicks } from "../../../app/models/picks/pick.server.ts";
import { startLedger } from "../../../db/start-ledger.ts";
import { createAffiliate, createAffiliateRequest, createDueAffiliate } from "./affiliates.ts";
import { actorOf, createConfirmation, createPick, createUser, pickFields, putOnCard, reason } from "./factories.ts";
import { insertSeason } from "./settled-picks.ts";

export const events = 5000;

const admin = actorOf("admin");
const at = "2026-11-20T13:05:00.000Z";
const hash = (text: string) => createHash("sha256").update(text).digest("hex");
// PostgreSQL has no text with the character 0, and the program stores none.
const text = fc.string({ unit: "binary", maxLength: 30 }).map((value) => value.replaceAll("\0", ""));
const seed = { seed: 36, numRuns: 300 };
const long = "Übung 🏀 macht den Meister.\r\n'\"\\%_\t".repeat(500);

/** Fills the database of the test. */
export async function fillEveryKind(): Promise<void> {
  await insertSeason({ db }, "regular", 60);
  await insertSeason({ db }, "pro", 40);
  await startLedger(env.DATABASE);
  await addPicks();
  await addDrafts();
  await addPeople();
  await addMoney();
  await addContent();
  await addRest();
}

async function addPicks(): Promise<void> {
  for (const picks of [regularPicks, proPicks])
    for (const verdict of ["✅", "❌", "➖", "🚫", "", ""]) {
      const pick = await picks.addPick(admin, pickFields({ pick: `Knicks +${verdict.length}.5`, closing_line: "+3" }));
      if (verdict) await picks.savePick(admin, { id: pick.id, verdict, reason });
      else if (picks === proPicks) await picks.deletePick(admin, { id: pick.id, reason });
      else await putOnCard(db, 1, [pick]);
    }
}

async function addDrafts(): Promise<void> {
  const number = (most: number) => fc.option(fc.double({ min: -most, max: most, noNaN: true }));
  const draft = fc.record({
    game: text,
    pick: text,
    tag: text,
    book: text,
    time: text,
    sim_confidence: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
    unit_size: fc.double({ min: 0, max: 1000, noNaN: true }),
    units_result: number(1000),
    line: fc.option(fc.integer({ min: -2000, max: 2000 }).map((quarters) => quarters / 4)),
    odds: fc.constantFrom(null, 100, -110, 100_000),
    starts_at: fc.constantFrom(null, at),
  });
  for (const row of fc.sample(draft, seed)) await createPick(db, { ...row, published_at: null });
  // The largest id is one that was given and is gone.
  const { id } = await createPick(db, { published_at: null });
  await db.deleteFrom("picks").where("id", "=", id).execute();
}

async function addPeople(): Promise<void> {
  const { id: user_id } = await createUser(db, { name: long });
  await createConfirmation(db, { token: "token", user: { id: user_id } });
  const user = { user_id, created_at: at };
  const session = await db
    .insertInto("sessions")
    .values({ ...user, id_hash: hash("session"), seen_at: at, browser: "" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("api_tokens")
    .values({ ...user, token_hash: hash("token"), session_id: session.id })
    .execute();
  await db
    .insertInto("devices")
    .values({ user_id, device_hash: hash("device"), seen_at: at })
    .execute();
  await db
    .insertInto("push_devices")
    .values({
      ...user,
      session_id: session.id,
      endpoint: "https://push.example/\u00fc",
      p256dh: "B",
      auth: "a",
      name: "Chrome on Android",
    })
    .execute();
  await db
    .insertInto("push_keys")
    .values({ id: 1, public_key: "B", encrypted_private_key: "v1.key", created_at: at })
    .execute();
  await db
    .insertInto("operator_channels")
    .values({
      type: "webhook",
      name: "Pipeline \u00fc",
      kinds: '["record.head"]',
      streams: "[]",
      encrypted_access: "v1.access",
      encrypted_secret: "v1.secret",
      created_at: at,
    })
    .execute();
  await db
    .insertInto("announcements")
    .values({
      subject: "Prices \u00fc",
      body: "From May on.",
      audience: '["paid"]',
      push: 1,
      created_at: at,
      sent_at: at,
    })
    .execute();
  await db
    .insertInto("news_marks")
    .values({ name: "record.head", value: `1 ${at}` })
    .execute();
  await db
    .insertInto("recovery_codes")
    .values({ user_id, code_hash: hash("code") })
    .execute();
  await db
    .insertInto("two_factor_challenges")
    .values({ ...user, id_hash: hash("challenge") })
    .execute();
  await db
    .insertInto("two_factors")
    .values({ user_id, encrypted_secret: "v1.secret", begun_at: at, on_since: at, last_step: 58_000_000 })
    .execute();
  await db
    .insertInto("unsubscribe_tokens")
    .values({ user_id, token: "t".repeat(43) })
    .execute();
  await db.insertInto("alert_choices").values({ user_id, kind: "new-picks", channel: "mail", wanted: 0 }).execute();
  await db.insertInto("muted_sports").values({ user_id, sport: "Golf" }).execute();
  await db
    .insertInto("alert_settings")
    .values({ user_id, quiet_from: "22:30", quiet_until: "07:00", quiet_late: "never", zone: "Asia/Kolkata" })
    .execute();
  await db
    .insertInto("reset_codes")
    .values({ token_hash: hash("reset"), email: "", code_hash: hash("code"), bound: 0, expires_at: at })
    .execute();
  await write((trx) => queueMail(trx, user_id, { kind: "reset-code", encrypted: "v1.code" }, new Date()));
}

async function addMoney(): Promise<void> {
  const due = await createDueAffiliate(db, "Zoë Ünïcode 😀");
  await giveTerms(db, await createAffiliate(db), at, 25);
  await createAffiliateRequest(db, { remarks: "" });
  const { due: lines } = await readPayoutsPage(admin, {});
  await payDue(admin, { [`pay_${due}`]: String(lines[0]?.amount_cents) });
  await db
    .insertInto("affiliate_visitors")
    .values(["a", "b"].map((name) => ({ affiliate_id: due, visitor_hash: hash(name), counted_at: at })))
    .execute();
  await db
    .insertInto("subscriptions")
    .values({
      id: "sub_1",
      customer_id: "cus_1",
      status: "active",
      paused_at: at,
      paused_until: at,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await db
    .insertInto("payments")
    .values({
      invoice_id: "in_1",
      subscription_id: "sub_1",
      amount_cents: 4900,
      currency: "usd",
      paid_at: at,
      disputed_at: at,
      dispute_due_by: at,
      dispute_status: "needs_response",
    })
    .execute();
  const names = [...new Set(fc.sample(text, { seed: 36, numRuns: 1000 }).map((name) => `e${name}`))];
  const ids = [...names, ...Array.from({ length: events }, (_, index) => hash(String(index)))];
  for (let start = 0; start < ids.length; start += 5000)
    await db
      .insertInto("stripe_events")
      .values(ids.slice(start, start + 5000).map((id) => ({ id, received_at: at })))
      .execute();
}

async function addContent(): Promise<void> {
  await db
    .insertInto("learn_entries")
    .values(["One.", long].map((body, index) => ({ kind: "tip", position: index + 1, body })))
    .execute();
  await db.updateTable("learn_lists").set({ version: 7 }).where("kind", "=", "tip").execute();
  await db.updateTable("sidebar").set({ notes: long, next: "", version: 4 }).execute();
  await db
    .insertInto("site_texts")
    .values({ name: "faq", body: long, version: 2, saved_at: "2026-11-20T12:00:00.000Z" })
    .execute();
  const { id: key_id } = await db
    .insertInto("api_keys")
    .values({ name: "Model", key_hash: hash("key"), scopes: '["picks.write"]', created_at: at })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("api_key_days").values({ key_id, day: "2026-11-20", reads: 7, writes: 0 }).execute();
}

async function addRest(): Promise<void> {
  await db
    .insertInto("feed_games")
    .values({ game: "nba:1", teams: "", scores_asked: 1, prices_asked: 0, prices_known: 0, forget_at: at })
    .execute();
  await db
    .insertInto("idempotency_keys")
    .values({ key_hash: hash("key"), result_id: 1, used_at: at })
    .execute();
  await db.insertInto("throttles").values({ key: "a", count: 2, started_at: at }).execute();
  await db
    .insertInto("team_aliases")
    .values({ sport: "NBA", alias: "nyk", name: "Knicks", confirmed_at: at })
    .execute();
  await db
    .insertInto("results")
    .values({
      sport: "NBA",
      game_date: "",
      away: "",
      home: "",
      status: "postponed",
      source: "",
      external_id: "",
      entered_at: at,
    })
    .execute();
  const round = await db.selectFrom("pick_rounds").select("id").executeTakeFirst();
  if (round) await db.insertInto("round_queues").values({ round_id: round.id, queued_to: 3 }).execute();
  await db
    .insertInto("free_picks")
    .values({ day: "2026-11-20", stream: "pro", pick_id: 7, marked_at: at, marked_by: 1 })
    .execute();
  const cache = { seq: 1, picks: "[]" };
  await db.insertInto("leases").values({ name: "jobs", holder: "a-machine boot 7", fence: 3, beats: 12 }).execute();
  await db.insertInto("job_problems").values({ job: "mail", text: "No email.", advice: "Wait.", since: at }).execute();
  await db.insertInto("last_check").values({ id: 1, at, lines: '["Intact."]', tables_agree: 1 }).execute();
  await db
    .insertInto("import_layouts")
    .values({ header: hash("Date"), choices: "{}", kept_at: at })
    .execute();
  await db.insertInto("subscription_versions").values({ subscription_id: "sub_1", version: 4 }).execute();
  await db
    .insertInto("record_cache")
    .values({ id: 1, format: 1, seq: 1, hash: hash(""), picks: 1 })
    .execute();
  await db
    .insertInto("record_cache_pages")
    .values({ ...cache, page: 0, digest: hash("") })
    .execute();
}
