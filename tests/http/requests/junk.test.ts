import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { pickFields } from "../../support/database/factories.ts";
import { expectSoundFile } from "../../support/database/sound-file.ts";
import { leak } from "../../support/pages/html.ts";
import { everything, publish, totals } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const fewRuns = { numRuns: 60 } as const;

const app = useApp();
let staff: Client;
let ids: { regular: number; pro: number };
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
  ids = { regular: await publish(staff), pro: await publish(staff, {}, "/api/propicks") };
});

const names = Object.keys(pickFields());
const texts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 220 }),
  fc.double().map(String),
  fc.integer().map(String),
  fc.constantFrom(
    "",
    " ",
    "0",
    "-0",
    "✅",
    "❌",
    "✅\uFE0F",
    "NBA",
    "Other",
    "Manual Edge",
    "11/20/2026",
    "2026-02-29",
    "2028-02-29",
    "0000-00-00",
    "9999-12-31",
    "1000",
    "1000.00",
    "100%",
    "\u0000",
    "\ud800",
    "%00",
    "null",
    "__proto__",
    "🏀".repeat(200),
  ),
);
const values = fc.oneof(
  { weight: 3, arbitrary: texts },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.double({ noNaN: true }) },
);
const nearlyValid = (junk: fc.Arbitrary<unknown>) =>
  fc.dictionary(
    fc.constantFrom(...names, "id", "version", "stream", "settled", "created_at", "results", "notes", "next"),
    junk,
    { maxKeys: 4 },
  );
const fieldNames = fc.string({ unit: "binary", maxLength: 20 });

const forms = fc.constantFrom("/admin/picks", "/admin/propicks", "EDIT", "EDITPRO", "/admin/sidebar");
const calls = fc.constantFrom("POST /api/picks", "PUT EDIT", "POST /api/propicks", "PUT EDITPRO", "POST /api/sidebar");

test("nearly valid fields in every staff form", async () => {
  await fc.assert(
    fc.asyncProperty(forms, nearlyValid(texts), async (form, junk) => {
      await expectSafe(() => staff.post(pathOf(form, "/admin"), { ...pickFields(), ...junk }));
    }),
    fewRuns,
  );
  await expectTotals();
});

test("nearly valid fields in every staff API call", async () => {
  await fc.assert(
    fc.asyncProperty(calls, nearlyValid(values), async (call, junk) => {
      const [method = "", path = ""] = call.split(" ");
      await expectSafe(() =>
        staff.call(method, pathOf(path, "/api"), method === "PUT" ? junk : { ...pickFields(), ...junk }),
      );
    }),
    fewRuns,
  );
  await expectTotals();
});

test("any JSON with any field names", async () => {
  await fc.assert(
    fc.asyncProperty(
      calls,
      fc.oneof(fc.jsonValue({ maxDepth: 5 }), fc.dictionary(fieldNames, fc.jsonValue(), { maxKeys: 12 })),
      async (call, body) => {
        const [method = "", path = ""] = call.split(" ");
        await expectSafe(() => staff.call(method, pathOf(path, "/api"), body));
      },
    ),
    fewRuns,
  );
  await expectTotals();
});

test("any bytes with any content type", async () => {
  const types = fc.constantFrom(
    "application/json",
    "application/x-www-form-urlencoded",
    "text/plain",
    "application/json; charset=utf-16",
    "",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("/api/picks", "/api/login", "/admin/picks", "/login", "/logout"),
      types,
      fc.uint8Array({ maxLength: 400 }),
      async (path, type, bytes) => {
        await expectSafe(() =>
          app.client().fetch(path, {
            method: "POST",
            body: new Uint8Array(bytes),
            headers: { Origin: app.origin, ...(type === "" ? {} : { "Content-Type": type }) },
          }),
        );
      },
    ),
    fewRuns,
  );
});

test("any email and password at each sign-in never opens a session", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("/login", "/admin-login", "/api/login"),
      values,
      values,
      fc.integer({ min: 1, max: 254 }),
      async (path, email, password, last) => {
        const client = app.client();
        const headers = { Origin: app.origin, "X-Forwarded-For": `203.0.113.${last}` };
        await expectSafe(() =>
          path === "/api/login"
            ? client.fetch(path, {
                method: "POST",
                body: JSON.stringify({ email, password }),
                headers: { ...headers, "Content-Type": "application/json" },
              })
            : client.fetch(path, {
                method: "POST",
                body: new URLSearchParams({ email: asText(email), password: asText(password) }),
                headers,
              }),
        );
        expect(client.cookies.has("session")).toBe(false);
      },
    ),
    fewRuns,
  );
});

test("any query on every list and page", async () => {
  const parameters = fc.dictionary(
    fc.constantFrom(
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
      "_data",
      "index",
      "ref",
    ),
    texts,
    { maxKeys: 5 },
  );
  const paths = fc.constantFrom(
    "/",
    "/dashboard",
    "/history",
    "/propicks",
    "/propicks-history",
    "/admin",
    "/admin/picks",
    "/admin/propicks",
    "/admin/sidebar",
    "/api/picks",
    "/api/propicks",
    "/api/sidebar",
    "/login",
  );
  await fc.assert(
    fc.asyncProperty(paths, parameters, async (path, query) => {
      await expectSafe(() => staff.get(`${path}?${new URLSearchParams(query)}`));
    }),
    { numRuns: 120 },
  );
});

test("any text as an id", async () => {
  const id = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 30 }),
    fc.double().map(String),
    fc.bigInt().map(String),
  );
  const places = fc.constantFrom(
    "/admin/picks/ID",
    "/admin/picks/ID/delete",
    "/admin/propicks/ID",
    "/api/picks/ID",
    "/api/propicks/ID",
  );
  await fc.assert(
    fc.asyncProperty(places, id, async (place, text) => {
      await expectSafe(() => staff.get(place.replace("ID", () => encodeURIComponent(Buffer.from(text).toString()))));
    }),
    fewRuns,
  );
});

test("afterwards the totals match the picks, the file is intact and no error was logged", async () => {
  await expectTotals();
  expectSoundFile(app.path);
  expect((await staff.get("/dashboard")).status).toBe(200);
});

/** Never 5xx, no internals in the text, and a refusal changes nothing. */
async function expectSafe(send: () => Promise<Response>): Promise<void> {
  const before = await everything(app);
  const answer = await send();
  const text = await answer.text();
  expect(answer.status, text.slice(0, 300)).toBeLessThan(500);
  if (answer.status >= 400 && answer.status !== 401) expect(await everything(app)).toBe(before);
  if (answer.status >= 400)
    expect(leak(text.replace(/<input[^>]*>|<textarea[\s\S]*?<\/textarea>|<script[\s\S]*?<\/script>/g, ""))).toBeNull();
}

/** The value as a form field. `String` throws on an object whose own `toString` is null. */
function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function pathOf(name: string, base: string): string {
  if (name === "EDIT") return `${base}/picks/${ids.regular}`;
  return name === "EDITPRO" ? `${base}/propicks/${ids.pro}` : name;
}

async function expectTotals(): Promise<void> {
  const { stored, counted } = await totals(app);
  expect(stored).toEqual(counted);
}
