/** From another service to the first sign-in, without scripts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createUser, nextNumber } from "../../support/database/factories.ts";
import { mailedCode } from "../../support/mailbox.ts";
import { alerts, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";
import { soon } from "../../support/soon.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
const path = "/admin/users/import";
let superadmin: Client;
beforeAll(async () => {
  superadmin = await app.signedIn("superadmin");
});

const newEmail = () => `reader${nextNumber()}@example.test`;

async function importTable(text: string): Promise<void> {
  const html = await (await superadmin.post(path, { text })).text();
  const digest = /name="digest"[^>]*value="([^"]*)"/.exec(html)?.[1] ?? "";
  const answer = await superadmin.post(path, { text, digest });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, path]);
}

const idOf = async (email: string) =>
  (await app.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;

const mailsTo = (id: number) =>
  app.db.selectFrom("outbox").select(["kind", "message_id"]).where("user_id", "=", id).execute();

test("a preview says what happens with each row, and the text stays", async () => {
  const [here, email] = [await createUser(app.db), newEmail()];
  const text = `email,name,until,plan\n${here.email},,2090-01-01,a\n${email},Ada Reader,2090-01-01,a\nnobody,,,`;
  expect(await superadmin.text("/admin/users")).toContain(`href="${path}"`);
  const html = await (await superadmin.post(path, { text })).text();
  expect(visibleText(html)).toContain("1 new, 1 unchanged, 1 refused");
  expect(visibleText(html)).toContain("Columns that are not used: plan.");
  expect(visibleText(html)).toContain("Import 2 rows without the 1 refused");
  expect(fieldValue(html, "text")).toBe(text);
  expect(fieldError(await (await superadmin.post(path, { text: "Dear all" })).text(), "text")).toBe(
    "The first line must name the columns, like: email, name, until.",
  );
});

test("an imported member is written to once, when a superadmin says so, and sets a password with a code", async () => {
  const email = newEmail();
  await importTable(`email,name,until\n${email},Ada Reader,2090-01-01`);
  const id = await idOf(email);
  const html = await superadmin.text(path);
  expect(alerts(html)).toEqual(["Imported: 1 new."]);
  expect(visibleText(html)).toContain("1 imported person has no password yet and got no email.");
  expect(await mailsTo(id)).toEqual([]);

  expect(visibleText(await superadmin.text(`${path}/mail`))).toContain("To 1 imported person without a password.");
  const sent = await superadmin.post(`${path}/mail`);
  expect([sent.status, sent.headers.get("location")]).toEqual([303, path]);
  expect(visibleText(await superadmin.text(path))).not.toContain("no password yet");
  expect(alerts(await superadmin.text(`${path}/mail`))).toEqual(["There is nobody left to write to."]);
  await superadmin.post(`${path}/mail`);
  expect(alerts(await superadmin.text(path))).toEqual(["There was nobody left to write to."]);
  const mails = await mailsTo(id);
  expect(mails.map(({ kind }) => kind)).toEqual(["set-password"]);

  const link = await vi.waitFor(() => {
    const mail = readFileSync(join(app.mailFolder, `set-password-${mails[0]?.message_id}.eml`), "utf8");
    const [found] = /\/forgot-password\?email=\S+/.exec(mail.replace(/=\r?\n/g, "").replaceAll("=3D", "=")) ?? [];
    expect(found).toBeDefined();
    return found ?? "";
  }, soon);
  const member = app.client();
  expect(fieldValue(await member.text(link), "email")).toBe(email);
  await member.post("/forgot-password", { email });
  await member.post("/verify-otp", { otp: await mailedCode(app, id), new_password: "line-shopping-2026" });
  await member.signIn(email, "line-shopping-2026");
  expect(
    await app.db.selectFrom("users").select("email_confirmed_at").where("id", "=", id).executeTakeFirstOrThrow(),
  ).not.toEqual({ email_confirmed_at: null });
  expect((await member.get("/dashboard")).status).toBe(200);
});

test("who has set a password by themselves gets no mail", async () => {
  const email = newEmail();
  await importTable(`email\n${email}`);
  const id = await idOf(email);
  const member = app.client();
  await member.post("/forgot-password", { email });
  await member.post("/verify-otp", { otp: await mailedCode(app, id), new_password: "line-shopping-2026" });
  await superadmin.post(`${path}/mail`);
  expect((await mailsTo(id)).map(({ kind }) => kind)).toEqual(["reset-code"]);
});
