import { expect, it } from "vitest";
import { db, write } from "../../../app/db.server.ts";
import { openAffiliateRequest, requestAffiliation } from "../../../app/models/affiliates/affiliate-request.server.ts";
import { actorOf, nextNumber, visitor } from "../../support/database/factories.ts";

const words = { name: "Robin Sample", phone: "555-010-4477", remarks: "" };
const freshEmail = () => `robin${nextNumber()}@partner.example`;
/** A visitor with an allowance of his own. */
const somebody = () => ({ ...visitor, address: `198.51.100.${nextNumber()}` });
const requestsOf = (email: string) => db.selectFrom("affiliate_requests").selectAll().where("email", "=", email).orderBy("id").execute();

it("comes to the staff unless a service collects requests", async () => expect(await openAffiliateRequest(visitor, {})).toEqual({ collector: null }));

it("may be made by anybody, members too", async () => {
  const email = freshEmail();
  await requestAffiliation({ ...actorOf("user"), address: somebody().address }, { ...words, email });
  expect(await requestsOf(email)).toMatchObject([{ ...words, email, state: "new", created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) }]);
});

it.each(["approved", "dismissed"] as const)("is a new one after the last was %s", async (state) => {
  const email = freshEmail();
  await requestAffiliation(somebody(), { ...words, email });
  await write((trx) => trx.updateTable("affiliate_requests").set({ state }).where("email", "=", email).execute());
  await requestAffiliation(somebody(), { ...words, email, remarks: "Once more" });
  expect((await requestsOf(email)).map((row) => [row.state, row.remarks])).toEqual([[state, ""], ["new", "Once more"]]);
});

it("lets one address ask five times an hour, and others go on", async () => {
  const one = somebody();
  for (let number = 0; number < 5; number += 1) await requestAffiliation(one, { ...words, email: freshEmail() });
  const email = freshEmail();
  await expect(requestAffiliation(one, { ...words, email })).rejects.toMatchObject({ reason: "too-many", retryAfter: expect.closeTo(3600, -2) });
  expect(await requestsOf(email)).toEqual([]);
  await requestAffiliation(somebody(), { ...words, email });
  expect(await requestsOf(email)).toHaveLength(1);
});

it("needs a phone number of at least five digits", async () => {
  for (const phone of ["", "1234", "call me", undefined]) {
    await expect(requestAffiliation(somebody(), { ...words, email: freshEmail(), phone })).rejects.toMatchObject({ reason: "invalid", fields: { phone: "Enter a phone number." } });
  }
});

it("keeps what each sending said, in the words of each", async () => {
  const email = freshEmail();
  for (const changes of [{}, { phone: "555-010-9999" }, { name: "Mallory Sample", remarks: "Pay me" }]) await requestAffiliation(somebody(), { ...words, ...changes, email });
  const [row] = await requestsOf(email);
  const sendings = await db.selectFrom("affiliate_request_submissions").select(["name", "phone", "remarks"]).where("request_id", "=", row?.id ?? 0).orderBy("id").execute();
  expect([row?.name, sendings]).toEqual(["Mallory Sample", [words, { ...words, phone: "555-010-9999" }, { ...words, name: "Mallory Sample", remarks: "Pay me" }]]);
});
