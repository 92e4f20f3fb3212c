/** Keys for programs: created, used, limited and revoked. */
import { beforeAll, describe, expect, test } from "vitest";
import { addDays } from "../../../app/time/calendar-date.ts";
import { dateIn } from "../../../app/time/zone-time.ts";
import type { Client } from "../../support/app/app.ts";
import { createUser, nextNumber, pickFields, upcomingDate } from "../../support/database/factories.ts";
import { alerts, fieldError } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let superadmin: Client;
beforeAll(async () => {
  superadmin = await app.signedIn("superadmin");
});

interface Key {
  id: number;
  name: string;
  key: string;
}

async function newKey(...scopes: readonly string[]): Promise<Key> {
  const answer = await superadmin.call("POST", "/api/keys", { name: `pipeline ${nextNumber()}`, scopes });
  expect(answer.status).toBe(201);
  return answer.json();
}

async function call({ key }: Key, method: string, path: string, body?: unknown) {
  const answer = await fetch(new URL(path, app.origin), {
    method,
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
}

const bet = (changes: Readonly<Record<string, unknown>> = {}) =>
  pickFields({ pick: `Knicks +${nextNumber()}`, game_date: upcomingDate(), ...changes });

describe("a key", () => {
  test("is shown once, and stored as a hash", async () => {
    const { id, name, key } = await newKey("picks.draft", "propicks.draft");
    expect(key).toMatch(/^key_[\w-]{43}$/);
    const listed: Record<string, unknown>[] = await (await superadmin.call("GET", "/api/keys")).json();
    expect(listed.find((row) => row.id === id)).toEqual({
      id,
      name,
      scopes: ["picks.draft", "propicks.draft"],
      created_at: expect.any(String),
      used_at: null,
      calls: { today: { reads: 0, writes: 0 }, last_30_days: { reads: 0, writes: 0 } },
    });
    const page = await superadmin.text("/admin/keys");
    expect([page.includes(name), page.includes(key)]).toEqual([true, false]);
    const row = await app.db.selectFrom("api_keys").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(key.slice(4));
  });

  test("needs a name of its own and scopes that exist", async () => {
    const { name } = await newKey("picks.draft");
    for (const [body, status, field] of [
      [{ name, scopes: ["picks.draft"] }, 409, undefined],
      [{ name: "", scopes: ["picks.draft"] }, 400, "name"],
      [{ name: "other", scopes: [] }, 400, "scopes"],
      [{ name: "other", scopes: ["users.manage"] }, 400, "scopes"],
      [{ name: "other" }, 400, "scopes"],
    ] as const) {
      const answer = await superadmin.call("POST", "/api/keys", body);
      const { fields = {} } = await answer.json();
      expect([answer.status, Object.keys(fields)]).toEqual([status, field ? [field] : []]);
    }
  });

  test("is created and revoked by the form, without scripts", async () => {
    const name = `form ${nextNumber()}`;
    const refused = await superadmin.post("/admin/keys", { name });
    expect([refused.status, fieldError(await refused.text(), "picks.draft")]).toEqual([
      422,
      "Choose at least one scope.",
    ]);
    const html = await (await superadmin.post("/admin/keys", { name, "picks.publish": "1" })).text();
    const key = /value="(key_[\w-]{43})"/.exec(html)?.[1] ?? "";
    const { id } = await app.db.selectFrom("api_keys").select("id").where("name", "=", name).executeTakeFirstOrThrow();
    expect((await call({ id, name, key }, "GET", "/api/picks")).status).toBe(200);
    expect(await superadmin.text(`/admin/keys/${id}/revoke`)).toContain("Revoke this key?");
    expect((await superadmin.post(`/admin/keys/${id}/revoke`)).status).toBe(303);
    expect(alerts(await superadmin.text("/admin/keys"))).toEqual([`Key revoked: ${name}.`]);
    expect((await call({ id, name, key }, "GET", "/api/picks")).status).toBe(401);
  });

  test("that is revoked is refused at once, and its name is free again", async () => {
    const key = await newKey("picks.publish");
    const { body: pick } = await call(key, "POST", "/api/picks", bet());
    expect((await superadmin.call("DELETE", `/api/keys/${key.id}`)).status).toBe(200);
    for (const [method, path] of [
      ["GET", "/api/picks"],
      ["PUT", `/api/picks/${pick.id}`],
    ] as const)
      expect((await call(key, method, path, method === "GET" ? undefined : { book: "x" })).status).toBe(401);
    expect((await superadmin.call("DELETE", `/api/keys/${key.id}`)).status).toBe(404);
    expect((await superadmin.call("POST", "/api/keys", { name: key.name, scopes: ["picks.draft"] })).status).toBe(201);
  });

  test("may call 600 times an hour", async () => {
    const key = await newKey("results.write");
    const statuses = new Map<number, number>();
    for (let batch = 0; batch < 61; batch += 1) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => call(key, "GET", "/api/picks")));
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect(Object.fromEntries(statuses)).toEqual({ 403: 600, 429: 10 });
    const { headers, body } = await call(key, "GET", "/api/picks");
    expect([Number(headers.get("retry-after")) > 3500, body.error]).toEqual([
      true,
      expect.stringContaining("60 minutes"),
    ]);
    expect((await call(await newKey("picks.publish"), "GET", "/api/picks")).status).toBe(200);
  });

  test("says when it was used", async () => {
    const key = await newKey("picks.publish");
    await call(key, "GET", "/api/picks");
    const { used_at } = await app.db
      .selectFrom("api_keys")
      .select("used_at")
      .where("id", "=", key.id)
      .executeTakeFirstOrThrow();
    expect(Date.now() - Date.parse(used_at ?? "")).toBeLessThan(60_000);
  });
});

test("the list of keys says how many calls were made, refused ones too", async () => {
  const [key, unused] = [await newKey("picks.draft"), await newKey("picks.draft")];
  const today = dateIn("UTC", new Date());
  const days = [0, -29, -30].map((ago) => ({ key_id: key.id, day: addDays(today, ago), reads: 10, writes: 1000 }));
  await app.db.insertInto("api_key_days").values(days).execute();
  await call(key, "GET", "/api/picks?status=draft");
  await call(key, "GET", "/api/users");
  await call(key, "POST", "/api/picks", bet());
  const listed: (Key & { calls: unknown })[] = await (await superadmin.call("GET", "/api/keys")).json();
  const callsOf = ({ id }: Key) => listed.find((row) => row.id === id)?.calls;
  const none = { reads: 0, writes: 0 };
  expect([callsOf(key), callsOf(unused)]).toEqual([
    { today: { reads: 12, writes: 1001 }, last_30_days: { reads: 22, writes: 2001 } },
    { today: none, last_30_days: none },
  ]);
  const page = await superadmin.text("/admin/keys");
  expect(page).toContain("12\u00a0reads, 1,001\u00a0writes");
  expect(page).toContain("22\u00a0reads, 2,001\u00a0writes");
});

describe.each([
  { stream: "regular", api: "/api/picks", draft: "picks.draft", publish: "picks.publish", open: "/dashboard" },
  { stream: "pro", api: "/api/propicks", draft: "propicks.draft", publish: "propicks.publish", open: "/propicks" },
] as const)("for $stream picks", ({ api, draft, publish, open }) => {
  test("a draft key drafts, and sees and changes its own drafts until they are published", async () => {
    const [key, other] = [await newKey(draft), await newKey(draft)];
    const member = await app.signedIn("user");
    const refused = await call(key, "POST", api, bet({ draft: false }));
    expect([refused.status, refused.body]).toEqual([403, { error: "This key may only draft: it can't publish." }]);
    const { status, body: sent } = await call(key, "POST", api, bet());
    expect([status, sent.published_at]).toEqual([201, null]);
    expect(await member.text(open)).not.toContain(sent.pick);
    expect((await call(key, "GET", `${api}?status=draft`)).body).toEqual([sent]);
    expect((await call(other, "GET", `${api}?status=draft`)).body).toEqual([]);
    for (const query of ["", "?status=open", "?status=settled"])
      expect((await call(key, "GET", `${api}${query}`)).status).toBe(403);
    for (const method of ["GET", "PUT"])
      expect(
        (await call(other, method, `${api}/${sent.id}`, method === "GET" ? undefined : { book: "x" })).status,
      ).toBe(404);
    expect((await call(key, "PUT", `${api}/${sent.id}`, { book: "FanDuel" })).body).toMatchObject({
      book: "FanDuel",
      published_at: null,
    });
    for (const [method, path] of [
      ["POST", `${api}/${sent.id}/publish`],
      ["DELETE", `${api}/${sent.id}`],
    ] as const)
      expect((await call(key, method, path, {})).status).toBe(403);
    expect((await superadmin.call("POST", `${api}/${sent.id}/publish`)).status).toBe(200);
    for (const method of ["GET", "PUT"])
      expect((await call(key, method, `${api}/${sent.id}`, method === "GET" ? undefined : { book: "x" })).status).toBe(
        404,
      );
  });

  test("a publish key publishes, its own picks and the drafts of others; both are in the trail by name", async () => {
    const [drafter, publisher] = [await newKey(draft), await newKey(publish)];
    const { body: sent } = await call(drafter, "POST", api, bet());
    const { body: drafts } = await call(publisher, "GET", `${api}?status=draft`);
    expect(drafts.map(({ id }: { id: number }) => id)).toContain(sent.id);
    expect((await call(publisher, "POST", `${api}/${sent.id}/publish`, { version: 1 })).body).toMatchObject({
      id: sent.id,
      published_at: expect.any(String),
    });
    expect((await call(publisher, "PUT", `${api}/${sent.id}`, { book: "FanDuel" })).status).toBe(200);
    expect((await call(publisher, "DELETE", `${api}/${sent.id}`, {})).status).toBe(403);
    const trail = await superadmin.call("GET", `/api/audit?subject=pick&subject_id=${sent.id}`);
    const entries: { action: string; actor: unknown; key: string }[] = await trail.json();
    expect(entries.map(({ action, actor, key }) => [action, actor, key])).toEqual([
      ["pick.changed", null, publisher.name],
      ["pick.published", null, publisher.name],
      ["pick.drafted", null, drafter.name],
    ]);
    expect(await superadmin.text(`/admin/audit?subject=pick&subject_id=${sent.id}`)).toContain(`Key: ${drafter.name}`);
  });
});

test("a restored key, a cut one and one of a person's kind are no keys", async () => {
  const key = await newKey("picks.publish");
  const person = await createUser(app.db, { role: "admin" });
  for (const bearer of [key.key.slice(0, -1), `${key.key}x`, "key_", `key_${person.id}`, key.key.toUpperCase()])
    expect((await call({ ...key, key: bearer }, "GET", "/api/picks")).status).toBe(401);
});
