import type { Kysely } from "kysely";
import { sql } from "kysely";

/** Whom a payout paid how much, and at which address: as it was then. The affiliate's own row changes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("payout_lines")
    .addColumn("payout_id", "integer", (column) => column.notNull().references("payouts.id"))
    .addColumn("affiliate_id", "integer", (column) => column.notNull().references("affiliates.id"))
    .addColumn("name", "text", (column) => column.notNull().check(sql`name <> ''`))
    .addColumn("email", "text", (column) => column.notNull().check(sql`email = lower(trim(email)) and email like '%_@_%'`))
    .addColumn("ref_code", "text", (column) => column.notNull().check(sql`length(ref_code) = 8`))
    .addColumn("commissions", "integer", (column) => column.notNull().check(sql`commissions > 0`))
    .addColumn("amount_cents", "integer", (column) => column.notNull().check(sql`amount_cents > 0`))
    .addPrimaryKeyConstraint("one_line_per_affiliate", ["payout_id", "affiliate_id"])
    .modifyEnd(sql`strict`)
    .execute();
  await db.schema.createIndex("payout_lines_of_affiliate").on("payout_lines").column("affiliate_id").execute();
  // What was paid until now went to whoever the affiliates are today, as far as anybody knows.
  await sql`insert into payout_lines (payout_id, affiliate_id, name, email, ref_code, commissions, amount_cents)
    select payout_items.payout_id, affiliates.id, affiliates.name, affiliates.email, affiliates.ref_code, count(*), sum(commissions.amount_cents)
    from payout_items join commissions on commissions.id = payout_items.commission_id join affiliates on affiliates.id = commissions.affiliate_id
    group by payout_items.payout_id, affiliates.id having sum(commissions.amount_cents) > 0`.execute(db);
  // Kysely has no builder for triggers.
  const guard = (name: string, when: string) => sql.raw(`create trigger payout_lines_${name} before ${when} begin select raise(abort, 'payout_lines is append-only'); end`).execute(db);
  await guard("are_never_changed", "update on payout_lines");
  await guard("are_never_deleted", "delete on payout_lines");
  await guard("are_never_replaced", "insert on payout_lines when exists (select 1 from payout_lines where payout_id = new.payout_id and affiliate_id = new.affiliate_id)");
}
