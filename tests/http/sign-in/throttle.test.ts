import { beforeEach, expect, test } from "vitest";
import { type Client, startApp } from "../../support/app/app.ts";
import { useApp } from "../../support/app/use-app.ts";
import { createUser, nextNumber, testPassword } from "../../support/database/factories.ts";
import { environmentOf } from "../../support/database/migrated.ts";
import { alerts } from "../../support/pages/html.ts";

const wrong = "not-the-password-1";
const attackerAddress = "198.51.100.250";

const app = useApp();
beforeEach(() => app.reset());

test("five wrong passwords start a lockout with a message and Retry-After", async () => {
  const { email } = await createUser(app.db);
  for (let tries = 0; tries < 5; tries += 1)
    expect((await attempt(app.client(), email, wrong, "/login", attackerAddress)).status).toBe(401);
  const answer = await attempt(app.client(), email, testPassword, "/login", attackerAddress);
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(50);
  expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(60);
  expect(alerts(await answer.text())[0]).toMatch(/^Too many attempts\. Please try again in \d+ seconds\.$/);
  const call = await callLogin(email, testPassword);
  expect([call.status, (await call.json()).error]).toEqual([429, expect.stringMatching(/^Too many attempts\./)]);
  expect(call.headers.get("retry-after")).toMatch(/^\d+$/);
});

test("the staff login shares the count", async () => {
  const { email } = await createUser(app.db, { role: "admin" });
  for (let tries = 0; tries < 5; tries += 1) await attempt(app.client(), email, wrong, "/admin-login", attackerAddress);
  expect((await attempt(app.client(), email, testPassword, "/login", attackerAddress)).status).toBe(429);
});

test("an unknown email is throttled in the same way, so the answer reveals nothing", async () => {
  for (let tries = 0; tries < 5; tries += 1)
    expect((await attempt(app.client(), "nobody@example.test", wrong, "/login", attackerAddress)).status).toBe(401);
  expect((await attempt(app.client(), "nobody@example.test", wrong, "/login", attackerAddress)).status).toBe(429);
});

test("another spelling of an email counts for the same account", async () => {
  const { email } = await createUser(app.db);
  const spellings = [email, email.toUpperCase(), ` ${email}`, `${email} `, email.replace("p", "P")];
  for (const spelling of spellings) await attempt(app.client(), spelling, wrong, "/login", attackerAddress);
  expect((await attempt(app.client(), email, wrong, "/login", attackerAddress)).status).toBe(429);
});

test("of parallel guesses five are checked and the others refused", async () => {
  const { email } = await createUser(app.db);
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => attempt(app.client(), email, wrong, "/login", attackerAddress)),
  );
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(401), count(429)]).toEqual([5, 20]);
});

test("the right password among parallel guesses does not raise the limit", async () => {
  const { email } = await createUser(app.db);
  const guesses = [...Array.from({ length: 24 }, () => wrong), testPassword];
  const answers = await Promise.all(
    guesses.map((guess) => attempt(app.client(), email, guess, "/login", attackerAddress)),
  );
  expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(5);
});

test("each further lockout doubles, up to an hour", async () => {
  const { email } = await createUser(app.db);
  for (let tries = 0; tries < 5; tries += 1) await attempt(app.client(), email, wrong, "/login", attackerAddress);
  const waits: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    waits.push(
      Number((await attempt(app.client(), email, wrong, "/login", attackerAddress)).headers.get("retry-after")),
    );
    await app.db
      .updateTable("throttles")
      .set({ blocked_until: new Date(Date.now() - 1000).toISOString() })
      .where("blocked_until", "is not", null)
      .execute();
    expect((await attempt(app.client(), email, wrong, "/login", attackerAddress)).status).toBe(401);
  }
  expect(waits.map((wait) => Math.round(wait / 60))).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
});

test("guesses from five addresses do not lock out a sixth", async () => {
  const { email } = await createUser(app.db);
  for (let index = 0; index < 5; index += 1) {
    for (let tries = 0; tries < 5; tries += 1)
      expect((await attempt(app.client(), email, wrong, "/login", `203.0.113.${index}`)).status).toBe(401);
    expect((await attempt(app.client(), email, testPassword, "/login", `203.0.113.${index}`)).status).toBe(429);
  }
  expect((await attempt(app.client(), email, testPassword)).status).toBe(303);
});

test("a stranger's guesses don't lock out a known browser", async () => {
  const { email } = await createUser(app.db);
  const knownBrowser = app.client();
  await attempt(knownBrowser, email, testPassword);
  await knownBrowser.post("/logout");
  for (let tries = 0; tries < 51; tries += 1) await attempt(app.client(), email, wrong);
  expect((await attempt(app.client(), email, testPassword)).status).toBe(429);
  expect((await attempt(knownBrowser, email, testPassword)).status).toBe(303);
});

test("a known browser also has five attempts", async () => {
  const { email } = await createUser(app.db);
  const knownBrowser = app.client();
  await attempt(knownBrowser, email, testPassword);
  for (let tries = 0; tries < 5; tries += 1) await attempt(knownBrowser, email, wrong);
  expect((await attempt(knownBrowser, email, testPassword)).status).toBe(429);
});

test("a right password resets the count", async () => {
  const { email } = await createUser(app.db);
  for (let round = 0; round < 3; round += 1) {
    for (let tries = 0; tries < 4; tries += 1)
      expect((await attempt(app.client(), email, wrong, "/login", attackerAddress)).status).toBe(401);
    expect((await attempt(app.client(), email, testPassword, "/login", attackerAddress)).status).toBe(303);
  }
});

test("thirty failures from one address lock it out, for any account", async () => {
  const from = "203.0.113.7";
  for (let tries = 0; tries < 30; tries += 1)
    expect((await attempt(app.client(), `victim${tries}@example.test`, wrong, "/login", from)).status).toBe(401);
  const { email } = await createUser(app.db);
  const answer = await attempt(app.client(), email, testPassword, "/login", from);
  expect([answer.status, Number(answer.headers.get("retry-after")) > 500]).toEqual([429, true]);
  expect((await attempt(app.client(), email, testPassword)).status).toBe(303);
}, 60_000);

test("the addresses of one IPv6 /64 network count as one", async () => {
  const from = (tries: number) => `2001:db8:7:7:${tries.toString(16)}::${tries.toString(16)}`;
  for (let tries = 1; tries <= 30; tries += 1)
    expect((await attempt(app.client(), `victim${tries}@example.test`, wrong, "/login", from(tries))).status).toBe(401);
  const { email } = await createUser(app.db);
  expect((await attempt(app.client(), email, testPassword, "/login", from(31))).status).toBe(429);
  expect((await attempt(app.client(), email, testPassword, "/login", "2001:db8:7:8::1")).status).toBe(303);
}, 60_000);

test("one IPv6 /48 with 65,536 networks has a common limit", async () => {
  const rowsBefore = (await app.db.selectFrom("throttles").select("key").execute()).length;
  for (let tries = 0; tries < 40; tries += 1)
    expect(
      (
        await attempt(
          app.client(),
          `victim${tries}@example.test`,
          wrong,
          "/login",
          `2001:db8:3:${tries.toString(16)}00::1`,
        )
      ).status,
    ).toBe(401);
  // Only the /48 network has a row that counts all requests.
  const rows = await app.db.selectFrom("throttles").select("count").where("count", "=", 40).execute();
  expect([rowsBefore, rows]).toEqual([0, [{ count: 40 }]]);
  await app.db.updateTable("throttles").set({ count: 479 }).where("count", "=", 40).execute();
  expect((await attempt(app.client(), "another@example.test", wrong, "/login", "2001:db8:3:ffff::1")).status).toBe(401);
  const answer = await attempt(app.client(), "one-more@example.test", wrong, "/login", "2001:db8:3:fff0::1");
  expect([answer.status, Number(answer.headers.get("retry-after")) > 500]).toEqual([429, true]);
  expect((await attempt(app.client(), "one-more@example.test", wrong, "/login", "2001:db8:4::1")).status).toBe(401);
}, 60_000);

test("a lockout is known to another process on the same database, so it survives a restart", async () => {
  const { email } = await createUser(app.db);
  for (let tries = 0; tries < 5; tries += 1) await attempt(app.client(), email, wrong, "/login", attackerAddress);
  const again = await startApp(environmentOf(app.path));
  const answer = await again.client().fetch("/login", {
    method: "POST",
    body: new URLSearchParams({ email, password: testPassword }),
    headers: { Origin: again.origin, "X-Forwarded-For": attackerAddress },
  });
  await again.stop();
  expect(answer.status).toBe(429);
});

test("an empty or malformed attempt is not counted", async () => {
  const { email } = await createUser(app.db);
  for (let tries = 0; tries < 8; tries += 1)
    expect((await attempt(app.client(), email, "", "/login", attackerAddress)).status).toBe(422);
  expect((await attempt(app.client(), email, testPassword, "/login", attackerAddress)).status).toBe(303);
});

test("the last X-Forwarded-For address counts, because the proxy adds it; a client can forge those before", async () => {
  const from = (written: number, seen: number) =>
    attempt(
      app.client(),
      `victim${nextNumber()}@example.test`,
      wrong,
      "/login",
      `203.0.113.${written}, 198.18.0.${seen}`,
    );
  for (let index = 0; index < 30; index += 1) await from(index, 1);
  expect([(await from(31, 1)).status, (await from(31, 2)).status]).toEqual([429, 401]);
});

test("without a trusted proxy X-Forwarded-For is ignored", async () => {
  const strict = await startApp({ TRUST_PROXY: "0" });
  const post = (index: number) =>
    strict.client().fetch("/login", {
      method: "POST",
      body: new URLSearchParams({ email: `victim${index}@example.test`, password: wrong }),
      headers: {
        Origin: strict.origin,
        "X-Forwarded-For": `198.51.100.${index}`,
        "X-Client-Address": `198.51.100.${index}`,
      },
    });
  for (let index = 0; index < 30; index += 1) await post(index);
  const last = await post(31);
  await strict.stop();
  expect(last.status).toBe(429);
}, 60_000);

function attempt(
  client: Client,
  email: string,
  password: string,
  path = "/login",
  from = `198.51.100.${nextNumber()}`,
): Promise<Response> {
  return client.fetch(path, {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    headers: { Origin: app.origin, "X-Forwarded-For": from },
  });
}

function callLogin(email: string, password: string): Promise<Response> {
  const headers = { Origin: app.origin, "Content-Type": "application/json", "X-Forwarded-For": attackerAddress };
  return app.client().fetch("/api/login", { method: "POST", body: JSON.stringify({ email, password }), headers });
}
