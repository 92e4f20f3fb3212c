import { expect, test } from "vitest";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();

test("a test mail goes to the own address, five times in an hour", async () => {
  const admin = await app.signedIn("admin");
  const { id, email } = await app.db
    .selectFrom("users")
    .select(["id", "email"])
    .where("role", "=", "admin")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const sent = await admin.post("/admin/deliveries", {});
  expect([sent.status, sent.headers.get("location")]).toEqual([303, "/admin/deliveries"]);
  const page = await admin.text(sent.headers.get("location") ?? "");
  expect(page).toContain(`A test mail to ${email} is on its way.`);
  expect(await admin.text(`/admin/deliveries?member=${email}`)).toContain("<b>Test</b>");
  for (let count = 0; count < 4; count += 1)
    expect((await admin.call("POST", "/api/deliveries/test", {})).status).toBe(200);
  expect((await admin.call("POST", "/api/deliveries/test", {})).status).toBe(429);
  const refused = await admin.post("/admin/deliveries", {});
  expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining("Too many attempts.")]);
  const queued = await app.db.selectFrom("outbox").select(["user_id", "channel"]).where("kind", "=", "test").execute();
  expect(queued).toEqual(Array.from({ length: 5 }, () => ({ user_id: id, channel: "mail" })));
});
