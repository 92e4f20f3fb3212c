import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { askAboutRequest, readAffiliateManagerPage } from "../../../app/models/affiliates/affiliate-manager.server.ts";
import {
  approveAffiliation,
  dismissAffiliation,
  requestAffiliation,
} from "../../../app/models/affiliates/affiliate-request.server.ts";
import { addAffiliate, deleteAffiliate, listAffiliates } from "../../../app/models/affiliates/affiliate.server.ts";
import { askToPay, payDue } from "../../../app/models/affiliates/payout.server.ts";
import { bookRefund, bookSignup } from "../../../app/models/affiliates/referral.server.ts";
import { actorOf, createUser, nextNumber, visitor } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const createAffiliate = () =>
  addAffiliate(admin, { name: `Sample ${nextNumber()}`, email: `partner${nextNumber()}@example.test` });

async function sendRequest(email = `asks${nextNumber()}@example.test`, changes: object = {}): Promise<number> {
  await requestAffiliation(
    { ...visitor, address: `192.0.2.${nextNumber()}` },
    { name: "Dana Sample", email, phone: "555-0100", remarks: "A podcast.", ...changes },
  );
  return (
    await db
      .selectFrom("affiliate_requests")
      .select("id")
      .where("email", "=", email)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow()
  ).id;
}

const stateOf = async (id: number) =>
  (await db.selectFrom("affiliate_requests").select("state").where("id", "=", id).executeTakeFirst())?.state;

describe("the manager", () => {
  test("shows an affiliate with the page token, which the API's list omits", async () => {
    const { id } = await createAffiliate();
    const { affiliates, chosen } = await readAffiliateManagerPage(admin, { id: String(id) });
    expect([affiliates[0]?.id, chosen?.page_token, chosen?.version]).toEqual([
      id,
      expect.stringMatching(/^[\w-]{43}$/),
      1,
    ]);
    expect(JSON.stringify(await listAffiliates(admin, {}))).not.toContain(chosen?.page_token);
  });

  test("lists the newest first, in pages, and clamps a page number that is too high", async () => {
    for (let index = 0; index < 15; index += 1) await createAffiliate();
    const [first, last] = [
      await readAffiliateManagerPage(admin, {}),
      await readAffiliateManagerPage(admin, { page: "999" }),
    ];
    expect([first.page, first.pages > 1, last.page]).toEqual([1, true, first.pages]);
    const ids = [...first.affiliates, ...last.affiliates].map((row) => row.id);
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => other - one));
  });

  test("refuses a deleted affiliate, and a user who is not an admin", async () => {
    const { id } = await createAffiliate();
    await deleteAffiliate(admin, { id });
    await expect(readAffiliateManagerPage(admin, { id })).rejects.toMatchObject({ reason: "not-found" });
    await expect(readAffiliateManagerPage(actorOf("propicksmanager"), {})).rejects.toMatchObject({
      reason: "forbidden",
    });
  });
});

describe("a request", () => {
  test("is listed, the oldest first, until it is answered", async () => {
    const [first, second] = [await sendRequest(), await sendRequest()];
    const before = await readAffiliateManagerPage(admin, {});
    expect(before.requests.map((request) => request.id)).toEqual([first, second]);
    expect(before.requests[0]).toEqual({
      id: first,
      name: "Dana Sample",
      email: expect.any(String),
      phone: "555-0100",
      remarks: "A podcast.",
      created_at: expect.any(String),
      sending: expect.any(Number),
    });
    await dismissAffiliation(admin, { id: first });
    await approveAffiliation(admin, { id: second });
    expect(await readAffiliateManagerPage(admin, {})).toMatchObject({ requests: [], waiting: 0 });
  });

  test("creates an affiliate when it is approved, and both changes are in the audit trail", async () => {
    const email = `asks${nextNumber()}@example.test`;
    const id = await sendRequest(email);
    expect((await askAboutRequest(admin, { id })).asked.email).toBe(email);
    const affiliate = await approveAffiliation(admin, { id });
    expect([affiliate.name, affiliate.email, await stateOf(id)]).toEqual(["Dana Sample", email, "approved"]);
    const trail = await db.selectFrom("audit").select(["action", "actor_id"]).orderBy("id", "desc").limit(2).execute();
    expect(trail).toEqual([
      { action: "affiliate-request.approved", actor_id: 1 },
      { action: "affiliate.added", actor_id: 1 },
    ]);
  });

  test("is answered by mail when it is approved, without address or links in the outbox, and not when it is dismissed", async () => {
    const staff = await createUser(db, { role: "admin" });
    const mails = () =>
      db.selectFrom("outbox").select(["kind", "params", "state"]).where("user_id", "=", staff.id).execute();
    await dismissAffiliation(actorOf("admin", staff.id), { id: await sendRequest() });
    expect(await mails()).toEqual([]);
    const { id } = await approveAffiliation(actorOf("admin", staff.id), { id: await sendRequest() });
    expect(await mails()).toEqual([
      { kind: "affiliate-approved", params: JSON.stringify({ affiliate: id }), state: "waiting" },
    ]);
  });

  test.each([
    ["name", { name: "Mallory Sample" }, "name (Dana Sample → Mallory Sample)"],
    ["phone", { phone: "555-0199" }, "phone (555-0100 → 555-0199)"],
    ["remarks", { remarks: "" }, "remarks (A podcast. → (empty))"],
    [
      "all",
      { name: "Mallory Sample", phone: "555-0199", remarks: "Two\npodcasts." },
      "name (Dana Sample → Mallory Sample), phone (555-0100 → 555-0199), remarks (A podcast. → Two podcasts.)",
    ],
  ])(
    "that was sent again with another %s is a conflict for an admin who saw the first, with what changed",
    async (_what, changes, changedFields) => {
      const email = `again${nextNumber()}@example.test`;
      const id = await sendRequest(email);
      const seen = (await askAboutRequest(admin, { id })).asked.sending;
      await sendRequest(email, changes);
      const conflict = {
        reason: "conflict",
        message: `This request was sent again in the meantime. Changed: ${changedFields}. Check it, then approve or dismiss it.`,
      };
      for (const sending of [String(seen), undefined])
        await expect(approveAffiliation(admin, { id, sending })).rejects.toMatchObject(conflict);
      for (const sending of ["999999", "nonsense", ""])
        await expect(approveAffiliation(admin, { id, sending })).rejects.toMatchObject({ reason: "conflict" });
      expect(await stateOf(id)).toBe("new");
      const { sending: latest, ...asked } = (await askAboutRequest(admin, { id })).asked;
      expect([asked, latest === seen]).toEqual([expect.objectContaining(changes), false]);
      expect((await approveAffiliation(admin, { id, sending: String(latest) })).name).toBe(asked.name);
    },
  );

  test("that was sent again unchanged can be approved by an admin who saw the first", async () => {
    const email = `again${nextNumber()}@example.test`;
    const id = await sendRequest(email);
    const seen = (await askAboutRequest(admin, { id })).asked.sending;
    await sendRequest(email);
    expect((await approveAffiliation(admin, { id, sending: String(seen) })).email).toBe(email);
  });

  test("creates no affiliate when it is dismissed", async () => {
    const id = await sendRequest();
    const before = await listAffiliates(admin, {});
    await dismissAffiliation(admin, { id });
    expect([await stateOf(id), await listAffiliates(admin, {})]).toEqual(["dismissed", before]);
  });

  test.each([approveAffiliation, dismissAffiliation, askAboutRequest])("can be answered only once", async (answer) => {
    const id = await sendRequest();
    await dismissAffiliation(admin, { id });
    await expect(answer(admin, { id })).rejects.toMatchObject({
      reason: "not-found",
      message: "This request has already been answered.",
    });
  });

  test("from an existing affiliate can't be approved, and stays open", async () => {
    const { email, name } = await createAffiliate();
    const id = await sendRequest(email);
    await expect(approveAffiliation(admin, { id })).rejects.toMatchObject({
      reason: "conflict",
      message: expect.stringContaining(name),
    });
    expect([await stateOf(id), (await listAffiliates(admin, {})).filter((row) => row.email === email).length]).toEqual([
      "new",
      1,
    ]);
    await dismissAffiliation(admin, { id });
  });

  test("that is answered several times at the same moment creates one affiliate", async () => {
    const email = `asks${nextNumber()}@example.test`;
    const id = await sendRequest(email);
    const answers = await Promise.allSettled([
      approveAffiliation(admin, { id }),
      approveAffiliation(admin, { id }),
      dismissAffiliation(admin, { id }),
    ]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const isDismissed = answers[2]?.status === "fulfilled";
    expect((await listAffiliates(admin, {})).filter((row) => row.email === email)).toHaveLength(isDismissed ? 0 : 1);
  });
});

describe("the confirmation before a payout", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-03-01T12:00:00.000Z") });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  async function createDueAffiliate(): Promise<{ id: number; userId: number }> {
    const { id, ref_code } = await createAffiliate();
    const user = await createUser(db);
    await write((trx) =>
      bookSignup(trx, { id: user.id, email: user.email, role: "user", invoiceId: `in_${user.id}` }, ref_code),
    );
    vi.setSystemTime(Date.now() + 31 * 24 * 3600_000);
    return { id, userId: user.id };
  }

  test("lists the affiliates and amounts, and changes nothing", async () => {
    const [{ id }, other] = [await createDueAffiliate(), await createDueAffiliate()];
    const asked = await askToPay(admin, { [`pay_${id}`]: "980", page: "2" });
    expect(asked).toMatchObject({
      problem: null,
      asked: [{ affiliate_id: id, ref_code: expect.any(String), amount_cents: 980 }],
    });
    expect(asked.due.map((line) => line.affiliate_id)).toEqual(expect.arrayContaining([id, other.id]));
    expect((await askToPay(admin, {})).due).toEqual(asked.due);
  });

  test("reports a problem when no affiliate is selected", async () => {
    await createDueAffiliate();
    expect(await askToPay(admin, {})).toMatchObject({ asked: [], problem: "Select at least one affiliate to pay." });
  });

  test.each([
    ["another amount", "981"],
    ["an empty amount", ""],
    ["an invalid amount", "1e3"],
  ])("reports a problem for %s", async (_what, cents) => {
    const [{ id }, { id: right }] = [await createDueAffiliate(), await createDueAffiliate()];
    for (const others of [{}, { [`pay_${right}`]: "980" }])
      expect(await askToPay(admin, { ...others, [`pay_${id}`]: cents })).toMatchObject({
        asked: [],
        problem: expect.stringContaining("What is due has changed"),
      });
  });

  test("asks about no affiliate when a refund or another payout came first", async () => {
    const [first, second] = [await createDueAffiliate(), await createDueAffiliate()];
    await write((trx) => bookRefund(trx, `in_${first.userId}`, { amount: 4900, refunded: 4900 }));
    await payDue(admin, { [`pay_${second.id}`]: "980" });
    for (const { id } of [first, second]) expect((await askToPay(admin, { [`pay_${id}`]: "980" })).asked).toEqual([]);
  });
});
