/** A database may retry the work of a write after a rollback: the result must be the same as for one run. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sql } from "kysely";
import { db, write } from "../../app/db.server.ts";
import { repeatWritesForTests } from "../../db/repeated-writes.ts";
import { approveAffiliation, requestAffiliation } from "../../app/models/affiliates/affiliate-request.server.ts";
import { addAffiliate, renewPageLink } from "../../app/models/affiliates/affiliate.server.ts";
import { confirmByLink, decryptConfirmationToken } from "../../app/models/people/email-confirmation.server.ts";
import { addTip } from "../../app/models/content/learn.server.ts";
import type { Actor } from "../../app/models/operation.server.ts";
import { finishMail, markHandedOver } from "../../app/models/outbox/due-mail.server.ts";
import { queueMail } from "../../app/models/outbox/outbox.server.ts";
import { changeOwnPassword } from "../../app/models/sign-in/own-password.server.ts";
import { readPayoutsPage, payDue } from "../../app/models/affiliates/payout.server.ts";
import { closeDueRound } from "../../app/models/news/pick-round.server.ts";
import { regularPicks } from "../../app/models/picks/pick.server.ts";
import { saveOwnProfile } from "../../app/models/people/profile.server.ts";
import { decryptCode, resetPassword } from "../../app/models/password-reset/reset-code.server.ts";
import { requestResetCode } from "../../app/models/password-reset/reset-request.server.ts";
import { regularCard } from "../../app/models/card/saved-pick.server.ts";
import { newSecret } from "../../app/models/secret.server.ts";
import { beginSession, endSession, findSession } from "../../app/models/sign-in/session.server.ts";
import { findBearer, issueApiToken } from "../../app/models/sign-in/api-token.server.ts";
import { saveSidebar } from "../../app/models/content/sidebar.server.ts";
import { signUp, signUpAfterPayment } from "../../app/models/people/sign-up.server.ts";
import { recordSubscription } from "../../app/models/billing/subscription.server.ts";
import { countAttempt } from "../../app/models/throttle.server.ts";
import { changeTwoFactor, readTwoFactorPage } from "../../app/models/sign-in/two-factor.server.ts";
import { addUser } from "../../app/models/people/user.server.ts";
import { deleteUser } from "../../app/models/people/user-account.server.ts";
import { recordVisit } from "../../app/models/affiliates/visit.server.ts";
import { isOnPostgres } from "../support/database/migrated.ts";
import { createDueAffiliate } from "../support/database/affiliates.ts";
import {
  actorOf,
  createUser,
  formFields,
  nextNumber,
  pickFields,
  testPassword,
} from "../support/database/factories.ts";

const [staff, superadmin] = [actorOf("admin"), actorOf("superadmin")];
const password = "line-shopping-2026";
// A new IP address each time, since rate limits count addresses too.
const newVisitor = (): Actor => ({
  person: null,
  key: null,
  session: null,
  address: `198.51.100.${nextNumber()}`,
  device: null,
});
const newEmail = () => `twice${nextNumber()}@example.test`;
const asMember = async () => actorOf("user", (await createUser(db)).id);
const settle = async () => {
  const { id, version } = await publish();
  const settled = await regularPicks.savePick(staff, {
    id: String(id),
    version: String(version),
    verdict: "✅",
    units_result: "1.5",
  });
  return { ...settled, id: 0 };
};
const publish = (changes = {}) => regularPicks.addPick(staff, pickFields(changes));
const mailTo = (userId: number) =>
  db
    .selectFrom("outbox")
    .select(["id", "params"])
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
const account = (email: string) => ({ name: "Ana Sample", phone: "555-0100", email, password });

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-21T13:05:00.000Z") }));
beforeEach(async () => {
  // Only the first pick creates the open round and the day's totals, and only it has no twin.
  await settle();
  await publish();
});
afterEach(() => repeatWritesForTests(false));

const useCases: Readonly<Record<string, () => Promise<unknown>>> = {
  publish: async () => ({ ...(await publish()), id: 0 }),
  "publish a form once": async () => {
    const form = formFields({ pick: `Knicks +${nextNumber()}`, idempotency_key: newSecret() });
    const [first, second] = [await regularPicks.addPickOnce(staff, form), await regularPicks.addPickOnce(staff, form)];
    return first.id === second.id;
  },
  "save and settle": settle,
  "delete a settled pick": async () => ({
    ...(await regularPicks.deletePick(staff, {
      id: String((await publish({ verdict: "❌", units_result: "-1.5" })).id),
    })),
    id: 0,
  }),
  "save to a card, and remove": async () => {
    const [currentUser, pick] = [await asMember(), await publish()];
    const saved = await regularCard.saveToOwnCard(currentUser, { pick_id: String(pick.id) });
    const other = await asMember();
    await regularCard.saveToOwnCard(other, { pick_id: String(pick.id) });
    return [saved.status, await regularCard.removeFromOwnCard(other, { pick_id: String(pick.id) })];
  },
  "sign up by an affiliate link": async () => {
    const { ref_code } = await addAffiliate(staff, { name: "Sample", email: newEmail() });
    const { role } = await signUp(newVisitor(), { ...account(newEmail()), ref_code });
    return role;
  },
  "sign up, sent twice": async () => {
    const [actor, form] = [
      newVisitor(),
      { ...account(newEmail()), age_confirmed: "yes", payment_success: "true", idempotency_key: newSecret() },
    ];
    const [first, second] = await Promise.all([signUpAfterPayment(actor, form), signUpAfterPayment(actor, form)]);
    return first.id === second.id;
  },
  "confirm an email": async () => {
    const { id } = await signUp(newVisitor(), account(newEmail()));
    return confirmByLink(newVisitor(), {
      token: decryptConfirmationToken(JSON.parse((await mailTo(id)).params).encrypted, id),
    });
  },
  purchase: async () => {
    const { id } = await createUser(db);
    const subscription = {
      id: `sub_${id}`,
      customerId: `cus_${id}`,
      email: null,
      status: "active",
      ours: true,
      periodEnd: "2026-12-21T13:05:00.000Z",
      cancelsAt: null,
      endedAt: null,
      paused: null,
      price: null,
      card: null,
    };
    await write((trx) => recordSubscription(trx, { subscription, version: 0, userId: id }, new Date()));
    return (await db.selectFrom("subscriptions").select("status").where("user_id", "=", id).execute()).length;
  },
  "begin and end a session": async () => {
    const { person } = await asMember();
    const [active, ended] = [await beginSession(person, newSecret()), await beginSession(person, null)];
    await endSession(ended);
    return [(await findSession(active))?.person.id === person.id, await findSession(ended)];
  },
  "issue an API token": async () => {
    const { person } = await asMember();
    return (await findBearer(await issueApiToken({ ...person, email: newEmail() })))?.person.id === person.id;
  },
  "reset a password": async () => {
    const [{ id, email }, actor] = [await createUser(db), newVisitor()];
    const { reset_token } = await requestResetCode(actor, { email });
    const otp = decryptCode(JSON.parse((await mailTo(id)).params).encrypted, id);
    return resetPassword(actor, { email, otp, reset_token, new_password: password });
  },
  "change a password": async () => changeOwnPassword(await asMember(), { current_password: testPassword, password }),
  "begin two-factor sign-in": async () => {
    const currentUser = actorOf("admin", (await createUser(db, { role: "admin" })).id);
    return [
      (await changeTwoFactor(currentUser, { step: "begin" })).done,
      (await readTwoFactorPage(currentUser, {})).setUp !== null,
    ];
  },
  payout: async () => {
    const due = await createDueAffiliate(db);
    const [line, list] = [
      (await readPayoutsPage(staff, {})).due.find(({ affiliate_id }) => affiliate_id === due),
      (await readPayoutsPage(staff, {})).list,
    ];
    await payDue(staff, { [`pay_${due}`]: String(line?.amount_cents), list });
    return [
      line?.amount_cents,
      (await readPayoutsPage(staff, {})).due.filter(({ affiliate_id }) => affiliate_id === due),
    ];
  },
  "approve an affiliate request": async () => {
    const email = newEmail();
    await requestAffiliation(newVisitor(), { name: "Dana Sample", email, phone: "555-0100", remarks: "A podcast." });
    const { id } = await db
      .selectFrom("affiliate_requests")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    return { ...(await approveAffiliation(staff, { id: String(id) })), id: 0, email: "", ref_code: "" };
  },
  "count a visit once": async () => {
    const { id, ref_code } = await addAffiliate(staff, { name: "Sample", email: newEmail() });
    await renewPageLink(staff, { id: String(id) });
    const [actor, visit] = [
      newVisitor(),
      { code: ref_code, agent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", ahead: false, visitor: newSecret() },
    ];
    for (let time = 0; time < 3; time += 1) await recordVisit(actor, visit);
    return db
      .selectFrom("affiliate_visits")
      .select(["outcome", "visits"])
      .where("affiliate_id", "=", id)
      .orderBy("outcome")
      .execute();
  },
  "close a round of mails": async () => {
    await db
      .updateTable("pick_rounds")
      .set({ closed_at: new Date().toISOString() })
      .where("closed_at", "is", null)
      .execute();
    await publish();
    await closeDueRound(new Date(Date.now() + 60 * 60_000));
    return db.selectFrom("round_queues").selectAll().execute();
  },
  "the outbox": async () => {
    const { id } = await createUser(db, { email_confirmed_at: null });
    await write((trx) => queueMail(trx, id, { kind: "membership-active" }, new Date()));
    const mail = await mailTo(id);
    const taken = [await markHandedOver(mail.id), await markHandedOver(mail.id)];
    await finishMail(mail.id, "sent", "", new Date());
    return taken;
  },
  "a rate limit": async () => {
    const limit = {
      key: `twice ${nextNumber()}`,
      attempts: 2,
      windowSeconds: 60,
      waitSeconds: 60,
      longestWaitSeconds: 60,
    };
    await countAttempt([limit]);
    await countAttempt([limit]);
    return countAttempt([limit]).catch(({ reason }: { reason: string }) => reason);
  },
  "the side panels, a tip, a name": async () => {
    await saveSidebar(staff, { results: `Yesterday ${nextNumber()}-1` });
    await addTip(staff, { content: `Tip ${nextNumber()}` });
    await saveOwnProfile(await asMember(), { name: "Somebody Else" });
    return db.selectFrom("sidebar").select("notes").execute();
  },
  "add and delete an account": async () => {
    const { id, role } = await addUser(superadmin, { email: newEmail(), password, role: "admin", name: "" });
    return [role, (await deleteUser(superadmin, { id: String(id) })).id === id];
  },
};

describe("a write whose first run is rolled back", () => {
  it("runs its work twice, and only the second run has an effect", async () => {
    repeatWritesForTests(true);
    const emails: string[] = [];
    const { email } = await write(async (trx) => {
      const made = await createUser(trx);
      emails.push(made.email);
      return made;
    });
    expect(emails).toEqual([expect.any(String), email]);
    expect(await db.selectFrom("users").select("email").where("email", "in", emails).execute()).toEqual([{ email }]);
  });

  it.each(Object.entries(useCases))("%s: has the same result as one run", async (_name, useCase) => {
    const once = await effectOf(useCase);
    repeatWritesForTests(true);
    const twice = await effectOf(useCase);
    expect(twice).toEqual(once);
  });
});

/** The result of a use case, and how many rows it adds per table, plus some sums. */
async function effectOf(useCase: () => Promise<unknown>) {
  const before = await figures();
  const answer = await useCase();
  const after = await figures();
  return {
    answer,
    added: Object.fromEntries(
      Object.entries(after).map(([name, figure]) => [name, Math.round(figure - (before[name] ?? 0))]),
    ),
  };
}

async function figures(): Promise<Record<string, number>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const sums = {
    counted: "select sum(count) as n from throttles",
    bets: "select sum(bets) as n from pick_days",
    versions: "select sum(version) as n from picks",
    panels: "select version as n from sidebar",
    lists: "select sum(version) as n from learn_lists",
    streams: "select sum(version) as n from pick_streams",
    epochs: "select sum(access_epoch) as n from users",
    tries: "select sum(tries) as n from reset_codes",
    // PostgreSQL gives an id also to a row that is rolled back.
    ...(isOnPostgres() ? {} : { ids: "select sum(seq) as n from sqlite_sequence" }),
  };
  const queries = { ...Object.fromEntries(tables.map((name) => [name, `select count(*) as n from ${name}`])), ...sums };
  const counted: Record<string, number> = {};
  for (const [name, source] of Object.entries(queries)) {
    const [row] = (await sql.raw<{ n: number | null }>(source).execute(db)).rows;
    counted[name] = row?.n ?? 0;
  }
  return counted;
}
