import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { whileLocked } from "../../support/database/write-lock.ts";
import { createAffiliate } from "../../support/database/affiliates.ts";
import { type Client, complaints, startApp } from "../../support/app/app.ts";
import { nextNumber } from "../../support/database/factories.ts";
import { retriedJob } from "../../support/app/log.ts";
import { useApp } from "../../support/app/use-app.ts";

const agent =
  "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const app = useApp();
let staff: Client;
let affiliate: { id: number; ref_code: string };
beforeAll(async () => {
  staff = await app.signedIn("admin");
});
beforeEach(async () => {
  const answer = await staff.call("POST", "/api/affiliates", {
    name: "Courtside Sample",
    email: `partner${nextNumber()}@example.test`,
  });
  affiliate = await answer.json();
});

function openAsPhone(
  path: string,
  {
    client = app.client(),
    headers = {},
    method = "GET",
  }: { client?: Client; headers?: Record<string, string>; method?: string } = {},
): Promise<Response> {
  return client.fetch(path, {
    method,
    headers: { "User-Agent": agent, "X-Forwarded-For": `198.51.100.${nextNumber() % 250}`, ...headers },
  });
}

async function visits(): Promise<Record<string, number>> {
  const rows = await app.db
    .selectFrom("affiliate_visits")
    .selectAll()
    .where("affiliate_id", "=", affiliate.id)
    .execute();
  return Object.fromEntries(rows.map(({ outcome, visits }) => [outcome, visits]));
}

describe("a visit with a code", () => {
  test.each([
    ["/", 200],
    ["/login", 200],
    ["/dashboard", 302],
    ["/history?sport=NBA", 302],
    ["/admin", 302],
    ["/nowhere", 404],
  ])("to %s is counted, and the code is stored for 30 days in an HttpOnly cookie", async (path, status) => {
    const client = app.client();
    const answer = await openAsPhone(
      `${path}${path.includes("?") ? "&" : "?"}ref=${affiliate.ref_code.toLowerCase()}`,
      { client },
    );
    expect([answer.status, await visits()]).toEqual([status, { counted: 1 }]);
    const cookie = answer.headers.getSetCookie().find((text) => text.startsWith("affiliate-ref="));
    expect(cookie).toMatch(/Max-Age=2592000/);
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
  });

  test.each(["image", "iframe", "script", "empty"])(
    "from another site's page for an %s is not counted and stores nothing",
    async (dest) => {
      const answer = await openAsPhone(`/?ref=${affiliate.ref_code}`, {
        headers: { "Sec-Fetch-Dest": dest, "Sec-Fetch-Site": "cross-site" },
      });
      expect([
        answer.status,
        await visits(),
        answer.headers.getSetCookie().filter((text) => text.startsWith("affiliate-ref=")),
      ]).toEqual([200, {}, []]);
      await openAsPhone(`/?ref=${affiliate.ref_code}`, {
        headers: { "Sec-Fetch-Dest": "document", "Sec-Fetch-Site": "cross-site" },
      });
      expect(await visits()).toEqual({ counted: 1 });
    },
  );

  test("counts a browser once, from any address", async () => {
    const client = app.client();
    for (let visit = 0; visit < 3; visit += 1) await openAsPhone(`/?ref=${affiliate.ref_code}`, { client });
    expect(await visits()).toEqual({ counted: 1, repeated: 2 });
  });

  test("counts an address once, with any user agent", async () => {
    for (let visit = 0; visit < 5; visit += 1)
      await openAsPhone(`/?ref=${affiliate.ref_code}`, {
        headers: { "X-Forwarded-For": "203.0.113.5", "User-Agent": `${agent} v${visit}` },
      });
    expect(await visits()).toEqual({ counted: 1, "same-address": 4 });
  });

  test.each([
    [
      "addresses of one IPv6 network as one and those of two as two",
      ["2001:db8:1:2::1", "2001:0db8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:3::1"],
      { counted: 2, "same-address": 1 },
    ],
    [
      "an IPv4-mapped IPv6 address as the same address",
      ["203.0.113.9", "::ffff:203.0.113.9"],
      { counted: 1, "same-address": 1 },
    ],
  ])("counts %s", async (_what, addresses, counted) => {
    for (const address of addresses)
      await openAsPhone(`/?ref=${affiliate.ref_code}`, { headers: { "X-Forwarded-For": address } });
    expect(await visits()).toEqual(counted);
  });

  test.each([
    ["HEAD", { method: "HEAD" }, "prefetch"],
    ["a prefetch", { headers: { "Sec-Purpose": "prefetch" } }, "prefetch"],
    ["a prerender", { headers: { "Sec-Purpose": "prefetch;prerender" } }, "prefetch"],
    ["an old browser's prefetch", { headers: { "X-Moz": "prefetch" } }, "prefetch"],
    ["a preview", { headers: { "X-Purpose": "preview" } }, "prefetch"],
    [
      "a bot",
      { headers: { "User-Agent": "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)" } },
      "bot",
    ],
  ])("by %s is stored with its reason and not counted", async (_who, how, outcome) => {
    await openAsPhone(`/?ref=${affiliate.ref_code}`, how);
    expect(await visits()).toEqual({ [outcome]: 1 });
  });

  test("that can't be counted because the database is locked still gets its page", async () => {
    // A server of its own: its startup jobs may hit the lock and log that.
    const alone = await startApp();
    const { ref_code } = await alone.db
      .selectFrom("affiliates")
      .select("ref_code")
      .where("id", "=", await createAffiliate(alone.db))
      .executeTakeFirstOrThrow();
    const answer = await whileLocked(alone.path, () =>
      alone.client().fetch(`/?ref=${ref_code}`, { headers: { "User-Agent": agent } }),
    );
    const counted = await alone.db.selectFrom("affiliate_visits").selectAll().execute();
    await alone.stop();
    expect([answer.status, answer.headers.getSetCookie(), counted]).toEqual([200, [], []]);
    expect(complaints(alone).filter((line) => !retriedJob.test(line))).toEqual([]);
  });

  test("by a signed-in member is not counted", async () => {
    await openAsPhone(`/dashboard?ref=${affiliate.ref_code}`, { client: await app.signedIn("user") });
    expect(await visits()).toEqual({ "signed-in": 1 });
  });

  test("that is unknown looks like a visit without a code", async () => {
    const [plain, unknown] = await Promise.all(["/", "/?ref=ZZZZZZZZ"].map((path) => openAsPhone(path)));
    expect([unknown?.status, unknown?.headers.getSetCookie()]).toEqual([plain?.status, plain?.headers.getSetCookie()]);
  });

  test("keeps the last valid code", async () => {
    const client = app.client();
    const first = affiliate.ref_code;
    const answer = await staff.call("POST", "/api/affiliates", {
      name: "Other Sample",
      email: `partner${nextNumber()}@example.test`,
    });
    const second: { ref_code: string } = await answer.json();
    const storedCode = () =>
      JSON.parse(Buffer.from(decodeURIComponent(client.cookies.get("affiliate-ref") ?? ""), "base64").toString());
    await openAsPhone(`/?ref=${first}`, { client });
    await openAsPhone(`/?ref=${second.ref_code}`, { client });
    expect(storedCode()).toBe(second.ref_code);
    await openAsPhone("/?ref=ZZZZZZZZ", { client });
    expect(storedCode()).toBe(second.ref_code);
  });
});

describe("a signup with a code", () => {
  const account = () => ({
    name: "Ana Sample",
    phone: "+1 555 0100",
    email: `new${nextNumber()}@example.test`,
    password: "unrepeatable-line-2026",
  });
  const totals = async () => {
    const list: { id: number }[] = await (await staff.call("GET", "/api/affiliates")).json();
    return list.find(({ id }) => id === affiliate.id);
  };
  const submit = (client: Client, fields: Readonly<Record<string, string>>) =>
    client.fetch("/signup?payment_success=true", {
      method: "POST",
      body: new URLSearchParams({ ...fields, confirm_password: fields.password ?? "", age_confirmed: "yes" }),
      headers: { Origin: app.origin, "X-Forwarded-For": `198.51.100.${nextNumber() % 250}` },
    });
  const call = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    app.client().fetch(path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: {
        Origin: app.origin,
        "Content-Type": "application/json",
        "X-Forwarded-For": `198.51.100.${nextNumber() % 250}`,
        ...headers,
      },
    });

  test("from the cookie counts the signup, the purchase and the commission once", async () => {
    const client = app.client();
    await openAsPhone(`/signup?ref=${affiliate.ref_code}`, { client });
    const fields = { ...account(), idempotency_key: "k".repeat(43) };
    expect((await submit(client, fields)).status).toBe(200);
    // A double click, and another person's attempt.
    expect((await submit(client, fields)).status).toBe(200);
    expect((await submit(client, { ...fields, phone: "+1 555 0101" })).status).toBe(409);
    expect(await totals()).toMatchObject({
      total_clicks: 1,
      total_signups: 1,
      total_purchases: 1,
      commission_earned: 9.8,
    });
  });

  test("from the API header counts, and logging the purchase again adds nothing", async () => {
    const answer = await call("/api/signup", account(), { "X-Affiliate-Ref": affiliate.ref_code });
    const { id }: { id: number } = await answer.json();
    const wanted = { total_signups: 1, total_purchases: 1, commission_earned: 9.8 };
    expect([answer.status, await totals()]).toEqual([201, expect.objectContaining(wanted)]);
    for (const user_id of [id, id, 1, 999_999, "x"])
      expect(
        await (await call("/api/log-purchase", { user_id }, { "X-Affiliate-Ref": affiliate.ref_code })).json(),
      ).toEqual({ ok: true });
    expect(await totals()).toMatchObject(wanted);
  });

  test.each(["ZZZZZZZZ", "", "' or 1=1 --"])("that is %j creates the account and counts nothing", async (code) => {
    expect((await call("/api/signup", account(), { "X-Affiliate-Ref": code })).status).toBe(201);
    expect(await totals()).toMatchObject({ total_signups: 0, total_purchases: 0 });
  });

  test.each(["ZZZZZZZZ", ""])("from the header %j leaves the code of the cookie in force", async (code) => {
    const client = app.client();
    await openAsPhone(`/signup?ref=${affiliate.ref_code}`, { client });
    expect(
      (
        await call("/api/signup", account(), {
          "X-Affiliate-Ref": code,
          Cookie: `affiliate-ref=${client.cookies.get("affiliate-ref")}`,
        })
      ).status,
    ).toBe(201);
    expect(await totals()).toMatchObject({ total_signups: 1 });
  });

  test("from a form field is ignored", async () => {
    expect((await submit(app.client(), { ...account(), ref_code: affiliate.ref_code })).status).toBe(200);
    expect(await totals()).toMatchObject({ total_signups: 0 });
  });

  test("with the affiliate's own email and a +tag counts nothing", async () => {
    const { email } = await app.db
      .selectFrom("affiliates")
      .select("email")
      .where("id", "=", affiliate.id)
      .executeTakeFirstOrThrow();
    expect(
      (
        await call(
          "/api/signup",
          { ...account(), email: email.replace("@", "+bets@") },
          { "X-Affiliate-Ref": affiliate.ref_code },
        )
      ).status,
    ).toBe(201);
    expect(await totals()).toMatchObject({ total_signups: 0, total_purchases: 0, commission_earned: 0 });
  });
});

describe("POST /api/track-visit", () => {
  const track = (code: string | null, client = app.client()) =>
    openAsPhone("/api/track-visit", {
      client,
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Origin: app.origin,
        ...(code === null ? {} : { "X-Affiliate-Ref": code }),
      },
    });

  test("counts by the same rules and stores the code", async () => {
    const client = app.client();
    const answers = [await track(affiliate.ref_code, client), await track(affiliate.ref_code, client)];
    expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]))).toEqual([
      [200, { ok: true }],
      [200, { ok: true }],
    ]);
    expect([client.cookies.has("affiliate-ref"), await visits()]).toEqual([true, { counted: 1, repeated: 1 }]);
  });

  test.each([
    ["unknown", "ZZZZZZZZ"],
    ["missing", null],
    ["nonsense", "%00'--"],
  ])("answers the same for a code that is %s", async (_what, code) => {
    const answer = await track(code);
    expect([answer.status, await answer.json(), answer.headers.getSetCookie()]).toEqual([200, { ok: true }, []]);
  });
});

describe("/api/affiliates", () => {
  test("lists exactly the specified fields, and changes only name and email", async () => {
    const changed = await staff.call("PUT", `/api/affiliates/${affiliate.id}`, {
      name: "New Sample",
      ref_code: "MINE2345",
      total_clicks: 9,
      commission_earned: 1000,
    });
    const wanted = { ...affiliate, name: "New Sample" };
    expect([changed.status, await changed.json()]).toEqual([200, wanted]);
    const list: unknown[] = await (await staff.call("GET", "/api/affiliates")).json();
    expect(list[0]).toEqual({
      ...wanted,
      email: expect.any(String),
      total_clicks: 0,
      total_signups: 0,
      total_purchases: 0,
      commission_earned: 0,
    });
  });

  test("deletes once, then answers 404", async () => {
    const answers = [
      await staff.call("DELETE", `/api/affiliates/${affiliate.id}`),
      await staff.call("DELETE", `/api/affiliates/${affiliate.id}`),
    ];
    expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]))).toEqual([
      [200, { ok: true }],
      [404, { error: "This affiliate no longer exists." }],
    ]);
  });
});
