import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createPick } from "../../support/database/factories.ts";
import { unzipped } from "../../support/unzipped.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
const path = "/admin/everything.zip";
let superadmin: Client;
beforeAll(async () => {
  superadmin = await app.signedIn("superadmin");
  await createPick(app.db, { pick: "Knicks +2.5" });
});

test("a superadmin downloads one zip file of everything, and the trail says so", async () => {
  const html = await superadmin.text("/admin/overview");
  expect(html).toContain(`method="post" action="${path}"`);
  const answer = await superadmin.post(path, {});
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
    200,
    "application/zip",
    "no-store",
  ]);
  expect(answer.headers.get("content-disposition")).toMatch(
    /^attachment; filename="everything-20\d\d-\d\d-\d\d\.zip"$/,
  );
  const files = unzipped(Buffer.from(await answer.arrayBuffer()));
  expect(files["picks/every-column.jsonl"]).toContain("Knicks +2.5");
  expect(files["README.txt"]).toContain("people/users.csv");
  const trail = app.db.selectFrom("audit").select(["actor_id", "at"]).where("action", "=", "everything.exported");
  expect(await trail.execute()).toEqual([{ actor_id: expect.any(Number), at: expect.any(String) }]);
  expect(await superadmin.text("/admin/audit")).toContain("Everything exported");
});

test("everybody else gets nothing, and no entry in the trail", async () => {
  for (const client of [app.client(), await app.signedIn("admin"), await app.signedIn("user")]) {
    const answer = await client.post(path, {});
    expect([401, 403]).toContain(answer.status);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  }
  expect((await superadmin.get(path)).status).toBe(405);
  expect(await exports()).toBe(1);
});

test("a second download is refused while a slow client reads the first; when that leaves, the next one begins", async () => {
  await fillWithNoise();
  const slow = await slowDownload();
  await expect.poll(exports).toBe(2);
  const refused = await superadmin.post(path, {});
  expect([refused.status, await refused.text()]).toEqual([
    429,
    "Somebody is downloading everything already. Please try again when that has ended.",
  ]);
  expect(refused.headers.get("retry-after")).toBe("60");
  slow.destroy();
  await expect.poll(async () => (await superadmin.post(path, {})).status).toBe(200);
});

async function exports(): Promise<number> {
  return (await app.db.selectFrom("audit").select("id").where("action", "=", "everything.exported").execute()).length;
}

/** More than the buffers of both ends hold, and deflate can't make it small. */
async function fillWithNoise(): Promise<void> {
  const at = new Date().toISOString();
  for (let row = 0; row < 32; row += 1)
    await app.db
      .insertInto("announcements")
      .values({
        subject: "Noise",
        body: randomBytes(750_000).toString("base64"),
        audience: "[]",
        push: 0,
        created_at: at,
      })
      .execute();
}

/** Sends the form, and reads nothing. */
async function slowDownload() {
  const { hostname, port, host } = new URL(app.origin);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.pause();
  const cookie = [...superadmin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${app.origin}`,
    "Sec-Fetch-Site: same-origin",
    `Cookie: ${cookie}`,
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Length: 0",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  return socket;
}
