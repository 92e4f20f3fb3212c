import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { newGate } from "../../support/app/gate.ts";
import { createUser, nextNumber, pickFields, testPassword } from "../../support/database/factories.ts";
import { publish, totals } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
});

test("of many saves with one version exactly one succeeds", async () => {
  const id = await publish(staff);
  const saves = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      staff.call("PUT", `/api/picks/${id}`, { pick: `by ${index}`, version: 1, reason: "A typing error." }),
    ),
  );
  const statuses = saves.map((save) => save.status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect((await (await staff.call("GET", `/api/picks/${id}`)).json()).version).toBe(2);
});

test("of many deletes exactly one succeeds", async () => {
  const id = await publish(staff, { verdict: "✅" });
  const deletes = await Promise.all(Array.from({ length: 10 }, () => staff.call("DELETE", `/api/picks/${id}`)));
  expect(deletes.map((answer) => answer.status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
});

test("concurrent changes and deletions leave totals that match the picks", async () => {
  const ids = await Promise.all(
    Array.from({ length: 10 }, () => publish(staff, { verdict: "✅", units_result: "1.1" })),
  );
  const changes = [
    { verdict: "" },
    { verdict: "❌", units_result: "-1.5" },
    { sport: "MLB" },
    { game_date: "" },
    { sim_confidence: "99.99" },
    { sim_confidence: "" },
  ];
  const jobs = ids.flatMap((id) =>
    changes.map((change) => staff.call("PUT", `/api/picks/${id}`, { ...change, reason: "A typing error." })),
  );
  jobs.push(...ids.slice(0, 4).map((id) => staff.call("DELETE", `/api/picks/${id}`)));
  const statuses = new Set((await Promise.all(jobs)).map((answer) => answer.status));
  expect([...statuses].filter((status) => status !== 200 && status !== 404)).toEqual([]);
  const { stored, counted } = await totals(app);
  expect(stored).toEqual(counted);
});

test("many picks created at once are each stored once", async () => {
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, index) => staff.call("POST", "/api/propicks", pickFields({ pick: `new ${index}` }))),
  );
  expect(made.every((answer) => answer.status === 201)).toBe(true);
  const rows = await app.db.selectFrom("picks").select("pick").where("stream", "=", "pro").execute();
  expect(new Set(rows.map((row) => row.pick)).size).toBe(40);
  expect(rows).toHaveLength(40);
});

test("a hundred sign-ins at once get success or 503, and cause no lockout", async () => {
  const people = await Promise.all(Array.from({ length: 100 }, () => createUser(app.db)));
  const answers = await Promise.all(people.map(({ email }) => signIn(email)));
  const busy = answers.filter((answer) => answer.status === 503);
  expect(answers.filter((answer) => answer.status !== 200 && answer.status !== 503)).toEqual([]);
  expect(busy.every((answer) => /^\d+$/.test(answer.headers.get("retry-after") ?? ""))).toBe(true);
  const { email } = people[0] ?? { email: "" };
  expect((await signIn(email)).status).toBe(200);
});

test("an attempt refused with 503 does not count as a wrong password", async () => {
  const target = (await createUser(app.db)).email;
  const flood = Array.from({ length: 120 }, () => signIn(`nobody${nextNumber()}@example.test`));
  const attempts = await Promise.all(Array.from({ length: 5 }, () => signIn(target)));
  await Promise.all(flood);
  expect(attempts.some((answer) => answer.status === 503)).toBe(true);
  expect((await signIn(target)).status).toBe(200);
});

test("while strangers fill the password queue, members with a known browser get in", async () => {
  const members = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { email } = await createUser(app.db);
      const client = app.client();
      expect((await signIn(email, client)).status).toBe(200);
      return { email, client };
    }),
  );
  const strangers = Array.from({ length: 120 }, () => signIn(`nobody${nextNumber()}@example.test`));
  const knownBrowsers = members.map(({ email, client }) => signIn(email, client));
  const statuses = (await Promise.all(strangers)).map(({ status }) => status);
  expect([statuses.includes(503), statuses.includes(401)]).toEqual([true, true]);
  expect((await Promise.all(knownBrowsers)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

test.each([
  ["is suspended", "the session"],
  ["is suspended", "a bearer"],
  ["signs out", "the session"],
  ["signs out", "a bearer"],
])("an API call whose sender %s while its body arrives is not carried out, with %s", async (what, how) => {
  const { id, email } = await createUser(app.db, { role: "admin" });
  const client = app.client();
  const { token } = await (await client.call("POST", "/api/login", { email, password: testPassword })).json();
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const pick = `late: ${what}, ${how}`;
  const body = JSON.stringify(pickFields({ pick }));
  const gate = newGate();
  const slow = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(body.slice(0, 10)));
      await gate.passed;
      controller.enqueue(new TextEncoder().encode(body.slice(10)));
      controller.close();
    },
  });
  const credential: Record<string, string> =
    how === "a bearer" ? { Authorization: `Bearer ${token}` } : { Cookie: cookie };
  const headers = { Origin: app.origin, "Content-Type": "application/json", ...credential };
  const sending = fetch(`${app.origin}/api/picks`, { method: "POST", body: slow, headers, duplex: "half" });
  // When this is answered, the server has the slow request's headers.
  await app.client().get("/");
  const ended =
    what === "signs out"
      ? await fetch(`${app.origin}/api/logout`, { method: "POST", headers, body: "{}" })
      : await staff.call("PUT", `/api/users/${id}/status`, {});
  expect(ended.status).toBe(200);
  gate.open();
  expect((await sending).status).toBe(401);
  expect(await app.db.selectFrom("picks").select("id").where("pick", "=", pick).execute()).toEqual([]);
});

test("a session that ends during other requests ends for all, without an error", async () => {
  const member = await app.signedIn("user");
  const asked = Array.from({ length: 30 }, (_, index) =>
    index === 10 ? member.post("/logout") : member.get("/dashboard"),
  );
  const statuses = new Set((await Promise.all(asked)).map((answer) => answer.status));
  expect([...statuses].filter((status) => ![200, 302, 303].includes(status))).toEqual([]);
});

function signIn(email: string, client = app.client()): Promise<Response> {
  const headers = {
    Origin: app.origin,
    "Content-Type": "application/json",
    "X-Forwarded-For": `198.51.100.${nextNumber()}`,
  };
  const body = JSON.stringify({ email, password: testPassword });
  return client.fetch("/api/login", { method: "POST", body, headers });
}
