import { expect, test } from "vitest";
import { visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
const list = "/admin/announcements";

test("an announcement is written, tested, sent to those who have access, and read again", async () => {
  const superadmin = await app.signedIn("superadmin");
  await app.signedIn("user");
  const fields = { subject: "New <prices>", body: "From **May** on.", "to.granted": "1" };
  const refused = await superadmin.post(`${list}/new`, { ...fields, body: " ", push: "yes" });
  const form = await refused.text();
  expect([refused.status, form.includes("Enter the text."), form.includes('value="New &lt;prices&gt;"')]).toEqual([
    422,
    true,
    true,
  ]);
  expect(form.match(/name="(?:to\.granted|to\.paid|push)"[^>]*checked/g)).toHaveLength(2);

  const saved = await superadmin.post(`${list}/new`, fields);
  const page = saved.headers.get("location") ?? "";
  expect(page).toMatch(/^\/admin\/announcements\/\d+$/);
  expect(await superadmin.text(page)).toContain("<p>From <strong>May</strong> on.</p>");
  await superadmin.post(`${page}/test`);
  expect((await app.db.selectFrom("outbox").select("kind").execute()).map(({ kind }) => kind)).toContain(
    "announcement",
  );

  expect(visibleText(await superadmin.text(`${page}/send`))).toMatch(/Send it to \d+ (?:person|people)\?/);
  const stale = await superadmin.post(`${page}/send`, { version: "7" });
  expect([stale.status, visibleText(await stale.text())]).toEqual([
    409,
    expect.stringContaining("It was changed since"),
  ]);
  await superadmin.post(`${page}/send`, { version: "1" });
  await expect
    .poll(async () => visibleText(await superadmin.text(page)), { timeout: 15_000 })
    .toMatch(/Sent\. Granted: [1-9]\d* emails?/);
  expect(visibleText(await superadmin.text(list))).toContain("New <prices>");
});
