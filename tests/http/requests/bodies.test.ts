import { beforeAll, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createUser, formFields, pickFields, testPassword } from "../../support/database/factories.ts";
import { rawChunked, sendRaw } from "../../support/app/raw.ts";
import { everything } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

const json = "application/json";

const app = useApp();
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
});

test.each([
  ["truncated JSON", '{"game":'],
  ["not JSON", "game=1"],
  ["a comment", "{}//"],
  ["two objects", "{}{}"],
  ["a list", "[]"],
  ["a list of picks", '[{"game":"x"}]'],
  ["null", "null"],
  ["a string", '"x"'],
  ["a number", "1"],
  ["true", "true"],
  ["NaN", '{"unit_size":NaN}'],
  ["endless brackets", "[".repeat(60_000)],
])("%s as a body is malformed: 400 and nothing stored", async (_title, body) => {
  await refuses(body, 400);
});

test("more than a hundred fields are refused", async () => {
  const own = Object.keys(pickFields()).length;
  const withMore = (count: number) =>
    pickFields(Object.fromEntries(Array.from({ length: count - own }, (_, index) => [`f${index}`, 1])));
  await refuses(JSON.stringify(withMore(101)), 400);
  expect((await staff.post("/admin/picks", withMore(101))).status).toBe(400);
  expect((await sendJson(JSON.stringify(withMore(100)))).status).toBe(201);
});

test.each([
  ["deep nesting in a field", `{"game":${"[".repeat(30_000)}${"]".repeat(30_000)}}`],
  ["deep objects in a field", `{"game":${'{"a":'.repeat(9000)}1${"}".repeat(9000)}}`],
  ["an object instead of a text", '{"game":{"toString":1}}'],
  ["a list instead of a sport", '{"sport":["NBA"]}'],
])("%s is invalid, not a crash", async (_title, body) => {
  await refuses(body, 400);
});

test("__proto__ and constructor in a body pollute nothing", async () => {
  const body = `{"__proto__":{"unit_size":"1","sport":"NBA","tag":"Manual Edge","role":"superadmin"},"constructor":{"prototype":{"polluted":1}}}`;
  const answer = await sendJson(body);
  expect([answer.status, Object.keys((await answer.json()).fields).sort()]).toEqual([
    400,
    ["sport", "tag", "unit_size"],
  ]);
  const form = await staff.post("/admin/picks", {
    ["__proto__"]: "x",
    constructor: "x",
    hasOwnProperty: "x",
    ...formFields(),
  });
  expect(form.status).toBe(303);
});

test.each([
  ["exponents", "1e3"],
  ["hex", "0x10"],
  ["NaN", "NaN"],
  ["Infinity", "Infinity"],
  ["a comma for thousands", "1,500"],
  ["two signs", "--1"],
  ["a word", "one"],
  ["true", true],
  ["a list", [1]],
  ["an object", {}],
  ["a tiny JSON number", 1e-7],
  ["a huge JSON number", 1e21],
  ["full-width digits", "１"],
  ["three decimals", "1.234"],
  ["a negative size", "-0.01"],
  ["over the limit", "1000.01"],
])("a unit size of %s is refused", async (_title, value) => {
  const answer = await staff.call("POST", "/api/picks", pickFields({ unit_size: value }));
  expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, ["unit_size"]]);
});

test.each([
  ["blanks and a percent sign", " 5 % ", 5],
  ["a plus", "+5", 5],
  ["a number", 5, 5],
  ["trailing zeros", "5.50000", 5.5],
  ["no leading zero", ".5", 0.5],
  ["minus zero", "-0", 0],
])("a unit size with %s is parsed", async (_title, value, stored) => {
  const row = await (await staff.call("POST", "/api/picks", pickFields({ unit_size: value }))).json();
  expect(Object.is(row.unit_size, stored)).toBe(true);
});

test.each([
  ["NUL", "a\u0000b"],
  ["a bell", "a\u0007b"],
  ["DEL", "a\u007fb"],
  ["C1", "a\u0085b"],
  ["half a surrogate pair", "a\ud800b"],
  ["the other half", "\udc00"],
  ["a line break", "a\nb"],
  ["a tab", "a\tb"],
])("a game with %s is refused at its field", async (_title, game) => {
  const answer = await staff.call("POST", "/api/picks", pickFields({ game }));
  expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([400, ["game"]]);
});

test("text is stored in NFC, trimmed, without direction controls", async () => {
  const row = await (
    await staff.call("POST", "/api/picks", pickFields({ game: "  Cafe\u0301 \u202Eevil\u202C  " }))
  ).json();
  expect(row.game).toBe("Caf\u00e9 evil");
});

test.each([
  "text/plain",
  "multipart/form-data; boundary=x",
  "application/xml",
  "text/json",
  "application/json-patch+json",
  "",
])("a body of type %j is 415", async (type) => {
  const before = await everything(app);
  const answer = await staff.fetch("/api/picks", {
    method: "POST",
    body: new TextEncoder().encode(JSON.stringify(pickFields())),
    headers: { Origin: app.origin, ...(type === "" ? {} : { "Content-Type": type }) },
  });
  expect([answer.status, Object.keys(await answer.json())]).toEqual([415, ["error"]]);
  expect(await everything(app)).toBe(before);
});

test.each(["Application/JSON", "application/json;charset=utf-8", " application/json ; charset=utf-8"])(
  "a body of type %j is JSON",
  async (type) => {
    const answer = await staff.fetch("/api/picks", {
      method: "POST",
      body: new TextEncoder().encode(JSON.stringify(pickFields())),
      headers: { Origin: app.origin, "Content-Type": type },
    });
    expect(answer.status).toBe(201);
    const { email } = await createUser(app.db);
    const signedIn = await app.client().fetch("/api/login", {
      method: "POST",
      body: new TextEncoder().encode(JSON.stringify({ email, password: testPassword })),
      headers: { "Content-Type": type },
    });
    expect(signedIn.status).toBe(200);
  },
);

test("an empty body needs no content type", async () => {
  const answer = await staff.fetch("/api/picks", { method: "POST", headers: { Origin: app.origin } });
  expect([answer.status, Object.keys((await answer.json()).fields)]).toEqual([
    400,
    expect.arrayContaining(["unit_size"]),
  ]);
});

test("the API accepts only JSON: a form body is 415", async () => {
  const answer = await staff.fetch("/api/picks", {
    method: "POST",
    body: new URLSearchParams({ sport: "NBA", tag: "Manual Edge", unit_size: "1" }),
    headers: { Origin: app.origin },
  });
  expect(answer.status).toBe(415);
});

test("a page's form is never multipart", async () => {
  const body = new FormData();
  body.set("unit_size", "1");
  expect((await staff.fetch("/admin/picks", { method: "POST", body, headers: { Origin: app.origin } })).status).toBe(
    415,
  );
});

test("64 KB is accepted, one byte more is 413", async () => {
  const fits = JSON.stringify({ game: "" });
  expect((await sendJson(fits.replace('""', `"${"x".repeat(65_536 - fits.length)}"`))).status).toBe(400);
  const before = await everything(app);
  const over = await sendJson(fits.replace('""', `"${"x".repeat(65_537 - fits.length)}"`));
  expect([over.status, over.headers.get("connection"), (await over.json()).error]).toEqual([
    413,
    "close",
    "This is too long: at most 64 KB can be sent at once.",
  ]);
  expect((await staff.post("/admin/picks", { game: "x".repeat(70_000) })).status).toBe(413);
  expect((await app.client().post("/login", { email: "x".repeat(70_000) })).status).toBe(413);
  expect(await everything(app)).toBe(before);
});

test("a stream without a length is also stopped at 64 KB", async () => {
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  for (const [path, type] of [
    ["/api/picks", json],
    ["/admin/picks", "application/x-www-form-urlencoded"],
  ] as const) {
    const answer = await rawChunked(
      app.origin,
      path,
      { Cookie: cookie, Origin: app.origin, "Content-Type": type },
      Array.from({ length: 40 }, () => "x".repeat(8192)),
    );
    expect([path, answer.status]).toEqual([path, 413]);
  }
});

test("a false Content-Length does not help", async () => {
  const answer = await sendRaw(
    app.origin,
    `POST /api/picks HTTP/1.1\r\nHost: ${new URL(app.origin).host}\r\nConnection: close\r\nContent-Type: ${json}\r\nContent-Length: 99999999\r\n\r\n{}`,
  );
  expect(answer.status).toBe(413);
});

test("text that is not UTF-8 is malformed", async () => {
  const bytes = new Uint8Array([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]);
  const answer = await staff.fetch("/api/picks", {
    method: "POST",
    body: bytes,
    headers: { Origin: app.origin, "Content-Type": json },
  });
  expect([answer.status, (await answer.json()).error]).toEqual([400, "The text is not valid UTF-8."]);
});

async function refuses(body: string, status: number): Promise<void> {
  const before = await everything(app);
  const answer = await sendJson(body);
  expect([answer.status, typeof (await answer.json()).error]).toEqual([status, "string"]);
  expect(await everything(app)).toBe(before);
}

function sendJson(body: string): Promise<Response> {
  return staff.fetch("/api/picks", { method: "POST", body, headers: { Origin: app.origin, "Content-Type": json } });
}
