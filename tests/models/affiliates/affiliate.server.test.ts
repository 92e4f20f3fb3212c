import { describe, expect, test } from "vitest";
import { db } from "../../../app/db.server.ts";
import {
  addAffiliate,
  deleteAffiliate,
  listAffiliates,
  renewPageLink,
  saveAffiliate,
} from "../../../app/models/affiliates/affiliate.server.ts";
import { actorOf, nextNumber } from "../../support/database/factories.ts";

const admin = actorOf("admin");
const rowOf = (id: number) => db.selectFrom("affiliates").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const values = () => ({ name: "Courtside Sample", email: `partner${nextNumber()}@example.test` });

test("a new affiliate has exactly the fields of the entity, a generated code and zero counts", async () => {
  const { email, name } = values();
  const added = await addAffiliate(admin, {
    name: ` ${name} `,
    email: email.toUpperCase(),
    commission_earned: 100,
    ref_code: "MINE2345",
  });
  expect(added).toEqual({
    id: added.id,
    name,
    email,
    ref_code: expect.stringMatching(/^[2-9A-HJ-NP-Z]{8}$/),
    total_clicks: 0,
    total_signups: 0,
    total_purchases: 0,
    commission_earned: 0,
  });
  expect((await listAffiliates(admin, {}))[0]).toEqual(added);
});

test("saving changes the given fields, but never the code", async () => {
  const { id, ref_code, email } = await addAffiliate(admin, values());
  expect(await saveAffiliate(admin, { id, name: "New Sample", ref_code: "MINE2345" })).toMatchObject({
    id,
    name: "New Sample",
    email,
    ref_code,
  });
});

describe("a change is refused", () => {
  test("for an email that another affiliate has, but not for one of a deleted affiliate", async () => {
    const [first, second] = [await addAffiliate(admin, values()), await addAffiliate(admin, values())];
    const taken = { reason: "conflict", fields: { email: "Another affiliate has this email." } };
    await expect(addAffiliate(admin, { name: "X", email: first.email })).rejects.toMatchObject(taken);
    await expect(saveAffiliate(admin, { id: second.id, email: first.email })).rejects.toMatchObject(taken);
    await deleteAffiliate(admin, { id: first.id });
    expect(await saveAffiliate(admin, { id: second.id, email: first.email })).toMatchObject({ email: first.email });
  });

  test("for an outdated version, with what the other admin saved", async () => {
    const { id, email } = await addAffiliate(admin, values());
    await saveAffiliate(admin, { id, name: "First Sample", version: "1" });
    await saveAffiliate(admin, { id, name: "First Sample", email });
    await expect(saveAffiliate(admin, { id, name: "Second Sample", version: "1" })).rejects.toMatchObject({
      reason: "conflict",
      saved: { name: "First Sample", email, version: "2" },
    });
  });

  test("but not for a form that is sent twice", async () => {
    const { id, email } = await addAffiliate(admin, values());
    const form = { id, name: "Twice Sample", email, version: "1" };
    for (let time = 0; time < 2; time += 1)
      expect(await saveAffiliate(admin, form)).toMatchObject({ name: "Twice Sample", email });
  });

  test.each([
    [{ name: "", email: "a@example.test" }, "name"],
    [{ name: "A", email: "nonsense" }, "email"],
    [{ name: "A\nB", email: "a@example.test" }, "name"],
  ])("for the invalid input %j", async (bad, field) => {
    await expect(addAffiliate(admin, bad)).rejects.toMatchObject({
      reason: "invalid",
      fields: { [field]: expect.any(String) },
    });
  });

  test.each([0, 999_999, "abc", undefined])("for the unknown id %s", async (id) => {
    for (const change of [saveAffiliate, deleteAffiliate, renewPageLink])
      await expect(change(admin, { id, name: "X" })).rejects.toMatchObject({ reason: "not-found" });
  });

  test("for a role without the ability", async () => {
    for (const role of ["user", "propicksmanager"] as const)
      await expect(listAffiliates(actorOf(role), {})).rejects.toMatchObject({ reason: "forbidden" });
  });
});

test("a deleted affiliate is not listed but keeps its row, so that its code is never reused", async () => {
  const { id, ref_code } = await addAffiliate(admin, values());
  await deleteAffiliate(admin, { id });
  expect((await listAffiliates(admin, {})).some((row) => row.id === id)).toBe(false);
  expect(await rowOf(id)).toMatchObject({ ref_code, deleted_at: expect.any(String) });
  await expect(deleteAffiliate(admin, { id })).rejects.toMatchObject({ reason: "not-found" });
});

test("a renewed link replaces the old one", async () => {
  const { id } = await addAffiliate(admin, values());
  const before = await rowOf(id);
  await renewPageLink(admin, { id });
  expect((await rowOf(id)).page_token).not.toBe(before.page_token);
});

test("every change is in the audit trail, without name or email", async () => {
  const { id, email } = await addAffiliate(admin, values());
  await saveAffiliate(admin, { id, name: "Other Sample" });
  await renewPageLink(admin, { id });
  await deleteAffiliate(admin, { id });
  const trail = await db
    .selectFrom("audit")
    .selectAll()
    .where("subject", "=", "affiliate")
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
  expect(trail.map(({ action, actor_id }) => [action, actor_id])).toEqual(
    ["affiliate.added", "affiliate.changed", "affiliate.link-renewed", "affiliate.deleted"].map((action) => [
      action,
      1,
    ]),
  );
  expect(trail.map(({ after }) => after)).toEqual([null, '{"changed":"name"}', null, null]);
  expect(["Other Sample", email].filter((text) => JSON.stringify(trail).includes(text))).toEqual([]);
});
