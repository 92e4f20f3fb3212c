import { expect, test } from "vitest";
import { db } from "../../../app/db.server.ts";
import { readOwnProfilePage, saveOwnAccount, saveOwnProfile } from "../../../app/models/people/profile.server.ts";
import { roles } from "../../../app/policy.ts";
import { actorOf, createUser, testPassword, visitor } from "../../support/database/factories.ts";

test.each(roles)("a %s saves their own name and phone only", async (role) => {
  const user = await createUser(db, { role });
  const saved = await saveOwnProfile(actorOf(role, user.id), {
    name: " Ana  Díaz ",
    phone: "+1 (555) 010-0199",
    role: "superadmin",
    email: "new@example.test",
    status: "Suspended",
    id: 1,
  });
  expect(saved).toEqual({ id: user.id, name: "Ana  Díaz", phone: "+1 (555) 010-0199", email: user.email, role });
  expect(await readOwnProfilePage(actorOf(role, user.id), {})).toMatchObject(saved);
  expect(await db.selectFrom("users").select("status").where("id", "=", user.id).executeTakeFirst()).toEqual({
    status: "Active",
  });
});

test("the phone can be empty, and a missing field stays the same", async () => {
  const user = await createUser(db);
  expect(await saveOwnProfile(actorOf("user", user.id), { phone: "" })).toMatchObject({ name: user.name, phone: "" });
  expect(await saveOwnProfile(actorOf("user", user.id), { name: "Kim" })).toMatchObject({ name: "Kim", phone: "" });
});

test.each([
  [{ name: "  ", phone: "" }, { name: "Enter your name." }],
  [{ name: "\u200b", phone: "" }, { name: "Enter your name." }],
  [{ name: "x".repeat(101) }, { name: "At most 100 characters." }],
  [{ name: "two\nlines" }, { name: "Must be a single line." }],
  [{ phone: "call me" }, { phone: "Enter a phone number." }],
  [{ phone: "+-()" }, { phone: "Enter a phone number." }],
])("refuses %j", async (input, fields) => {
  const user = await createUser(db);
  await expect(saveOwnProfile(actorOf("user", user.id), input)).rejects.toMatchObject({ reason: "invalid", fields });
});

test("another account is not found, even for a superadmin", async () => {
  const [user, other] = [await createUser(db, { role: "superadmin" }), await createUser(db)];
  for (const id of [other.id, String(other.id), 0, "x", undefined]) {
    await expect(saveOwnAccount(actorOf("superadmin", user.id), { id, name: "Mine now" })).rejects.toMatchObject({
      reason: "not-found",
    });
  }
  expect(await readOwnProfilePage(actorOf("user", other.id), {})).toMatchObject({ name: other.name });
});

test("saveOwnAccount accepts either a profile or a password", async () => {
  const user = await createUser(db);
  const actor = actorOf("user", user.id);
  expect(await saveOwnAccount(actor, { id: user.id, name: "Lou" })).toMatchObject({ name: "Lou" });
  expect(
    await saveOwnAccount(actor, {
      id: String(user.id),
      password: "line-shopping-2026",
      current_password: testPassword,
    }),
  ).toMatchObject({ id: user.id });
  for (const input of [
    {},
    { role: "admin" },
    { name: "Lou", password: "another-one-9", current_password: "line-shopping-2026" },
  ]) {
    await expect(saveOwnAccount(actor, { ...input, id: user.id })).rejects.toMatchObject({ reason: "invalid" });
  }
});

test("a visitor has no profile", async () => {
  await expect(readOwnProfilePage(visitor, {})).rejects.toMatchObject({ reason: "signed-out" });
  await expect(saveOwnAccount(visitor, { id: 1, name: "x" })).rejects.toMatchObject({ reason: "signed-out" });
});
