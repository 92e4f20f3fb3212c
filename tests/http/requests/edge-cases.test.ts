/**
 * Extreme numbers, dates, characters and sizes in every form field, API field, page filter and path id: never 500,
 * a refusal changes nothing, and every total stays the sum of its rows. junk.test.ts covers picks and panels.
 */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { createAffiliate, createAffiliateRequest } from "../../support/database/affiliates.ts";
import type { Client } from "../../support/app/app.ts";
import { builtRoutes, dataOf } from "../../support/app/built-routes.ts";
import { createUser, nextNumber, pickFields, testPassword } from "../../support/database/factories.ts";
import { expectSoundFile } from "../../support/database/sound-file.ts";
import { leak } from "../../support/pages/html.ts";
import { everything, publish, totals } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";
import { runs } from "../../support/runs.ts";

const seeded = (few: number) => ({ numRuns: runs(few), seed: 20261121 });

const app = useApp({ ADMIN_SECRET: "only-for-these-tests-0123456789" });
let staff: Client;
let member: Client;
let ids: { pick: number; person: number; member: number; affiliate: number };
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
  const user = await createUser(app.db);
  member = app.client();
  await member.signIn(user.email);
  ids = {
    pick: await publish(staff),
    person: (await createUser(app.db)).id,
    member: user.id,
    affiliate: await createAffiliate(app.db, { purchases: [40, 41] }),
  };
  for (let index = 0; index < 3; index += 1) await createAffiliateRequest(app.db);
  await staff.call("POST", "/api/learn", { type: "tip", content: ["one", "two"] });
});

const numbers = [
  "0",
  "-0",
  "+0",
  "00",
  "1",
  "-1",
  "1.0",
  "1.00",
  "1.001",
  "0.1",
  ".5",
  "5.",
  "1e3",
  "1E-7",
  "0x10",
  "1_000",
  "1,5",
  "١",
  "１",
  "NaN",
  "Infinity",
  "999.99",
  "1000",
  "1000.01",
  "2147483648",
  "9007199254740991",
  "9007199254740993",
  "18446744073709551616",
  "-9223372036854775809",
  "9".repeat(400),
  `0.${"0".repeat(400)}1`,
];
const dates = [
  "02/29/2026",
  "02/29/2028",
  "2028-02-29",
  "2026-02-30",
  "13/01/2026",
  "00/00/0000",
  "0000-00-00",
  "9999-12-31",
  "99999-12-31",
  "-0001-01-01",
  "2026-11-21T00:00:00Z",
  "2026-1-1",
  "11/1/2026",
  "11-21-2026",
  "today",
  "2026-11-01",
  "2026-03-08",
];
const characters = [
  "",
  " ",
  "\t",
  "\n",
  "\r\n",
  "\u0000",
  "a\u0000b",
  "\u007f",
  "\u0085",
  "\u200b",
  "\u202e abc",
  "\ufeff",
  "\ufffe",
  "\ud800",
  "\udfff\ud800",
  "e\u0301",
  "ﷺ",
  "🂡",
  "👩‍👩‍👧‍👦".repeat(30),
  "İ",
  "ß",
  "ſ",
  "%",
  "%00",
  "_",
  "\\",
  "'",
  '"',
  "`",
  "--",
  "/*",
  "<b>",
  "{{x}}",
  "${x}",
  "=1+1",
  "../../",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "true",
  "[]",
  "{}",
  "✅",
  "✅\ufe0f",
  "dark",
  "user",
  "superadmin",
  "Active",
];
const sizes = [7, 8, 40, 41, 100, 101, 128, 129, 200, 201, 254, 255, 2000, 2001, 5001, 20_001, 60_000].map((length) =>
  "x".repeat(length),
);
const texts = fc.oneof(
  fc.constantFrom(...numbers, ...dates, ...characters, ...sizes),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.double().map(String),
);
const values = fc.oneof(
  { weight: 3, arbitrary: texts },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0, -0, 1, -1, 1e21, 1e-7, 2 ** 53, true, false, null, [], {}, [[]], ["a"], [null]),
  },
);

interface Target {
  send: "form" | "call";
  method: string;
  path: string;
  by: "staff" | "member" | "visitor";
  validFields: Readonly<Record<string, unknown>>;
}
const form = (path: string, by: Target["by"], validFields: Target["validFields"]): Target => ({
  send: "form",
  method: "POST",
  path,
  by,
  validFields,
});
const call = (line: string, by: Target["by"], validFields: Target["validFields"]): Target => ({
  send: "call",
  method: line.split(" ")[0] ?? "",
  path: line.split(" ")[1] ?? "",
  by,
  validFields,
});

const person = {
  name: "Edge",
  phone: "555-0100",
  email: "edge@example.test",
  password: "line-shopping-2026",
  role: "user",
  age_confirmed: "yes",
  session_id: "",
};
const targets: readonly Target[] = [
  form("/signup?payment_success=true", "visitor", { ...person, confirm_password: person.password, admin_secret: "" }),
  call("POST /api/signup", "visitor", person),
  call("POST /api/signup", "visitor", { ...person, role: "admin", admin_secret: "only-for-these-tests-0123456789" }),
  form("/forgot-password", "visitor", { email: "edge@example.test" }),
  call("POST /api/request-otp", "visitor", { email: "edge@example.test" }),
  call("POST /api/verify-otp", "visitor", {
    email: "edge@example.test",
    otp: "00000000",
    new_password: "another-horse-9",
  }),
  form("/affiliate-signup", "visitor", { name: "Edge", email: "edge@partner.example", phone: "555-0100", remarks: "" }),
  call("POST /api/track-visit", "visitor", { ref: "x" }),
  call("POST /api/log-purchase", "visitor", { user_id: 1 }),
  form("/profile", "member", { name: "Edge", phone: "555-0100" }),
  call("PUT /api/users/MEMBER", "member", { name: "Edge", phone: "" }),
  form("/profile/password", "member", {
    current_password: testPassword,
    password: testPassword,
    confirm_password: testPassword,
  }),
  form("/profile/sessions", "member", { session_id: 1 }),
  form("/settings", "member", { display_mode: "dark", email_notifications: "enabled", sms_alerts: "disabled" }),
  call("PUT /api/settings", "member", { display_mode: "dark" }),
  form("/settings/news", "member", {
    quiet_from: "22:00",
    quiet_until: "07:00",
    quiet_late: "never",
    zone: "UTC",
    push_text: "count",
  }),
  call("PUT /api/news-settings", "member", { quiet_from: "22:00", quiet_until: "07:00", zone: "UTC" }),
  call("POST /api/member-picks", "member", { pick_id: 1 }),
  form("/dashboard", "member", { pick_id: 1 }),
  call("POST /api/member-propicks", "member", { propick_id: 1 }),
  form("/admin/users", "staff", {
    email: "added@example.test",
    password: "line-shopping-2026",
    role: "user",
    name: "Added",
  }),
  form("/admin/users/import", "staff", { text: "email,until\nimported@example.test,2090-01-01" }),
  call("POST /api/users", "staff", { email: "added2@example.test", password: "line-shopping-2026", role: "user" }),
  call("PUT /api/users/PERSON/role", "staff", { role: "user" }),
  call("PUT /api/users/PERSON/status", "staff", { status: "Active" }),
  call("PUT /api/users/PERSON/password", "staff", { password: "line-shopping-2026" }),
  form("/admin/affiliates/new", "staff", { name: "Edge", email: "p@example.test" }),
  call("POST /api/affiliates", "staff", { name: "Edge", email: "p2@example.test" }),
  call("PUT /api/affiliates/AFFILIATE", "staff", { name: "Edge", email: "p3@example.test", version: 1 }),
  form("/admin/affiliates/payouts/confirm", "staff", { pay_1: "1960" }),
  form("/admin/learn", "staff", { type: "tip", content: "a\n---\nb", version: "1" }),
  call("POST /api/learn", "staff", { type: "glossary", content: ["a"] }),
  call("POST /api/tips", "staff", { content: "a" }),
  form("/admin/learn/preview", "staff", { type: "tip", content: "a" }),
  form("/admin/site/faq", "staff", { body: "a", version: "1" }),
  form("/admin/site/faq/preview", "staff", { body: "a" }),
  form("/admin/site/faq/restore", "staff", { version: "1" }),
  form("/admin/sidebar", "staff", { results: "a", notes: "b", next: "c", version: "1" }),
  form("/admin/learn/restore", "staff", { type: "tip", version: "2" }),
  form("/admin/sidebar/restore", "staff", { version: "2" }),
  call("PUT /api/picks/PICK", "staff", { ...pickFields(), version: 1 }),
  form("/admin/picks/PICK", "staff", { ...pickFields({ verdict: "✅", units_result: "1.25" }), version: "1" }),
];
// A wrong password, code or admin secret changes the database: it is counted.
const countedPaths = ["/profile/password", "/api/verify-otp"];

test("every field of every form and call accepts an extreme value or refuses it with a message", async () => {
  const cases = fc.constantFrom(...targets).chain((target) =>
    fc.tuple(
      fc.constant(target),
      fc.dictionary(fc.constantFrom(...Object.keys(target.validFields)), target.send === "form" ? texts : values, {
        minKeys: 1,
        maxKeys: 2,
      }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(cases, async (given) => {
      const [target, edges] = given;
      await expectSafe(
        () => send(target, { ...target.validFields, ...edges }),
        !countedPaths.includes(target.path) && !("admin_secret" in edges),
      );
    }),
    seeded(150),
  );
}, 120_000);

test("no single extreme value in any field causes a 500", async () => {
  for (const target of targets) {
    for (const name of Object.keys(target.validFields)) {
      for (const edge of [
        "\u0000",
        "\ud800",
        "9".repeat(400),
        "0000-00-00",
        "x".repeat(60_000),
        ...(target.send === "call" ? [null, true, {}, [], 1e21] : []),
      ]) {
        const answer = await send(target, { ...target.validFields, [name]: edge });
        expect(
          [target.path, name, typeof edge === "string" ? edge.slice(0, 9) : edge, answer.status < 500],
          await answer.text(),
        ).toEqual([target.path, name, typeof edge === "string" ? edge.slice(0, 9) : edge, true]);
      }
    }
  }
}, 120_000);

const pages = builtRoutes();
const parameters = [
  "sport",
  "sort",
  "start",
  "end",
  "date",
  "range",
  "page",
  "limit",
  "before",
  "status",
  "id",
  "tab",
  "stream",
  "type",
  "q",
  "from",
  "ref",
  "session_id",
  "payment_success",
  "pay_1",
  "index",
  "action",
  "who",
  "to",
  "subject",
  "subject_id",
];

test("every page and list handles any filter", async () => {
  const query = fc.dictionary(
    fc.constantFrom(...parameters),
    texts.filter((text) => text.length < 3000),
    { minKeys: 1, maxKeys: 4 },
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...pages), query, fc.boolean(), async ({ id, path }, filter, asData) => {
      const address = `${filled(path, "1")}?${new URLSearchParams(filter)}`;
      await expectSafe(() => staff.get(asData ? dataOf(address, id) : address), false);
    }),
    seeded(120),
  );
}, 60_000);

test("an extreme path id finds a row or is refused", async () => {
  const withId = pages.filter(({ path }) => path.includes("$"));
  const edges = [
    "0",
    "-1",
    "1e0",
    "１",
    "9007199254740992",
    "9".repeat(30),
    "__proto__",
    "1'--",
    "%",
    "%2f",
    "1/..",
    "\u0000",
    "💩",
    "1?x",
    "x".repeat(3000),
  ];
  for (const { id, path, isApi } of withId) {
    for (const edge of edges) {
      for (const method of isApi ? ["GET", "PUT", "DELETE"] : ["GET", "POST"]) {
        const answer = await request(
          method,
          isApi ? filled(path, encodeURIComponent(edge)) : dataOf(filled(path, encodeURIComponent(edge)), id),
          isApi,
        );
        const refused = answer.headers.has("x-remix-redirect") || (answer.status >= 400 && answer.status < 500);
        expect(
          [
            method,
            path,
            edge,
            refused && leak((await answer.text()).replace(/<script[\s\S]*?<\/script>/g, "")) === null,
          ],
          String(answer.status),
        ).toEqual([method, path, edge, true]);
      }
    }
  }
}, 60_000);

test("afterwards every total is the sum of its rows, the file is intact, and no error was logged", async () => {
  const { stored, counted: recounted } = await totals(app);
  expect(stored).toEqual(recounted);
  const lists = await app.db
    .selectFrom("learn_entries")
    .select(["kind", "position"])
    .orderBy("kind")
    .orderBy("position")
    .execute();
  for (const kind of ["glossary", "tip"])
    expect(lists.filter((row) => row.kind === kind).map((row) => row.position)).toEqual(
      lists.filter((row) => row.kind === kind).map((_row, index) => index + 1),
    );
  const items = await app.db
    .selectFrom("payout_items")
    .innerJoin("commissions", "commissions.id", "payout_items.commission_id")
    .select("amount_cents")
    .execute();
  expect(items.reduce((sum, item) => sum + item.amount_cents, 0) % 980).toBe(0);
  const strays = await app.db
    .selectFrom("users")
    .select("id")
    .where((row) =>
      row.or([
        row("role", "not in", ["user", "propicksmanager", "admin", "superadmin"]),
        row("email", "=", ""),
        row("password_hash", "not like", "$argon2id$%"),
      ]),
    )
    .execute();
  expect(strays).toEqual([]);
  expectSoundFile(app.path);
  expect((await staff.get("/admin")).status).toBe(200);
});

/** Never 5xx, no internals in the text, and a refusal changes nothing. */
async function expectSafe(ask: () => Promise<Response>, unchanged: boolean): Promise<void> {
  const before = unchanged ? await everything(app) : "";
  const answer = await ask();
  const text = await answer.text();
  expect(answer.status, text.slice(0, 300)).toBeLessThan(500);
  if (answer.status < 400) return;
  if (unchanged) expect(await everything(app)).toBe(before);
  expect(leak(text.replace(/<input[^>]*>|<textarea[\s\S]*?<\/textarea>|<script[\s\S]*?<\/script>/g, ""))).toBeNull();
}

function send({ send: kind, method, path, by }: Target, fields: Readonly<Record<string, unknown>>): Promise<Response> {
  const client = by === "visitor" ? app.client() : by === "staff" ? staff : member;
  const address = path
    .replace("PERSON", String(ids.person))
    .replace("MEMBER", String(ids.member))
    .replace("AFFILIATE", String(ids.affiliate))
    .replace("PICK", String(ids.pick));
  const body =
    kind === "call"
      ? JSON.stringify(fields)
      : new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();
  const type = kind === "call" ? "application/json" : "application/x-www-form-urlencoded";
  return client.fetch(address, {
    method,
    body,
    headers: {
      Origin: app.origin,
      "Content-Type": type,
      "X-Forwarded-For": `2001:db8:${nextNumber().toString(16)}:1::1`,
    },
  });
}

function request(method: string, path: string, isApi: boolean): Promise<Response> {
  if (method === "GET") return staff.get(path);
  return isApi ? staff.call(method, path, {}) : staff.post(path, pickFields());
}

function filled(path: string, id: string): string {
  return path.replace(/\$\w*/, () => id);
}
