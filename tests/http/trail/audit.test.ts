/** The audit page, its file and its call, as a browser without scripts meets them. */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createUser, nextNumber } from "../../support/database/factories.ts";
import { fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";
import { everything, publish } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp({ TRUST_PROXY: "1" });
let owner: Client;
let own: { id: number; email: string };
beforeAll(async () => {
  own = await createUser(app.db, { role: "superadmin", name: "Sam Test" });
  owner = app.client();
  await owner.signIn(own.email);
});

test("an admin sees no tab for it and gets 403 for the page, the file and the call; nobody can post to it", async () => {
  const admin = await app.signedIn("admin");
  expect(await admin.text("/admin/picks")).not.toContain("/admin/audit");
  for (const path of ["/admin/audit", "/admin/audit?_data=routes%2Fadmin.audit", "/admin/audit.csv", "/api/audit"]) {
    const answer = await admin.get(path);
    expect([path, answer.status, (await answer.text()).includes(own.email)]).toEqual([path, 403, false]);
  }
  const before = await everything(app);
  for (const path of ["/admin/audit", "/admin/audit.csv"]) expect((await owner.post(path, { action: "x" })).status).toBe(405);
  for (const method of ["POST", "PUT", "DELETE"]) expect((await owner.call(method, "/api/audit", {})).status).toBe(405);
  expect(await everything(app)).toBe(before);
});

test("the page shows who did what to what, before and after, with the filter as it was asked", async () => {
  const id = await publish(owner, { pick: "Knicks +2.5" });
  await owner.call("PUT", `/api/picks/${id}`, { verdict: "✅", units_result: 1.36 });
  const query = `who=${encodeURIComponent(own.email)}&subject=pick&subject_id=${id}&action=pick.settled`;
  const html = await owner.text(`/admin/audit?${query}`);
  expect(html).toMatch(/<a[^>]*aria-current="page"[^>]*>Audit<\/a>/);
  expect(visibleText(html)).toMatch(new RegExp(`1 entry .*Pick settled \\S+ \\d+, \\d+, \\S+ [AP]M E[SD]T Sam Test Pick ${id} verdict: \\(empty\\) → ✅ units result: \\(empty\\) → 1\\.36`));
  expect(["who", "subject", "subject_id", "action", "from"].map((name) => fieldValue(html, name))).toEqual([own.email, "pick", String(id), "pick.settled", ""]);
  expect(html).toContain(`href="/admin/audit.csv?${query.replaceAll("&", "&amp;")}"`);
});

test("a filter that is not understood is named at its field and left out of the page and of the file", async () => {
  const answer = await owner.get("/admin/audit?from=soon&subject=x&who=nobody%40example.test");
  const html = await answer.text();
  expect([answer.status, fieldError(html, "from"), fieldError(html, "subject"), fieldError(html, "who")]).toEqual([422, "Date input not valid.", "Choose a subject from the list.", "No account has this email."]);
  expect(html).toContain('href="/admin/audit.csv?who=nobody%40example.test"');
  expect(visibleText(html)).toContain("Nothing on record matches.");
  expect((await owner.get("/admin/audit.csv?from=soon")).status).toBe(400);
  expect((await owner.get("/admin/audit?subject=x&subject_id=7")).status).toBe(422);
  const alone = await owner.text("/admin/audit?subject_id=7");
  expect([fieldError(alone, "subject_id"), fieldValue(alone, "subject_id"), visibleText(alone).includes("Nothing on record matches.")]).toEqual(["Choose what the ID belongs to as well.", "7", false]);
});

test("its pages keep the filter", async () => {
  const { id } = await createUser(app.db);
  const row = { action: "session.begun", subject: "user", subject_id: id, actor_id: id, before: null, after: null, at: "2026-11-21T14:30:00.000Z" };
  await app.db.insertInto("audit").values(Array.from({ length: 21 }, () => row)).execute();
  const html = await owner.text(`/admin/audit?who=${id}&page=2`);
  expect(visibleText(html)).toContain("Page 2 of 2");
  expect(html).toContain(`href="/admin/audit?who=${id}#entries"`);
});

describe("the file", () => {
  test("has what is filtered, as UTF-8 with a name, and no formula", async () => {
    const id = await publish(owner, { pick: "=1+1", game: "Málaga, \"B\" @ C" });
    const answer = await owner.get(`/admin/audit.csv?subject=pick&subject_id=${id}`);
    expect([answer.status, answer.headers.get("content-type"), answer.headers.get("content-disposition")]).toEqual([200, "text/csv; charset=utf-8", 'attachment; filename="audit.csv"']);
    const text = await answer.text();
    const [head, line, ...rest] = text.trimEnd().split("\r\n");
    expect(head).toBe("Time (UTC),Who ID,Who,Action,What,Subject,Subject ID,Subject name,Before,After");
    expect(line).toMatch(new RegExp(`^[\\d-]+T[\\d:.]+Z,${own.id},Sam Test,pick\\.published,Pick published,pick,${id},pick ${id},,"game: Málaga, ""B"" @ C\n`));
    expect([rest, /(^|[",])[=+@]/m.test(line ?? "")]).toEqual([[], false]);
  });
});

test("the call gives the same as JSON, in pages that follow each other by a Link header", async () => {
  const email = `gone${nextNumber()}@example.test`;
  const { id } = await createUser(app.db, { email });
  for (const step of ["status", "status"]) expect((await owner.call("PUT", `/api/users/${id}/${step}`, {})).status).toBe(200);
  expect((await owner.call("DELETE", `/api/users/${id}`)).status).toBe(200);
  const first = await owner.get(`/api/audit?subject=user&subject_id=${id}&limit=2`);
  const rows: { action: string }[] = await first.json();
  expect(rows).toMatchObject([{ action: "user.deleted", actor: { id: own.id, name: "Sam Test" }, subject_id: id, subject_name: null, changes: [{ field: "role", before: "User", after: null }, { field: "status", before: "Active", after: null }] }, { action: "user.activated" }]);
  const next = /^<(.*)>; rel="next"$/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const second = await owner.get(next);
  expect([await second.json(), second.headers.get("link")]).toMatchObject([[{ action: "user.suspended" }], null]);
  expect(await (await owner.get("/api/audit?subject=x&limit=0")).json()).toEqual({ error: "Please check the marked fields.", fields: { subject: "Choose a subject from the list.", limit: "Must be 1 to 500." } });
});

test("neither a password nor a hash, a token or an e-mail stands in any of it", async () => {
  const { email } = await createUser(app.db);
  const client = app.client();
  await client.signIn(email, "wrong-password-1");
  await client.call("POST", "/api/login", { email, password: "correct-horse-9" });
  for (const path of ["/admin/audit", "/admin/audit.csv", "/api/audit?limit=500"]) expect(await owner.text(path)).not.toMatch(new RegExp(`${email}|argon2|wrong-password|correct-horse|[0-9a-f]{64}`));
});
