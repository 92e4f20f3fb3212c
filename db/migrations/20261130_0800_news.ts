import type { Kysely } from "kysely";
import { sql } from "kysely";

interface Tables {
  outbox: { user_id: number; any_user_id: number | null };
}

/** News for members and for the operator's own channels, in one outbox. See docs/decisions/038. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await createDevices(db);
  await createChoices(db);
  await createOperatorChannels(db);
  await giveOutboxChannels(db);
  await giveRoundsKinds(db);
  await db.schema
    .createTable("news_marks")
    .addColumn("name", "text", (column) => column.primaryKey())
    .addColumn("value", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  // What the mail server refused for good in a row: after three the address gets no more news.
  await db.schema.alterTable("users").addColumn("mail_refusals", "integer", (column) => column.notNull().defaultTo(0).check(sql`mail_refusals >= 0`)).execute();
  // What the operator's webhooks were told of this membership.
  await db.schema.alterTable("users").addColumn("access_announced", "integer", (column) => column.notNull().defaultTo(0).check(sql`access_announced in (0, 1)`)).execute();
}

async function createDevices(db: Kysely<Tables>): Promise<void> {
  // The key pair that signs web push messages (VAPID, RFC 8292).
  await db.schema
    .createTable("push_keys")
    .addColumn("id", "integer", (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn("public_key", "text", (column) => column.notNull())
    .addColumn("encrypted_private_key", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema
    .createTable("push_devices")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("user_id", "integer", (column) => column.notNull().references("users.id").onDelete("cascade"))
    // The sign-in that switched alerts on: they end with it, unless it expires.
    .addColumn("session_id", "integer", (column) => column.references("sessions.id").onDelete("cascade"))
    .addColumn("endpoint", "text", (column) => column.notNull().unique())
    .addColumn("p256dh", "text", (column) => column.notNull())
    .addColumn("auth", "text", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("created_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("push_devices_of_user").on("push_devices").column("user_id").execute();
  await db.schema.createIndex("push_devices_of_session").on("push_devices").column("session_id").execute();
}

async function createChoices(db: Kysely<Tables>): Promise<void> {
  // What a member chose; without a row the kind's default counts.
  await db.schema
    .createTable("alert_choices")
    .addColumn("user_id", "integer", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("channel", "text", (column) => column.notNull().check(sql`channel in ('mail', 'push')`))
    .addColumn("wanted", "integer", (column) => column.notNull().check(sql`wanted in (0, 1)`))
    .addPrimaryKeyConstraint("alert_choices_key", ["user_id", "kind", "channel"])
    .modifyEnd(sql`strict, without rowid`)
    .execute();
  await db.schema
    .createTable("muted_sports")
    .addColumn("user_id", "integer", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("sport", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("muted_sports_key", ["user_id", "sport"])
    .modifyEnd(sql`strict, without rowid`)
    .execute();
  // Quiet hours are "HH:MM" in `zone`; '' = none.
  await db.schema
    .createTable("alert_settings")
    .addColumn("user_id", "integer", (column) => column.primaryKey().references("users.id").onDelete("cascade"))
    .addColumn("quiet_from", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("quiet_until", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("quiet_late", "text", (column) => column.notNull().defaultTo("at-once").check(sql`quiet_late in ('at-once', 'never')`))
    .addColumn("zone", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("push_text", "text", (column) => column.notNull().defaultTo("whole").check(sql`push_text in ('whole', 'count')`))
    .modifyEnd(sql`strict`)
    .execute();
}

async function createOperatorChannels(db: Kysely<Tables>): Promise<void> {
  // `encrypted_access` = JSON of an address, or of a token and a chat. During a rotation two secrets are valid.
  await db.schema
    .createTable("operator_channels")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("type", "text", (column) => column.notNull().check(sql`type in ('discord', 'telegram', 'webhook')`))
    .addColumn("name", "text", (column) => column.notNull().check(sql`name <> ''`))
    .addColumn("kinds", "text", (column) => column.notNull())
    .addColumn("streams", "text", (column) => column.notNull())
    .addColumn("encrypted_access", "text", (column) => column.notNull())
    .addColumn("encrypted_secret", "text")
    .addColumn("encrypted_old_secret", "text")
    .addColumn("old_secret_until", "text")
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("accepted_at", "text")
    .addColumn("failing_since", "text")
    .addColumn("failure", "text", (column) => column.notNull().defaultTo(""))
    .modifyEnd(sql`strict`)
    .execute();
}

/** A column's "not null" can't be dropped, so the column is new. */
async function giveOutboxChannels(db: Kysely<Tables>): Promise<void> {
  for (const name of ["outbox_of_user", "outbox_unfinished"]) await db.schema.dropIndex(name).execute();
  await db.schema.alterTable("outbox").addColumn("any_user_id", "integer", (column) => column.references("users.id").onDelete("cascade")).execute();
  await db
    .updateTable("outbox")
    .set(({ ref }) => ({ any_user_id: ref("user_id") }))
    .execute();
  await db.schema.alterTable("outbox").dropColumn("user_id").execute();
  await db.schema.alterTable("outbox").renameColumn("any_user_id", "user_id").execute();
  await db.schema
    .alterTable("outbox")
    .addColumn("channel", "text", (column) => column.notNull().defaultTo("mail").check(sql`channel in ('mail', 'push', 'discord', 'telegram', 'webhook')`))
    .execute();
  // Without a foreign key: what was sent to a device or channel stays listed after it is removed.
  await db.schema.alterTable("outbox").addColumn("device_id", "integer", (column) => column.check(sql`(channel = 'push') = (device_id is not null)`)).execute();
  await db.schema
    .alterTable("outbox")
    .addColumn("operator_channel_id", "integer", (column) => column.check(sql`(channel in ('discord', 'telegram', 'webhook')) = (operator_channel_id is not null) and (user_id is null) = (operator_channel_id is not null)`))
    .execute();
  await db.schema.alterTable("outbox").addColumn("cause", "text", (column) => column.notNull().defaultTo("")).execute();
  await db.schema.alterTable("outbox").addColumn("reason", "text", (column) => column.notNull().defaultTo("")).execute();
  await db.schema.createIndex("outbox_of_user").on("outbox").columns(["user_id", "cause"]).execute();
  await db.schema.createIndex("outbox_unfinished").on("outbox").columns(["state", "channel", "expires_at", "next_try_at"]).where(sql.ref("finished_at"), "is", null).execute();
  // The same news never goes twice to one device, address or channel.
  await sql`create unique index outbox_once on outbox (cause, channel, coalesce(device_id, operator_channel_id, user_id)) where cause <> ''`.execute(db);
}

async function giveRoundsKinds(db: Kysely<Tables>): Promise<void> {
  await db.schema.alterTable("pick_rounds").addColumn("kind", "text", (column) => column.notNull().defaultTo("new").check(sql`kind in ('new', 'results')`)).execute();
  await db.schema.dropIndex("one_open_round").execute();
  await db.schema.createIndex("one_open_round").unique().on("pick_rounds").column("kind").where(sql.ref("closed_at"), "is", null).execute();
  await db.schema.dropIndex("round_of_pick").execute();
  await db.schema.createIndex("rounds_of_pick").on("round_picks").column("pick_id").execute();
}
