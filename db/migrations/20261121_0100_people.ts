import type { Kysely } from "kysely";
import { sql } from "kysely";

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("users")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("email", "text", (column) => column.notNull().unique().check(sql`email = lower(trim(email)) and email like '%_@_%'`))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("phone", "text", (column) => column.notNull())
    .addColumn("password_hash", "text", (column) => column.notNull().check(sql`password_hash like '$argon2id$%'`))
    .addColumn("role", "text", (column) => column.notNull().check(sql`role in ('user', 'propicksmanager', 'admin', 'superadmin')`))
    .addColumn("status", "text", (column) => column.notNull().check(sql`status in ('Active', 'Suspended')`))
    .addColumn("display_mode", "text", (column) => column.notNull().defaultTo("dark").check(sql`display_mode in ('dark', 'light')`))
    .addColumn("email_notifications", "integer", (column) => column.notNull().defaultTo(1).check(sql`email_notifications in (0, 1)`))
    .addColumn("sms_alerts", "integer", (column) => column.notNull().defaultTo(0).check(sql`sms_alerts in (0, 1)`))
    .addColumn("created_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("sessions")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("id_hash", "text", (column) => column.notNull().unique().check(sql`length(id_hash) = 64`))
    .addColumn("user_id", "integer", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .addColumn("seen_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("sessions_of_user").on("sessions").column("user_id").execute();
  await db.schema.createIndex("sessions_by_seen").on("sessions").column("seen_at").execute();

  await db.schema
    .createTable("api_tokens")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("token_hash", "text", (column) => column.notNull().unique().check(sql`length(token_hash) = 64`))
    .addColumn("user_id", "integer", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", "text", (column) => column.notNull())
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("api_tokens_of_user").on("api_tokens").column("user_id").execute();
  await db.schema.createIndex("api_tokens_by_age").on("api_tokens").column("created_at").execute();

  await db.schema
    .createTable("devices")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("user_id", "integer", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("device_hash", "text", (column) => column.notNull().check(sql`length(device_hash) = 64`))
    .addColumn("seen_at", "text", (column) => column.notNull())
    .addUniqueConstraint("devices_once_per_user", ["user_id", "device_hash"])
    .modifyEnd(sql`strict`)
    .execute();

  await db.schema
    .createTable("throttles")
    .addColumn("key", "text", (column) => column.primaryKey().notNull())
    .addColumn("count", "integer", (column) => column.notNull().check(sql`count >= 0`))
    .addColumn("started_at", "text", (column) => column.notNull())
    .addColumn("blocked_until", "text")
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("throttles_by_start").on("throttles").column("started_at").execute();

  // No foreign key to users: the trail outlives the people in it.
  await db.schema
    .createTable("audit")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("actor_id", "integer")
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("subject_id", "integer")
    .addColumn("before", "text", (column) => column.check(sql`before is null or json_valid(before)`))
    .addColumn("after", "text", (column) => column.check(sql`after is null or json_valid(after)`))
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("audit_of_subject").on("audit").columns(["subject", "subject_id", "id"]).execute();
  await db.schema.createIndex("audit_of_actor").on("audit").columns(["actor_id", "id"]).execute();

  // Kysely has no builder for triggers. They make the trail append-only for every program that opens the file.
  await sql`create trigger audit_is_never_changed before update on audit begin select raise(abort, 'audit is append-only'); end`.execute(db);
  await sql`create trigger audit_is_never_replaced before insert on audit when exists (select 1 from audit where id = new.id) begin select raise(abort, 'audit is append-only'); end`.execute(db);
  await sql`create trigger audit_is_never_deleted before delete on audit begin select raise(abort, 'audit is append-only'); end`.execute(db);
}
