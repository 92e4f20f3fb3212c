/** Stores the demo's members by the product's own code, as Stripe's reports would have. */
import { accessOf } from "../../app/models/billing/membership.ts";
import {
  listSubscriptionsOf,
  storePayment,
  storeSubscription,
} from "../../app/models/billing/subscription-row.server.ts";
import { memberRole } from "../../app/policy.ts";
import type { Db } from "../database.ts";
import type { DemoMember } from "./members.ts";

export type StoredMember = DemoMember & { id: number };

/** Without what they paid. They get no mail of their own accord: the demo would write one to each with every pick. */
export async function insertMembers(
  db: Db,
  members: readonly DemoMember[],
  passwordHash: string,
): Promise<StoredMember[]> {
  const rows = await db
    .insertInto("users")
    .values(
      members.map(({ name, email, joined, rule }) => ({
        ...rule,
        name,
        email,
        phone: "",
        password_hash: passwordHash,
        role: memberRole,
        status: "Active" as const,
        email_notifications: 0 as const,
        email_confirmed_at: joined,
        age_confirmed_at: joined,
        created_at: joined,
      })),
    )
    .returning(["id", "email"])
    .execute();
  const ids = new Map(rows.map(({ id, email }) => [email, id]));
  return members.map((member) => ({ ...member, id: ids.get(member.email) ?? 0 }));
}

/** Without entries in the trail: they would all have the time of the demo's start. */
export async function billMembers(db: Db, members: readonly StoredMember[]): Promise<void> {
  for (const { joined, subscription, payments, refund } of members) {
    if (subscription === null) continue;
    await storeSubscription(db, subscription, undefined, new Date(joined));
    for (const payment of payments)
      await storePayment(db, subscription.id, payment, refund?.at ?? new Date(payment.paidAt));
  }
  await db
    .updateTable("subscriptions")
    .set(({ selectFrom }) => ({
      user_id: selectFrom("users").select("users.id").whereRef("users.email", "=", "subscriptions.email"),
    }))
    .where("user_id", "is", null)
    .execute();
  const all = await listSubscriptionsOf(
    db,
    members.map(({ id }) => id),
  );
  for (const { id, rule } of members) {
    const access_until = accessOf(
      rule,
      all.filter(({ user_id }) => user_id === id),
    );
    if (access_until !== null) await db.updateTable("users").set({ access_until }).where("id", "=", id).execute();
  }
}
