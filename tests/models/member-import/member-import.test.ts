import { beforeAll, describe, expect, it } from "vitest";
import { db } from "../../../app/db.server.ts";
import { importMembers } from "../../../app/models/member-import/member-import.server.ts";
import { checkCredentials } from "../../../app/models/sign-in/sign-in.server.ts";
import { hashPassword, noPassword } from "../../../app/models/sign-in/password.server.ts";
import { actorOf, createUser, nextNumber, visitor } from "../../support/database/factories.ts";

let superadmin = actorOf("superadmin");
beforeAll(async () => {
  const { id } = await createUser(db, { role: "superadmin" });
  superadmin = { ...superadmin, person: { ...superadmin.person, id } };
});

const newEmail = () => `reader${nextNumber()}@example.test`;
const preview = (text: string) => importMembers(superadmin, { text });
const textsOf = async (text: string) => (await preview(text)).rows.map((row) => `${row.status}: ${row.text}`);

async function importAll(text: string) {
  const { digest } = await preview(text);
  return importMembers(superadmin, { text, digest });
}

function rowOf(email: string) {
  return db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
}

function trailOf(id: number) {
  return db
    .selectFrom("audit")
    .select(["actor_id", "action", "after"])
    .where("subject", "=", "user")
    .where("subject_id", "=", id)
    .orderBy("id")
    .execute();
}

const setUntil = (id: number, until: string | null) =>
  db
    .updateTable("users")
    .set({ access_rule: until === null ? "paid" : "until", access_rule_until: until, access_until: until })
    .where("id", "=", id)
    .execute();

describe("the import of members", () => {
  it("previews without a write, then opens accounts that nobody has confirmed, each with an entry in the trail", async () => {
    const email = newEmail();
    const text = `Email,Name,until\n ${email.toUpperCase()},Ada Reader,2090-03-30`;
    const before = await db.selectFrom("users").select("id").execute();
    expect((await preview(text)).rows).toMatchObject([
      { line: 2, email, name: "Ada Reader", status: "created", text: "Access until 03/30/2090." },
    ]);
    expect(await db.selectFrom("users").select("id").execute()).toEqual(before);
    expect(await importAll(text)).toMatchObject({ written: true, counts: { created: 1, failed: 0 } });
    const row = await rowOf(email);
    expect(row).toMatchObject({
      ...{ name: "Ada Reader", role: "user", status: "Active", phone: "", password_mail: "due" },
      ...{ email_confirmed_at: null, age_confirmed_at: null, payment_review: "none", email_notifications: 1 },
      // The day counts to its end in the site's zone.
      access_until: "2090-03-31T03:59:59.000Z",
    });
    expect(await trailOf(row.id)).toEqual([
      { actor_id: superadmin.person.id, action: "user.created", after: expect.stringContaining('"reason":"Imported"') },
    ]);
    expect(await db.selectFrom("outbox").select("id").where("user_id", "=", row.id).execute()).toEqual([]);
  });

  it("gives nobody a password: every one is wrong, after the same work as for another account", async () => {
    const email = newEmail();
    await importAll(`email,name\n${email},Ada`);
    for (const password of ["A", "correct-horse-9"])
      await expect(checkCredentials(visitor, { email, password })).rejects.toMatchObject({
        reason: "bad-credentials",
        message: "Invalid credentials.",
      });
    const costOf = (hash: string) => hash.split("$").slice(0, 4);
    expect(costOf(noPassword)).toEqual(costOf(await hashPassword("correct-horse-9")));
  });

  it("gives no access without a date or with one that is past, and says so", async () => {
    const [without, late] = [newEmail(), newEmail()];
    const text = `email,until\n${without},\n${late},1/5/2020`;
    expect(await textsOf(text)).toEqual([
      "created: Without access: no date is given.",
      "created: Without access: it ended on 01/05/2020.",
    ]);
    await importAll(text);
    for (const email of [without, late])
      expect(Date.parse((await rowOf(email)).access_until ?? "")).toBeLessThanOrEqual(Date.now());
  });

  it("only ever lengthens the access of members who are here, and leaves staff as they are", async () => {
    const [short, long, open, staff] = [await createUser(db), await createUser(db), await createUser(db), newEmail()];
    await setUntil(short.id, "2080-01-02T04:59:59.000Z");
    await setUntil(long.id, "2095-01-02T04:59:59.000Z");
    await createUser(db, { email: staff, role: "admin" });
    const text = `email,name,until\n${[short.email, long.email, open.email, staff].map((email) => `${email},Other,3/30/2090`).join("\n")}`;
    expect(await textsOf(text)).toEqual([
      "changed: Access until 03/30/2090, not 01/01/2080.",
      "unchanged: Has access here until 01/01/2095.",
      "unchanged: Their access here has no end.",
      "unchanged: Staff account: skipped.",
    ]);
    await importAll(text);
    expect(await rowOf(short.email)).toEqual({
      ...(await rowOf(short.email)),
      ...{ name: "Jordan Test", role: "user", password_mail: null, access_until: "2090-03-31T03:59:59.000Z" },
    });
    expect((await rowOf(long.email)).access_until).toBe("2095-01-02T04:59:59.000Z");
    expect((await rowOf(open.email)).access_until).toBeNull();
    expect((await trailOf(short.id)).map(({ actor_id, action }) => [actor_id, action])).toEqual([
      [superadmin.person.id, "access.set"],
      [null, "membership.changed"],
    ]);
  });

  it("imports nobody twice, and nothing when something changed since the preview", async () => {
    const email = newEmail();
    const text = `email\n${email}`;
    const { digest } = await preview(text);
    await importMembers(superadmin, { text, digest });
    expect(await importMembers(superadmin, { text, digest })).toMatchObject({ written: true, counts: { created: 0 } });
    const two = `email\n${newEmail()}\n${newEmail()}`;
    const old = await preview(two);
    await createUser(db, { email: old.rows[0]?.email ?? "" });
    expect(await importMembers(superadmin, { text: two, digest: old.digest })).toMatchObject({
      ...{ written: false, problem: expect.stringContaining("Something has changed") },
      counts: { created: 1, unchanged: 1 },
    });
  });

  it("names each row that it refuses, with its line, and imports the others", async () => {
    const email = newEmail();
    const text = `email,until\n,2090-01-01\nnobody,\n${email},soon\n${email},\n${newEmail()},\na@demo.test,`;
    const { rows } = await preview(text);
    expect(rows.filter(({ status }) => status === "failed").map((row) => [row.line, row.text])).toEqual([
      [2, "There is no email."],
      [3, "The email can't be right."],
      [4, '"soon" is not a date that can be read.'],
      [5, "This email is in line 4 already."],
      [7, "This address is reserved for the demo."],
    ]);
    expect(await importAll(text)).toMatchObject({ written: true, counts: { created: 1, failed: 5 } });
  });
});

it("says which lines are no rows", async () => {
  const { leftOut, rows } = await preview(`Members of 2026,\nemail,name\n${newEmail()},Ada\nTotal,1`);
  expect([leftOut.map(({ line }) => line), rows.length]).toEqual([[1, 4], 1]);
});

describe("the exports of other services", () => {
  it.each([
    ["Stripe", "id,Email,Name,Created (UTC)", "cus_1,EMAIL,Ada Reader,2024-01-02 03:04", ["id", "Created (UTC)"]],
    [
      "Whop",
      "Username,Email,Renewal period end,Status",
      "Ada Reader,EMAIL,2090-03-30T10:00:00.000Z,active",
      ["Status"],
    ],
    ["Winible", "Full Name,Email Address,Expires At", "Ada Reader,EMAIL,3796624800", []],
    ["a table", "e-mail;name;Access until", "EMAIL;Ada Reader;03/30/2090", []],
  ])("of %s", async (_service, header, row, ignored) => {
    const email = newEmail();
    const view = await preview(`${header}\n${row.replace("EMAIL", email)}`);
    expect(view).toMatchObject({ ignored, rows: [{ email, name: "Ada Reader", status: "created" }] });
    if (/until|end|expires/i.test(header)) expect(view.rows[0]?.text).toMatch(/Access until \d\d\/\d\d\/2090\./);
  });

  it("of Ghost: who wants no emails gets none here, and who deleted their account stays out", async () => {
    const [wants, not, gone] = [newEmail(), newEmail(), newEmail()];
    const header = "id,email,name,note,subscribed_to_emails,complimentary_plan,created_at,deleted_at";
    await importAll(
      [
        header,
        `1,${wants},Ada,,true,false,2024-01-01,`,
        `2,${not},,,false,false,2024-01-01,`,
        `3,${gone},,,true,,,2025-01-01`,
      ].join("\n"),
    );
    expect((await rowOf(wants)).email_notifications).toBe(1);
    expect(await rowOf(not)).toMatchObject({ email_notifications: 0, name: not.split("@")[0] });
    await expect(rowOf(gone)).rejects.toThrow();
  });

  it.each([
    ["Paste a table first.", ""],
    ["The first line must name the columns, like: email, name, until.", "name,until\nAda,2090-01-01"],
    ["At most 5,000 rows at once.", `email\n${"a@b.co\n".repeat(5001)}`],
  ])("refuses what is no table of members: %s", async (problem, text) => {
    await expect(preview(text)).rejects.toMatchObject({ fields: { text: problem } });
  });
});
