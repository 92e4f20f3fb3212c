import { renameSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";
import { createAffiliate } from "../../support/database/affiliates.ts";
import { rawRequest } from "../../support/app/raw.ts";
import { soon } from "../../support/soon.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp({}, null);

let before = "";
beforeEach(() => {
  before = app.errors();
});

const probes = ["/healthz", "/readyz"] as const;

test.each(probes)("%s answers ok without a cookie, under any host name", async (path) => {
  for (const Host of [new URL(app.origin).host, "127.0.0.1", "10.1.2.3:8080", "localhost", "[::1]", "a b", ""]) {
    const { status, headers, body } = await rawRequest(app.origin, path, { headers: { Host } });
    expect([
      Host,
      status,
      headers.get("set-cookie"),
      headers.get("content-type"),
      headers.get("cache-control"),
    ]).toEqual([Host, 200, null, "text/plain; charset=utf-8", "no-store"]);
    expect(body).toContain("ok\n");
    expect(body.length).toBeLessThan(20);
  }
  expect((await rawRequest(app.origin, path, { method: "HEAD" })).status).toBe(200);
  expect(app.errors()).toBe(before);
});

test("any other path still needs the right host", async () => {
  for (const path of ["/healthz/x", "/readyz2", "/", "//healthz"])
    expect([path, (await rawRequest(app.origin, path, { headers: { Host: "10.1.2.3" } })).status]).toEqual([path, 421]);
});

test.each(probes)("%s counts no visit and reads no session", async (path) => {
  const id = await createAffiliate(app.db);
  const { ref_code } = await app.db
    .selectFrom("affiliates")
    .select("ref_code")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const visitRows = () => app.db.selectFrom("affiliate_visits").selectAll().execute();
  const visitsBefore = await visitRows();
  const answer = await app
    .client()
    .fetch(`${path}?ref=${ref_code}`, { headers: { Authorization: "Bearer wrong", Cookie: "session=x" } });
  expect([answer.status, await answer.text(), answer.headers.getSetCookie(), await visitRows()]).toEqual([
    200,
    "ok\n",
    [],
    visitsBefore,
  ]);
});

test("with other migrations than at start the server is alive but not ready", async () => {
  const future = { name: "20991231_0000_future", checksum: "x", applied_at: "2099-12-31" };
  await app.db.insertInto("migrations").values(future).execute();
  const answer = await app.client().get("/readyz");
  expect([answer.status, await answer.text(), (await app.client().get("/healthz")).status]).toEqual([
    503,
    "unavailable\n",
    200,
  ]);
  await logged("Not ready: another version of the program migrated the database.");
  await app.db.deleteFrom("migrations").where("name", "=", future.name).execute();
  expect((await app.client().get("/readyz")).status).toBe(200);
});

test("while the database file is missing the server is alive but not ready", async () => {
  renameSync(app.path, `${app.path}.moved`);
  const answers = await Promise.all(probes.map((path) => app.client().get(path)));
  renameSync(`${app.path}.moved`, app.path);
  expect(answers.map(({ status }) => status)).toEqual([200, 503]);
  await logged("Not ready: the database file was moved or deleted");
  expect((await app.client().get("/readyz")).status).toBe(200);
});

test("the reason for not being ready is logged once per outage", async () => {
  const reason = "Not ready: the database file was moved or deleted";
  const times = () => app.errors().slice(before.length).split(reason).length - 1;
  const failThrice = async () => {
    renameSync(app.path, `${app.path}.moved`);
    for (let index = 0; index < 3; index += 1) await app.client().get("/readyz");
    renameSync(`${app.path}.moved`, app.path);
    expect((await Promise.all(probes.map((path) => app.client().get(path)))).map(({ status }) => status)).toEqual([
      200, 200,
    ]);
  };
  await failThrice();
  await failThrice();
  await app.db.schema.alterTable("migrations").renameTo("gone").execute();
  expect((await app.client().get("/readyz")).status).toBe(503);
  await app.db.schema.alterTable("gone").renameTo("migrations").execute();
  // Another reason; its line comes after all of those.
  await logged("The health check failed");
  expect(times()).toBe(2);
  expect((await app.client().get("/readyz")).status).toBe(200);
});

test("without its tables the server is not ready", async () => {
  await app.db.schema.alterTable("migrations").renameTo("gone").execute();
  const answers = await Promise.all(probes.map((path) => app.client().get(path)));
  await app.db.schema.alterTable("gone").renameTo("migrations").execute();
  expect([answers.map(({ status }) => status), await answers[1]?.text()]).toEqual([[200, 503], "unavailable\n"]);
  expect((await app.client().get("/readyz")).status).toBe(200);
});

/** The log has its own pipe and may arrive after the response. */
async function logged(words: string): Promise<void> {
  await vi.waitFor(() => expect(app.errors().slice(before.length)).toContain(words), soon);
}
