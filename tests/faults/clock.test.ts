import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as passed } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type App, type Client, complaints, startApp } from "../support/app/app.ts";
import { createUser, pickFields } from "../support/database/factories.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { record } from "./table.ts";

const [minute, day] = [60_000, 24 * 3600_000];
const folder = mkdtempSync(join(tmpdir(), "simline-clock-"));
const file = join(folder, "moved");

let app: App;
let mail: MailServer;
beforeAll(async () => {
  writeFileSync(file, "0");
  mail = await startMailServer();
  app = await startApp({
    SMTP_URL: mail.url,
    MAIL_FROM: "Simline <picks@simline.example>",
    MOVED_CLOCK_FILE: file,
    NODE_OPTIONS: `--import ${join(import.meta.dirname, "moved-clock.ts")}`,
  });
});
afterAll(async () => {
  await app.stop();
  await mail.stop();
  rmSync(folder, { recursive: true });
});

async function moveBy(milliseconds: number): Promise<void> {
  writeFileSync(file, String(milliseconds));
  // moved-clock.ts reads the file every 20 ms.
  await passed(60);
}

async function member(): Promise<{ client: Client; email: string }> {
  const { email } = await createUser(app.db);
  const client = app.client();
  await client.signIn(email);
  return { client, email };
}

const status = async (client: Client) => (await client.get("/dashboard")).status;

test("a session survives clock jumps of an hour and a day in both directions, and expires after two weeks", async () => {
  const { client } = await member();
  for (const moved of [60 * minute, -60 * minute, day, -day, 0]) {
    await moveBy(moved);
    expect([moved, await status(client)]).toEqual([moved, 200]);
  }
  await moveBy(16 * day);
  expect(await status(client)).toBe(302);
  await moveBy(0);
});

test("a lockout from a wrong future date ends when the clock is corrected", async () => {
  const { email } = await createUser(app.db);
  await moveBy(400 * day);
  for (let attempt = 0; attempt < 6; attempt += 1) await app.client().signIn(email, "a wrong password");
  expect((await app.client().signIn(email)).status).toBe(429);
  await moveBy(0);
  expect((await app.client().signIn(email)).status).toBe(303);
});

test("a mail is sent once when the clock jumps", async () => {
  const { email } = await createUser(app.db);
  const before = mail.taken.length;
  expect((await app.client().call("POST", "/api/request-otp", { email })).status).toBe(200);
  await vi.waitFor(() => expect(mail.taken).toHaveLength(before + 1), { timeout: 20_000, interval: 50 });
  for (const moved of [20 * minute, -20 * minute, 3 * day, 0]) {
    await moveBy(moved);
    await passed(1500);
  }
  expect(mail.taken.filter(({ to }) => to.includes(email))).toHaveLength(1);
  expect(await app.db.selectFrom("outbox").select("state").where("state", "=", "waiting").execute()).toEqual([]);
});

test("picks are listed on any date, and published and settled unless the clock is behind the record", async () => {
  // The record begins at the start, and its last entry is from in two days then.
  for (const [moved, isBehind] of [
    [0, false],
    [-2 * day, true],
    [2 * day, false],
    [0, true],
  ] as const) {
    await moveBy(moved);
    const [staff, { client }] = [await app.signedIn("admin"), await member()];
    for (const path of ["/dashboard", "/history", "/my-card", "/history?range=last7"])
      expect([moved, path, (await client.get(path)).status]).toEqual([moved, path, 200]);
    const made = await staff.call("POST", "/api/picks", pickFields());
    const answer: { id: number; error?: string } = await made.json();
    expect([made.status, answer.error?.includes("which is still to come")]).toEqual(
      isBehind ? [503, true] : [201, undefined],
    );
    if (isBehind) continue;
    const settled = await staff.call("PUT", `/api/picks/${answer.id}`, { verdict: "✅", units_result: "1.36" });
    expect(settled.status).toBe(200);
  }
  record({ fault: "the clock moved", rounds: 14 });
});

test("the server logs no errors", () => expect(complaints(app)).toEqual([]));
