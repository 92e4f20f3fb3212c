import { expect, it } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import {
  readAffiliateRequestPage,
  requestAffiliation,
} from "../../../app/models/affiliates/affiliate-request.server.ts";
import { actorOf, nextNumber, visitor } from "../../support/database/factories.ts";

const form = { name: "Robin Sample", phone: "555-010-4477", remarks: "" };
const freshEmail = () => `robin${nextNumber()}@partner.example`;
const newVisitor = () => ({ ...visitor, address: `198.51.100.${nextNumber()}` });
const requestsOf = (email: string) =>
  db.selectFrom("affiliate_requests").selectAll().where("email", "=", email).orderBy("id").execute();

it("a request goes to staff unless an external form collects requests", async () =>
  expect(await readAffiliateRequestPage(visitor, {})).toEqual({ collector: null }));

it("a member can send a request too", async () => {
  const email = freshEmail();
  await requestAffiliation({ ...actorOf("user"), address: newVisitor().address }, { ...form, email });
  expect(await requestsOf(email)).toMatchObject([
    { ...form, email, state: "new", created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) },
  ]);
});

it.each(["approved", "dismissed"] as const)("a second request is new after the first was %s", async (state) => {
  const email = freshEmail();
  await requestAffiliation(newVisitor(), { ...form, email });
  await write((trx) => trx.updateTable("affiliate_requests").set({ state }).where("email", "=", email).execute());
  await requestAffiliation(newVisitor(), { ...form, email, remarks: "Once more" });
  expect((await requestsOf(email)).map((row) => [row.state, row.remarks])).toEqual([
    [state, ""],
    ["new", "Once more"],
  ]);
});

it("the rate limit is five requests an hour per IP address", async () => {
  const sender = newVisitor();
  for (let number = 0; number < 5; number += 1) await requestAffiliation(sender, { ...form, email: freshEmail() });
  const email = freshEmail();
  await expect(requestAffiliation(sender, { ...form, email })).rejects.toMatchObject({
    reason: "too-many",
    retryAfter: expect.closeTo(3600, -2),
  });
  expect(await requestsOf(email)).toEqual([]);
  await requestAffiliation(newVisitor(), { ...form, email });
  expect(await requestsOf(email)).toHaveLength(1);
});

it("a request needs a phone number of at least five digits", async () => {
  for (const phone of ["", "1234", "call me", undefined]) {
    await expect(requestAffiliation(newVisitor(), { ...form, email: freshEmail(), phone })).rejects.toMatchObject({
      reason: "invalid",
      fields: { phone: "Enter a phone number." },
    });
  }
});

it("each submission of a request is kept", async () => {
  const email = freshEmail();
  for (const changes of [{}, { phone: "555-010-9999" }, { name: "Mallory Sample", remarks: "Pay me" }])
    await requestAffiliation(newVisitor(), { ...form, ...changes, email });
  const [row] = await requestsOf(email);
  const sendings = await db
    .selectFrom("affiliate_request_submissions")
    .select(["name", "phone", "remarks"])
    .where("request_id", "=", row?.id ?? 0)
    .orderBy("id")
    .execute();
  expect([row?.name, sendings]).toEqual([
    "Mallory Sample",
    [form, { ...form, phone: "555-010-9999" }, { ...form, name: "Mallory Sample", remarks: "Pay me" }],
  ]);
});
