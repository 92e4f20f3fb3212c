import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createUser, nextNumber } from "../../support/database/factories.ts";
import { fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";
import { everything, publish } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let superadmin: Client;
let superadminUser: { id: number; email: string };
beforeAll(async () => {
  superadminUser = await createUser(app.db, { role: "superadmin", name: "Sam Test" });
  superadmin = app.client();
  await superadmin.signIn(superadminUser.email);
});

test("an admin gets no tab and 403 for page, file and API, and no one can post", async () => {
  const admin = await app.signedIn("admin");
  expect(await admin.text("/admin/picks")).not.toContain("/admin/audit");
  for (const path of ["/admin/audit", "/admin/audit?_data=routes%2Fadmin.audit", "/admin/audit.csv", "/api/audit"]) {
    const answer = await admin.get(path);
    expect([path, answer.status, (await answer.text()).includes(superadminUser.email)]).toEqual([path, 403, false]);
  }
  const before = await everything(app);
  for (const path of ["/admin/audit", "/admin/audit.csv"])
    expect((await superadmin.post(path, { action: "x" })).status).toBe(405);
  for (const method of ["POST", "PUT", "DELETE"])
    expect((await superadmin.call(method, "/api/audit", {})).status).toBe(405);
  expect(await everything(app)).toBe(before);
});

test("the page shows who changed what, before and after, with the filter kept", async () => {
  const id = await publish(superadmin, { pick: "Knicks +2.5" });
  await superadmin.call("PUT", `/api/picks/${id}`, { verdict: "✅", units_result: 1.36 });
  const query = `who=${encodeURIComponent(superadminUser.email)}&subject=pick&subject_id=${id}&action=pick.settled`;
  const html = await superadmin.text(`/admin/audit?${query}`);
  expect(html).toMatch(/<a[^>]*aria-current="page"[^>]*>Audit<\/a>/);
  expect(visibleText(html)).toMatch(
    new RegExp(
      `1 entry .*Pick settled \\S+ \\d+, [\\d:]+ [AP]M Sam Test Pick ${id} verdict: \\(empty\\) → ✅ units result: \\(empty\\) → 1\\.36`,
    ),
  );
  expect(["who", "subject", "subject_id", "action", "from"].map((name) => fieldValue(html, name))).toEqual([
    superadminUser.email,
    "pick",
    String(id),
    "pick.settled",
    "",
  ]);
  expect(html).toContain(`href="/admin/audit.csv?${query.replaceAll("&", "&amp;")}"`);
});

test("an invalid filter is refused at its field and ignored in page and file", async () => {
  const answer = await superadmin.get("/admin/audit?from=soon&subject=x&who=nobody%40example.test");
  const html = await answer.text();
  expect([answer.status, fieldError(html, "from"), fieldError(html, "subject"), fieldError(html, "who")]).toEqual([
    422,
    "Date input not valid.",
    "Choose a subject from the list.",
    "No account matches this email or ID.",
  ]);
  expect(html).toContain('href="/admin/audit.csv?who=nobody%40example.test"');
  expect(visibleText(html)).toContain("No entries match these filters.");
  expect((await superadmin.get("/admin/audit.csv?from=soon")).status).toBe(400);
  expect((await superadmin.get("/admin/audit?subject=x&subject_id=7")).status).toBe(422);
  const alone = await superadmin.text("/admin/audit?subject_id=7");
  expect([
    fieldError(alone, "subject_id"),
    fieldValue(alone, "subject_id"),
    visibleText(alone).includes("No entries match these filters."),
  ]).toEqual(["Choose a subject for this ID.", "7", false]);
});

test("its pages keep the filter", async () => {
  const { id } = await createUser(app.db);
  const row = {
    action: "session.begun",
    subject: "user",
    subject_id: id,
    actor_id: id,
    before: null,
    after: null,
    at: "2026-11-21T14:30:00.000Z",
  };
  await app.db
    .insertInto("audit")
    .values(Array.from({ length: 21 }, () => row))
    .execute();
  const html = await superadmin.text(`/admin/audit?who=${id}&sign_ins=1&page=2`);
  expect(visibleText(html)).toContain("Page 2 of 2");
  expect(html).toContain(`href="/admin/audit?who=${id}&amp;sign_ins=1#entries"`);
});

describe("the file", () => {
  test("has the filtered rows as UTF-8, with a file name and no formula", async () => {
    const id = await publish(superadmin, { pick: "=1+1", game: 'Málaga, "B" @ C' });
    const answer = await superadmin.get(`/admin/audit.csv?subject=pick&subject_id=${id}`);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("content-disposition")]).toEqual([
      200,
      "text/csv; charset=utf-8",
      'attachment; filename="audit.csv"',
    ]);
    const text = await answer.text();
    const [head, line, ...rest] = text.trimEnd().split("\r\n");
    expect(head).toBe("Time (UTC),Who ID,Who,Action,What,Subject,Subject ID,Subject name,Before,After");
    expect(line).toMatch(
      new RegExp(
        `^[\\d-]+T[\\d:.]+Z,${superadminUser.id},Sam Test,pick\\.published,Pick published,pick,${id},pick ${id},,"game: Málaga, ""B"" @ C\n`,
      ),
    );
    expect([rest, /(^|[",])[=+@]/m.test(line ?? "")]).toEqual([[], false]);
  });
});

test("the API returns the same as JSON, paged by Link headers", async () => {
  const email = `gone${nextNumber()}@example.test`;
  const { id } = await createUser(app.db, { email });
  for (const step of ["status", "status"])
    expect((await superadmin.call("PUT", `/api/users/${id}/${step}`, {})).status).toBe(200);
  expect((await superadmin.call("DELETE", `/api/users/${id}`)).status).toBe(200);
  const first = await superadmin.get(`/api/audit?subject=user&subject_id=${id}&limit=2`);
  const rows: { action: string }[] = await first.json();
  expect(rows).toMatchObject([
    {
      action: "user.deleted",
      actor: { id: superadminUser.id, name: "Sam Test" },
      subject_id: id,
      subject_name: null,
      changes: [
        { field: "role", before: "User", after: null },
        { field: "status", before: "Active", after: null },
      ],
    },
    { action: "user.activated" },
  ]);
  const next = /^<(.*)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const second = await superadmin.get(next);
  expect([await second.json(), second.headers.get("link")]).toMatchObject([[{ action: "user.suspended" }], null]);
  expect(await (await superadmin.get("/api/audit?subject=x&limit=0")).json()).toEqual({
    error: "Please check the marked fields.",
    fields: { subject: "Choose a subject from the list.", limit: "Must be 1 to 500." },
  });
});

test("no password, hash, token or email is in the trail", async () => {
  const { email } = await createUser(app.db);
  const client = app.client();
  await client.signIn(email, "wrong-password-1");
  await client.call("POST", "/api/login", { email, password: "correct-horse-9" });
  for (const path of ["/admin/audit", "/admin/audit.csv", "/api/audit?limit=500"])
    expect(await superadmin.text(path)).not.toMatch(
      new RegExp(`${email}|argon2|wrong-password|correct-horse|[0-9a-f]{64}`),
    );
});
