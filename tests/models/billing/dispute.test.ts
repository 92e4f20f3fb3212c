/** Disputes of payments that Stripe reports, in any order: what is stored, and what staff read. */
import { afterAll, describe, expect, it, vi } from "vitest";
import { actorOf, createUser, nextNumber, testPassword, visitor } from "../../support/database/factories.ts";
import { newGate } from "../../support/app/gate.ts";
import { soon } from "../../support/soon.ts";
import { begunBy, StripeStandIn } from "../../support/stripe.ts";

const stripe = await new StripeStandIn().start();
for (const [name, value] of Object.entries({ ...stripe.env, APP_ORIGIN: "https://picks.test", SITE_TIMEZONE: "UTC" }))
  vi.stubEnv(name, value);
const { db } = await import("../../../app/db.server.ts");
const { addAffiliate, findAffiliate } = await import("../../../app/models/affiliates/affiliate.server.ts");
const { readReferralsPage, takeBack } = await import("../../../app/models/affiliates/referral-list.server.ts");
const { dayIn } = await import("../../../app/models/billing/charge.ts");
const { disputeText } = await import("../../../app/models/billing/dispute.ts");
const { listOpenDisputes } = await import("../../../app/models/billing/dispute.server.ts");
const { takeWebhookEvent } = await import("../../../app/models/billing/payment-report.server.ts");
const { signUp } = await import("../../../app/models/people/sign-up.server.ts");
const { readUserPage } = await import("../../../app/models/people/user-page.server.ts");
const { checkout } = await import("../../../app/payment/checkout.server.ts");
afterAll(() => stripe.stop());

const superadmin = actorOf("superadmin", (await createUser(db, { role: "superadmin" })).id);
const opened = Date.UTC(2026, 0, 12) / 1000;
const due = Date.UTC(2026, 0, 20) / 1000;
const report = (type: string, id: string) => takeWebhookEvent(visitor, stripe.signed(stripe.event(type, id)));

async function payingMember() {
  const user = await createUser(db);
  const bought = stripe.buy(user.email, begunBy(user.id));
  await report("checkout.session.completed", bought.session.id);
  await report("invoice.paid", bought.invoice.id);
  return { ...bought, user };
}

function dispute(invoice: Parameters<StripeStandIn["dispute"]>[0], created = opened) {
  return stripe.dispute(invoice, { created, evidence_details: { due_by: due } });
}

function stored(invoice: { id: string }) {
  return db
    .selectFrom("payments")
    .select(["disputed_at", "dispute_due_by", "dispute_status"])
    .where("invoice_id", "=", invoice.id)
    .executeTakeFirst();
}

async function trailOf(userId: number) {
  const entries = await db
    .selectFrom("audit")
    .select(["actor_id", "after"])
    .where("subject_id", "=", userId)
    .where("action", "=", "payment.disputed")
    .orderBy("id")
    .execute();
  return entries.map(({ actor_id, after }) => [actor_id, JSON.parse(after ?? "{}").dispute]);
}

const shownDispute = async (id: number) => (await readUserPage(superadmin, { id })).payments[0];

it.each([
  ["needs_response", "Disputed on 01/12/2026: answer at Stripe until 01/20/2026"],
  ["under_review", "Disputed on 01/12/2026: answered, the bank decides"],
  ["warning_needs_response", "Bank asked on 01/12/2026: answer at Stripe until 01/20/2026"],
  ["warning_under_review", "Bank asked on 01/12/2026: answered, the bank decides"],
  ["warning_closed", "Inquiry closed"],
  ["won", "Dispute won"],
  ["lost", "Dispute lost"],
  ["a_new_word", "Disputed on 01/12/2026: answer at Stripe until 01/20/2026"],
])("a dispute with the status %s reads %j", (dispute_status, text) =>
  expect(
    disputeText(
      { disputed_at: "2026-01-12T00:00:00.000Z", dispute_due_by: "2026-01-20T00:00:00.000Z", dispute_status },
      "UTC",
    ),
  ).toBe(text),
);

it.each(["created", "updated", "closed"])("the event charge.dispute.%s is about the dispute", (what) => {
  const { body, signature } = stripe.signed(stripe.event(`charge.dispute.${what}`, "du_1"));
  expect(checkout.billing?.readWebhookEvent(body, signature).about).toEqual({ kind: "dispute", id: "du_1" });
});

describe("a dispute", () => {
  it("is stored at its payment, in the trail and in the list of open ones until it is decided; access stays", async () => {
    const { user, invoice } = await payingMember();
    const { id } = dispute(invoice);
    await report("charge.dispute.created", id);
    await report("charge.dispute.updated", id);
    expect(await stored(invoice)).toEqual({
      disputed_at: "2026-01-12T00:00:00.000Z",
      dispute_due_by: "2026-01-20T00:00:00.000Z",
      dispute_status: "needs_response",
    });
    expect(await listOpenDisputes(db)).toEqual([
      {
        userId: user.id,
        name: user.name,
        amount: "$49.00",
        paid: dayIn("UTC", new Date().toISOString()),
        next: "answer at Stripe until 01/20/2026",
      },
    ]);
    Object.assign(stripe.disputes.get(id) ?? {}, { status: "won" });
    await report("charge.dispute.closed", id);
    expect(await listOpenDisputes(db)).toEqual([]);
    expect(await shownDispute(user.id)).toMatchObject({ dispute: "Dispute won", takeBackFrom: null });
    expect(await trailOf(user.id)).toEqual([
      [null, "needs_response"],
      [null, "won"],
    ]);
    expect((await readUserPage(superadmin, { id: user.id })).user.membership).toMatch(/^Active/);
  });

  it("is stored with Stripe's newest answer, also when the answer of an earlier event comes last", async () => {
    const { user, invoice } = await payingMember();
    const opening = dispute(invoice);
    const { passed, open } = newGate();
    const before = stripe.requests.length;
    stripe.hold = passed;
    const earlier = report("charge.dispute.created", opening.id);
    await vi.waitFor(() => expect(stripe.requests.length).toBeGreaterThan(before), soon);
    stripe.hold = Promise.resolve();
    opening.status = "lost";
    await report("charge.dispute.closed", opening.id);
    open();
    await earlier;
    expect([(await stored(invoice))?.dispute_status, await trailOf(user.id)]).toEqual(["lost", [[null, "lost"]]]);
  });

  it("that is older does not replace a newer one about the same payment", async () => {
    const { invoice } = await payingMember();
    const [newer, older] = [dispute(invoice), dispute(invoice, opened - 60)];
    await report("charge.dispute.created", newer.id);
    older.status = "lost";
    await report("charge.dispute.closed", older.id);
    expect((await stored(invoice))?.dispute_status).toBe("needs_response");
  });

  it("may be reported before its payment, and is ignored about a charge that is no member's", async () => {
    const user = await createUser(db);
    const { invoice } = stripe.buy(user.email, begunBy(user.id));
    await report("charge.dispute.created", dispute(invoice).id);
    expect((await stored(invoice))?.dispute_status).toBe("needs_response");
    const before = await listOpenDisputes(db);
    await report("charge.dispute.created", dispute({ ...invoice, charge: "ch_of_nobody" }).id);
    await report("charge.dispute.created", "du_unknown");
    expect(await listOpenDisputes(db)).toEqual(before);
  });

  it("that is lost leaves the commission to staff, who are led to the affiliate until they took it back", async () => {
    const partner = { name: "Courtside Sample", email: `partner${nextNumber()}@example.test` };
    const affiliate = await addAffiliate(actorOf("admin"), partner);
    const email = `member${nextNumber()}@example.test`;
    const bought = stripe.buy(email);
    await signUp(
      { ...visitor, address: `10.0.0.${nextNumber()}` },
      {
        name: "Sam Sample",
        phone: "555-0100",
        email,
        password: testPassword,
        session_id: bought.session.id,
        ref_code: affiliate.ref_code,
      },
    );
    const { id } = await db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    const lost = dispute(bought.invoice);
    lost.status = "lost";
    await report("charge.dispute.closed", lost.id);
    expect(await shownDispute(id)).toMatchObject({ dispute: "Dispute lost", takeBackFrom: affiliate.id });
    expect(Number((await findAffiliate(db, affiliate.id)).commission_cents)).toBe(980);
    const { referrals } = await readReferralsPage(superadmin, { id: affiliate.id });
    await takeBack(superadmin, { id: affiliate.id, referral: referrals[0]?.id, reason: "Lost dispute" });
    expect(await shownDispute(id)).toMatchObject({ dispute: "Dispute lost", takeBackFrom: null });
  });
});
