import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { roles } from "../../../app/policy.ts";
import type { Client } from "../../support/app/app.ts";
import { builtRoutes } from "../../support/app/built-routes.ts";
import { type Schema, Reader } from "../../support/pages/description.ts";
import { createUser, nextNumber, pickFields, testPassword } from "../../support/database/factories.ts";
import { mailedCode } from "../../support/mailbox.ts";
import { StripeStandIn } from "../../support/stripe.ts";
import { newSubscription } from "../../support/push-device.ts";
import { useApp } from "../../support/app/use-app.ts";

let reader: Reader;
let visitor: Client;
let member: Client;
let superadmin: Client;
const stripe = new StripeStandIn();
beforeAll(() => stripe.start());
afterAll(() => stripe.stop());
const app = useApp(() => ({ ...stripe.env }));
const newPassword = "another-horse-9";
const unknownId = 999_999_999;
const newEmail = () => `api${nextNumber()}@example.test`;
beforeAll(async () => {
  reader = await Reader.of(app);
  visitor = app.client();
  [member, superadmin] = [await app.signedIn("user"), await app.signedIn("superadmin")];
});

async function idOf(answer: Response): Promise<number> {
  const { id }: { id: number } = await answer.json();
  return id;
}

describe("the description", () => {
  test("is valid OpenAPI 3.1, public and the same for every caller", async () => {
    const [publicAnswer, staffAnswer] = [
      await visitor.get("/api/openapi.json"),
      await superadmin.get("/api/openapi.json"),
    ];
    const text = await publicAnswer.text();
    expect([
      publicAnswer.status,
      publicAnswer.headers.get("content-type"),
      text === (await staffAnswer.text()),
    ]).toEqual([200, "application/json; charset=utf-8", true]);
    expect(await new Validator().validate(JSON.parse(text))).toMatchObject({ valid: true });
    expect(text).not.toMatch(/password_hash|argon2|signing-value|sk-for-tests|price_all_access|\$schema|undefined/);
  });

  test("passes the linter", async () => {
    // Two rules that Spectral has, but that are not in this linter's recommended set.
    const config = await createConfig({
      extends: ["recommended"],
      rules: { "info-contact": "error", "operation-tag-defined": "error" },
    });
    const problems = await lintFromString({ source: JSON.stringify(reader.description), config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)).toEqual(
      [],
    );
  });

  test("tells the items of each array", () => {
    const arrays: boolean[] = [];
    JSON.stringify(reader.description, (_name, value) => {
      if ([value?.type].flat().includes("array")) arrays.push("items" in value);
      return value;
    });
    expect([arrays.length > 20, arrays.includes(false)]).toEqual([true, false]);
  });

  test("has every API route with exactly the methods that it answers", async () => {
    const routes = builtRoutes()
      .filter(({ id, isApi }) => isApi && id !== "routes/api.$")
      .map(({ path }) => path.replace(/\$(\w+)/g, "{$1}"));
    expect(routes.length).toBeGreaterThan(25);
    const answered = await Promise.all(
      routes.map(async (path) => {
        const allowed = (await superadmin.call("PATCH", path.replace(/\{\w+\}/, "1"), {})).headers.get("allow") ?? "";
        return allowed
          .split(", ")
          .filter((method) => method !== "HEAD")
          .map((method) => `${method} ${path}`);
      }),
    );
    expect(
      reader.calls.map(({ call }) => call).toSorted(),
      "The path given to endpoint() must match the path of its file name",
    ).toEqual(answered.flat().toSorted());
  });

  test("names the headers of a refusal", () => {
    const { responses } = reader.description.components;
    expect(
      Object.entries(responses).flatMap(([name, { headers }]) => (headers ? [[name, Object.keys(headers)]] : [])),
    ).toEqual([
      ["Refused401", ["WWW-Authenticate"]],
      ["Refused429", ["Retry-After"]],
      ["Refused503", ["Retry-After"]],
    ]);
  });

  test("allows no additional properties in responses", () => {
    const { schemas, responses } = reader.description.components;
    const contents = [
      ...reader.calls.flatMap(({ described }) => Object.values(described.responses)),
      ...Object.values(responses),
    ];
    const inAnswers: Schema[] = contents.flatMap(({ content }) =>
      content ? [content["application/json"].schema] : [],
    );
    const named = Object.entries(schemas).flatMap(([name, schema]) => (name === "Description" ? [] : [schema]));
    expect(named.length).toBeGreaterThan(15);
    expect([...named, ...inAnswers].flatMap(openObjects)).toEqual([]);
  });

  test("lists the same roles that the server allows", async () => {
    const people = await Promise.all(roles.map(async (role) => ({ role, client: await app.signedIn(role) })));
    for (const { call, method, path, described } of reader.calls) {
      const allowedRoles = described["x-roles"];
      const ask = async (client: Client) =>
        (
          await client.call(
            method,
            path.replace(/\{\w+\}/, String(unknownId)),
            method === "GET" ? undefined : { unit_size: "nonsense", results: "\u0000" },
          )
        ).status;
      expect([call, described.security.some((scheme) => Object.keys(scheme).length === 0)]).toEqual([
        call,
        allowedRoles === undefined,
      ]);
      if (!allowedRoles) continue;
      expect([call, await ask(visitor)]).toEqual([call, 401]);
      for (const { role, client } of people)
        expect([call, role, (await ask(client)) !== 403]).toEqual([call, role, allowedRoles.includes(role)]);
    }
  });
});

test("lists as required exactly the fields that an empty body misses", async () => {
  const bodies = reader.calls.flatMap(({ call, method, path, described }) => {
    const schema = described.requestBody?.content?.["application/json"].schema;
    return schema?.properties && !path.includes("webhook")
      ? [
          {
            call,
            method,
            path,
            required: schema.required ?? [],
            as: (described["x-roles"]?.includes("superadmin") ?? true) ? superadmin : member,
          },
        ]
      : [];
  });
  expect(bodies.length).toBeGreaterThan(15);
  for (const { call, method, path, required, as } of bodies) {
    const { fields = {} }: { fields?: object } = await (
      await as.call(method, path.replace(/\{\w+\}/, String(unknownId)), {})
    ).json();
    expect([call, Object.keys(fields).toSorted()]).toEqual([call, [...required].toSorted()]);
  }
});

test("states defaults, and requires a body only where one is needed", async () => {
  const schemaOf = ({ schema }: { schema: Schema }) => schema;
  const limits = reader.calls.flatMap(({ call, described }) =>
    (described.parameters ?? [])
      .filter(({ name }) => name === "limit")
      .map((parameter) => [call, schemaOf(parameter).default]),
  );
  expect(limits.length).toBeGreaterThan(5);
  expect(limits.filter(([, usual]) => usual !== 100)).toEqual([["GET /api/record/ledger", 500]]);
  const { requestBody: signUp } = reader.description.paths["/api/signup"]?.post ?? {};
  expect(signUp?.content?.["application/json"].schema.properties?.role?.default).toBe("user");
  const optional = reader.calls
    .filter(({ described }) => described.requestBody?.required === false)
    .map(({ call }) => call);
  expect(optional).toEqual(
    expect.arrayContaining(["PUT /api/users/{id}/status", "PUT /api/picks/{id}", "POST /api/sidebar"]),
  );
  for (const call of ["POST /api/picks", "PUT /api/users/{id}", "POST /api/stripe/webhook"])
    expect(optional).not.toContain(call);
  const { id } = await createUser(app.db);
  expect((await superadmin.call("PUT", `/api/users/${id}/status`)).status).toBe(200);
});

test("a deletion accepts a version", async () => {
  const id = await idOf(await superadmin.call("POST", "/api/picks", pickFields()));
  expect(
    reader.description.paths["/api/picks/{id}"]?.delete?.requestBody?.content?.["application/json"].schema.properties,
  ).toHaveProperty("version");
  await reader.call("DELETE /api/picks/{id}", { as: superadmin, id, body: { version: 2 }, status: 409 });
  await reader.call("DELETE /api/picks/{id}", { as: superadmin, id, body: { version: 1 }, status: 200 });
});

test("accepts null for the fields that a pick may return as null", async () => {
  const created: Record<string, unknown> = await (
    await superadmin.call("POST", "/api/picks", pickFields({ sim_confidence: null, units_result: null, verdict: null }))
  ).json();
  expect(created).toMatchObject({ sim_confidence: null, units_result: null, verdict: "" });
  const { properties = {} } =
    reader.description.paths["/api/picks"]?.post?.requestBody?.content?.["application/json"].schema ?? {};
  const nullable = Object.keys(properties).filter((name) => JSON.stringify(properties[name]).includes('"null"'));
  expect(nullable.toSorted()).toEqual([
    "away",
    "beat_clv",
    "book",
    "closing_line",
    "closing_odds",
    "external_id",
    "game",
    "game_date",
    "game_external_id",
    "home",
    "line",
    "market",
    "odds",
    "pick",
    "playable_to",
    "side",
    "sim_confidence",
    "starts_at",
    "time",
    "units_result",
    "verdict",
    "why",
  ]);
  const [profile = {}] =
    reader.description.paths["/api/users/{id}"]?.put?.requestBody?.content?.["application/json"].schema.anyOf ?? [];
  const self = await createUser(app.db);
  const client = app.client();
  await client.signIn(self.email);
  await reader.call("PUT /api/users/{id}", {
    as: client,
    id: self.id,
    body: { name: self.name, phone: null },
    status: 200,
  });
  expect(reader.problems(profile, { name: null })).not.toEqual([]);
});

function openObjects(schema: Schema): string[] {
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
  ];
  return [
    ...(schema.type === "object" && schema.additionalProperties === undefined ? [JSON.stringify(schema)] : []),
    ...inner.flatMap(openObjects),
  ];
}

// The last one looks back at all others.
describe("real responses match the description", { shuffle: false }, () => {
  test.each([
    ["picks", "member-picks", "pick_id"],
    ["propicks", "member-propicks", "propick_id"],
  ])("for %s and %s", async (picks, card, name) => {
    const id = await idOf(
      await reader.call(`POST /api/${picks}`, {
        as: superadmin,
        body: pickFields({ sim_confidence: 57.6, unit_size: 1.5 }),
        status: 201,
      }),
    );
    await reader.call(`POST /api/${picks}`, { as: superadmin, body: pickFields({ unit_size: "x" }), status: 400 });
    await reader.call(`POST /api/${picks}`, { as: member, body: pickFields(), status: 403 });
    const draft = await idOf(
      await reader.call(`POST /api/${picks}`, { as: superadmin, body: pickFields({ draft: true }), status: 201 }),
    );
    await reader.call(`GET /api/${picks}`, { as: superadmin, query: "?status=draft", status: 200 });
    await reader.call(`POST /api/${picks}/{id}/publish`, {
      as: superadmin,
      id: draft,
      body: { version: 9 },
      status: 409,
    });
    await reader.call(`POST /api/${picks}/{id}/publish`, { as: superadmin, id: draft, status: 200 });
    const rows = [pickFields({ pick: "Celtics -9", unit_size: 6 })];
    await reader.call(`POST /api/${picks}/import`, { as: superadmin, body: rows, query: "?dry_run=1", status: 200 });
    await reader.call(`POST /api/${picks}/import`, { as: superadmin, body: rows, query: "?confirm=0", status: 409 });
    await reader.call(`POST /api/${card}`, { as: member, body: { [name]: id }, status: 201 });
    await reader.call(`POST /api/${card}`, { as: member, body: { [name]: unknownId }, status: 404 });
    const own = { odds: -105, unit_size: 2, book: "A book" };
    await reader.call(`PUT /api/${card}/{${name}}`, { as: member, id, body: own, status: 200 });
    await reader.call(`PUT /api/${card}/{${name}}`, { as: member, id, body: { odds: 50 }, status: 400 });
    for (const path of [picks, card]) {
      await reader.call(`GET /api/${path}`, { as: member, query: "?limit=1&status=open", status: 200 });
      await reader.call(`GET /api/${path}`, { as: member, query: "?limit=0", status: 400 });
      await reader.call(`GET /api/${path}`, { as: visitor, status: 401 });
    }
    await reader.call(`DELETE /api/${card}/{${name}}`, { as: member, id, status: 200 });
    await reader.call(`DELETE /api/${card}/{${name}}`, { as: member, id, status: 404 });
    await reader.call(`POST /api/${card}`, { as: member, body: { [name]: String(id) }, status: 201 });
    await reader.call(`PUT /api/${picks}/{id}`, {
      as: superadmin,
      id,
      body: { verdict: "✅", units_result: 1.36, version: 1 },
      status: 200,
    });
    await reader.call(`PUT /api/${picks}/{id}`, {
      as: superadmin,
      id,
      body: { verdict: "❌", version: 1 },
      status: 409,
    });
    for (const verdict of ["tie", "🚫", "❌"])
      await reader.call(`PUT /api/${picks}/{id}`, {
        as: superadmin,
        id,
        body: { verdict, units_result: 0, reason: "A typing error." },
        status: 200,
      });
    await reader.call(`PUT /api/${picks}/{id}`, { as: superadmin, id, body: { verdict: "maybe" }, status: 400 });
    await reader.call(`DELETE /api/${card}/{${name}}`, { as: member, id, status: 409 });
    await reader.call(`GET /api/${card}`, { as: member, status: 200 });
    await reader.call(`GET /api/${picks}/{id}`, { as: member, id, status: 200 });
    await reader.call(`GET /api/${picks}/{id}`, { as: member, id: "x", status: 404 });
    const { headers } = await reader.call(`GET /api/${picks}/version`, { as: member, status: 200 });
    const known = await member.fetch(`/api/${picks}/version`, {
      headers: { "If-None-Match": headers.get("etag") ?? "" },
    });
    expect(reader.description.paths[`/api/${picks}/version`]?.get?.responses).toHaveProperty(String(known.status), {
      description: "Not modified.",
    });
    await reader.call(`GET /api/${picks}/version`, { as: visitor, status: 401 });
    await reader.call(`GET /api/${picks}/record`, { as: member, query: "?sport=NBA", status: 200 });
    await reader.call(`GET /api/${picks}/record`, { as: member, query: "?sort=x", status: 400 });
    await reader.call(`GET /api/${picks}/reading`, {
      as: superadmin,
      query: "?pick=Over%208.5&unit_size=1",
      status: 200,
    });
    await reader.call(`GET /api/${picks}/reading`, { as: superadmin, query: `?pick_id=${id}`, status: 200 });
    await reader.call(`GET /api/${picks}/reading`, { as: superadmin, query: "?odds=50", status: 400 });
    await reader.call(`GET /api/${picks}/reading`, { as: superadmin, query: "?pick_id=999999", status: 404 });
    await reader.call(`GET /api/${picks}/reading`, { as: member, status: 403 });
    const unusual = pickFields({ confirm: false, external_id: "a-pick" });
    await reader.call(`POST /api/${picks}`, { as: superadmin, body: unusual, status: 409 });
    await reader.call(`POST /api/${picks}`, { as: superadmin, body: { ...unusual, confirm: true }, status: 201 });
    await reader.call(`PUT /api/${picks}/{id}`, {
      as: superadmin,
      id,
      body: { unit_size: 6, confirm: false },
      status: 409,
    });
    await reader.call(`PUT /api/${picks}/{id}`, { as: superadmin, id, body: { unit_size: 6 }, status: 409 });
    await reader.call(`PUT /api/${picks}/{id}`, {
      as: superadmin,
      id,
      body: { unit_size: 6, reason: "A typing error." },
      status: 200,
    });
    await reader.call(`PUT /api/${picks}/{id}`, { as: superadmin, id, body: { external_id: "a-pick" }, status: 409 });
    await reader.call(`DELETE /api/${picks}/{id}`, { as: superadmin, id, status: 200 });
    await reader.call(`DELETE /api/${picks}/{id}`, { as: superadmin, id, status: 404 });
  });

  test("for texts, settings and the audit trail", async () => {
    await reader.call("POST /api/sidebar", { as: superadmin, body: { notes: "A" }, status: 200 });
    await reader.call("POST /api/sidebar", { as: superadmin, body: { notes: "\u0000" }, status: 400 });
    await reader.call("POST /api/learn", {
      as: superadmin,
      body: { type: "glossary", content: ["**A**", "B"] },
      status: 200,
    });
    await reader.call("POST /api/learn", { as: superadmin, body: { type: "x", content: [] }, status: 400 });
    await reader.call("POST /api/tips", { as: superadmin, body: { content: "A tip" }, status: 201 });
    await reader.call("POST /api/tips", { as: superadmin, body: { content: "" }, status: 400 });
    for (const path of ["sidebar", "learn", "tips", "settings", "news-settings"]) {
      await reader.call(`GET /api/${path}`, { as: member, status: 200 });
      await reader.call(`GET /api/${path}`, { as: visitor, status: 401 });
    }
    await reader.call("PUT /api/settings", {
      as: member,
      body: { display_mode: "light", sms_alerts: "enabled" },
      status: 200,
    });
    await reader.call("PUT /api/settings", { as: member, body: { display_mode: "blue" }, status: 400 });
    await reader.call("PUT /api/news-settings", {
      as: member,
      body: { wants: { "pick-starts": { mail: true } }, sports: ["NBA"], quiet_from: "22:00", quiet_until: "07:00" },
      status: 200,
    });
    await reader.call("PUT /api/news-settings", { as: member, body: { zone: "Mars/Base" }, status: 400 });
    await reader.call("GET /api/audit", { as: superadmin, query: "?limit=500", status: 200 });
    await reader.call("GET /api/audit", { as: superadmin, query: "?from=soon", status: 400 });
    await reader.call("GET /api/audit", { as: member, status: 403 });
    await reader.call("GET /api/openapi.json", { as: visitor, status: 200 });
    const wrongBearer = await visitor.fetch("/api/openapi.json", { headers: { Authorization: "Bearer wrong" } });
    reader.check("GET /api/openapi.json", wrongBearer, await wrongBearer.json());
  });

  test("for accounts", async () => {
    const account = { email: newEmail(), password: newPassword, role: "user", name: "Kim Test" };
    const id = await idOf(await reader.call("POST /api/users", { as: superadmin, body: account, status: 201 }));
    await reader.call("POST /api/users", { as: superadmin, body: account, status: 409 });
    await reader.call("GET /api/users", { as: superadmin, query: "?limit=2", status: 200 });
    await reader.call("GET /api/users", { as: member, status: 403 });
    await app.db
      .insertInto("subscriptions")
      .values({
        id: "sub_described",
        customer_id: "cus_1",
        user_id: id,
        email: account.email,
        status: "active",
        created_at: "2026-11-21T12:00:00.000Z",
        updated_at: "2026-11-21T12:00:00.000Z",
      })
      .execute();
    for (const [subscription, status] of [
      ["sub_described", 200],
      ["sub_unknown", 404],
    ] as const) {
      const answer = await superadmin.call("DELETE", `/api/users/${id}/subscriptions/${subscription}`);
      expect(answer.status).toBe(status);
      reader.check("DELETE /api/users/{id}/subscriptions/{subscription}", answer, await answer.json());
    }
    for (const [noun, body, wrong] of [
      ["access", { access: "until", until: "03/30/2027" }, { access: "x" }],
      ["status", {}, { status: "x" }],
      ["role", { role: "admin" }, { role: "superadmin" }],
      ["password", { password: testPassword }, { password: "short" }],
    ] as const) {
      await reader.call(`PUT /api/users/{id}/${noun}`, { as: superadmin, id, body, status: 200 });
      await reader.call(`PUT /api/users/{id}/${noun}`, { as: superadmin, id, body: wrong, status: 400 });
    }
    await reader.call("GET /api/users", { as: superadmin, query: "?payment=waiting", status: 200 });
    await app.db.updateTable("users").set({ payment_review: "waiting" }).where("id", "=", id).execute();
    await reader.call("PUT /api/users/{id}/payment", {
      as: superadmin,
      id,
      body: { payment: "confirmed" },
      status: 200,
    });
    await reader.call("PUT /api/users/{id}/payment", { as: superadmin, id, body: { payment: "refused" }, status: 409 });
    await reader.call("PUT /api/users/{id}/payment", { as: superadmin, id, body: { payment: "x" }, status: 400 });
    await reader.call("DELETE /api/users/{id}", { as: superadmin, id, status: 200 });
    await reader.call("DELETE /api/users/{id}", { as: superadmin, id, status: 404 });
    const self = await createUser(app.db);
    const client = app.client();
    await client.signIn(self.email);
    await reader.call("PUT /api/users/{id}", {
      as: client,
      id: self.id,
      body: { name: "Lee Test", phone: "555-0101" },
      status: 200,
    });
    await reader.call("PUT /api/users/{id}", {
      as: client,
      id: self.id,
      body: { password: newPassword, current_password: testPassword },
      status: 200,
    });
    await reader.call("PUT /api/users/{id}", {
      as: client,
      id: self.id,
      body: { password: "x", current_password: newPassword },
      status: 400,
    });
    await reader.call("PUT /api/users/{id}", { as: client, id: unknownId, body: { name: "x" }, status: 404 });
    await app.client().signIn(self.email, newPassword);
    const sessions: { id: number }[] = await (
      await reader.call("GET /api/sessions", { as: client, status: 200 })
    ).json();
    const device = await idOf(
      await reader.call("POST /api/alert-devices", { as: client, body: newSubscription(), status: 201 }),
    );
    await reader.call("POST /api/alert-devices", { as: client, body: { endpoint: "x" }, status: 400 });
    await reader.call("GET /api/alert-devices", { as: client, status: 200 });
    await reader.call("POST /api/alert-devices/{device_id}/test", { as: client, id: device, status: 200 });
    await reader.call("GET /api/own-data", { as: client, status: 200 });
    await reader.call("DELETE /api/alert-devices/{device_id}", { as: client, id: device, status: 200 });
    await reader.call("DELETE /api/alert-devices/{device_id}", { as: client, id: device, status: 404 });
    await reader.call("POST /api/alert-devices/{device_id}/test", { as: client, id: device, status: 404 });
    await reader.call("GET /api/break", { as: client, status: 200 });
    await reader.call("PUT /api/break", { as: client, body: { until: "tomorrow" }, status: 400 });
    const until = new Date(Date.now() + 2 * 86_400_000).toISOString();
    await reader.call("PUT /api/break", { as: client, body: { until }, status: 200 });
    const sooner = new Date(Date.now() + 86_400_000).toISOString();
    await reader.call("PUT /api/break", { as: client, body: { until: sooner }, status: 409 });
    await reader.call("GET /api/picks", { as: client, status: 403 });
    await reader.call("GET /api/sessions", { as: visitor, status: 401 });
    await reader.call("DELETE /api/sessions/{session_id}", { as: client, id: sessions[1]?.id ?? 0, status: 200 });
    await reader.call("DELETE /api/sessions/{session_id}", { as: client, id: sessions[1]?.id ?? 0, status: 404 });
  });

  test("for affiliates and their links", async () => {
    const id = await idOf(
      await reader.call("POST /api/affiliates", {
        as: superadmin,
        body: { name: "Sample Partner", email: newEmail() },
        status: 201,
      }),
    );
    await reader.call("POST /api/affiliates", { as: superadmin, body: { name: "", email: "x" }, status: 400 });
    await reader.call("GET /api/affiliates", { as: superadmin, status: 200 });
    await reader.call("GET /api/affiliates", { as: member, status: 403 });
    await reader.call("PUT /api/affiliates/{id}", {
      as: superadmin,
      id,
      body: { name: "Changed", version: 1 },
      status: 200,
    });
    await reader.call("PUT /api/affiliates/{id}", {
      as: superadmin,
      id,
      body: { name: "Changed again", version: 99 },
      status: 409,
    });
    await reader.call("DELETE /api/affiliates/{id}", { as: superadmin, id, status: 200 });
    await reader.call("DELETE /api/affiliates/{id}", { as: superadmin, id, status: 404 });
    await reader.call("POST /api/track-visit", { as: visitor, status: 200 });
    await expectCrossSiteRefused("POST /api/track-visit");
  });

  test("for sign-up, sign-in, sign-out and a forgotten password", async () => {
    const { session } = stripe.buy();
    const account = {
      name: "Robin Test",
      phone: "555-0100",
      email: newEmail(),
      password: testPassword,
      session_id: session.id,
    };
    const id = await idOf(await reader.call("POST /api/signup", { as: visitor, body: account, status: 201 }));
    await reader.call("POST /api/signup", { as: visitor, body: { ...account, password: "x" }, status: 400 });
    await reader.call("POST /api/log-purchase", { as: visitor, body: { user_id: id }, status: 200 });
    await expectCrossSiteRefused("POST /api/log-purchase");
    const { email } = account;
    const client = app.client();
    await reader.call("POST /api/request-otp", { as: visitor, body: { email }, status: 200 });
    await reader.call("POST /api/request-otp", { as: visitor, body: { email }, status: 429 });
    await reader.call("POST /api/verify-otp", {
      as: visitor,
      body: { email, otp: "x", new_password: newPassword },
      status: 400,
    });
    await reader.call("POST /api/verify-otp", {
      as: visitor,
      body: { email, otp: await mailedCode(app, id), new_password: newPassword, reset_token: null },
      status: 200,
    });
    await reader.call("POST /api/login", { as: client, body: { email, password: testPassword }, status: 401 });
    await reader.call("POST /api/login", { as: client, body: { email, password: newPassword }, status: 200 });
    await reader.call("POST /api/logout", { as: client, status: 200 });
    await expectCrossSiteRefused("POST /api/logout");
  });

  test("for the public record", async () => {
    await reader.call("GET /api/record", { as: visitor, status: 200 });
    await reader.call("GET /api/record/ledger", { as: visitor, status: 200 });
    await reader.call("GET /api/record/ledger", { as: visitor, query: "?limit=0", status: 400 });
    const wrongBearer = await visitor.fetch("/api/record", { headers: { Authorization: "Bearer wrong" } });
    reader.check("GET /api/record", wrongBearer, await wrongBearer.json());
  });

  test("for keys", async () => {
    const body = { name: "pipeline", scopes: ["picks.draft"] };
    const id = await idOf(await reader.call("POST /api/keys", { as: superadmin, body, status: 201 }));
    await reader.call("POST /api/keys", { as: superadmin, body, status: 409 });
    await reader.call("GET /api/keys", { as: superadmin, status: 200 });
    await reader.call("GET /api/keys", { as: member, status: 403 });
    await reader.call("DELETE /api/keys/{id}", { as: superadmin, id, status: 200 });
    await reader.call("DELETE /api/keys/{id}", { as: superadmin, id, status: 404 });
  });

  test("for channels", async () => {
    const body = {
      type: "discord",
      name: "room",
      kinds: ["new-picks"],
      streams: ["pro"],
      address: "https://discord.com/api/webhooks/1/x",
    };
    const id = await idOf(await reader.call("POST /api/channels", { as: superadmin, body, status: 201 }));
    await reader.call("POST /api/channels", { as: superadmin, body: { ...body, kinds: [] }, status: 400 });
    await reader.call("GET /api/channels", { as: superadmin, status: 200 });
    await reader.call("GET /api/channels", { as: member, status: 403 });
    await reader.call("PUT /api/channels/{id}", { as: superadmin, id, body: { ...body, name: "other" }, status: 200 });
    await reader.call("PUT /api/channels/{id}", { as: superadmin, id, body: { ...body, name: "" }, status: 400 });
    await reader.call("POST /api/channels/{id}/test", { as: superadmin, id, status: 200 });
    await reader.call("POST /api/channels/{id}/test", { as: member, id, status: 403 });
    await reader.call("POST /api/channels/{id}/secret", { as: superadmin, id, status: 400 });
    const hook = { type: "webhook", name: "hook", kinds: ["record.head"], address: "https://receiver.example/hook" };
    const hookId = await idOf(await reader.call("POST /api/channels", { as: superadmin, body: hook, status: 201 }));
    await reader.call("POST /api/channels/{id}/secret", { as: superadmin, id: hookId, status: 200 });
    await reader.call("DELETE /api/channels/{id}", { as: superadmin, id, status: 200 });
    await reader.call("DELETE /api/channels/{id}", { as: superadmin, id, status: 404 });
  });

  test("for deliveries", async () => {
    await reader.call("GET /api/deliveries", { as: superadmin, status: 200 });
    await reader.call("GET /api/deliveries", { as: superadmin, query: "?member=superadmin", status: 200 });
    await reader.call("GET /api/deliveries", { as: superadmin, query: `?member=${"x".repeat(255)}`, status: 400 });
    await reader.call("GET /api/deliveries", { as: member, status: 403 });
    await reader.call("POST /api/deliveries/test", { as: superadmin, status: 200 });
    await reader.call("POST /api/deliveries/test", { as: member, status: 403 });
  });

  test("for results", async () => {
    const game = { sport: "NBA", game_date: "11/20/2026", away: "Boston Celtics", home: "New York Knicks" };
    const pick = pickFields({ game: `${game.away} @ ${game.home}`, pick: "Knicks +2.5", game_date: game.game_date });
    await superadmin.call("POST", "/api/picks", pick);
    const body = {
      results: [
        { ...game, away_score: 104, home_score: 112 },
        { ...game, away: "Nobody" },
      ],
      apply: true,
    };
    await reader.call("POST /api/results", { as: superadmin, body, status: 200 });
    await reader.call("POST /api/results", { as: superadmin, body: { results: [] }, status: 400 });
    await reader.call("POST /api/results", { as: member, body, status: 403 });
  });

  test("for the payment provider's webhook", async () => {
    const event = stripe.event("checkout.session.completed", stripe.buy().session.id);
    const [taken, forged] = [
      await stripe.deliver(app.origin, event),
      await stripe.deliver(app.origin, event, { secret: "another" }),
    ];
    expect([taken.status, forged.status]).toEqual([200, 400]);
    for (const answer of [taken, forged]) reader.check("POST /api/stripe/webhook", answer, await answer.json());
  });

  test("for a malformed, unsupported or too long body", async () => {
    const send = (body: string, type = "application/json") =>
      superadmin.fetch("/api/sidebar", { method: "POST", body, headers: { Origin: app.origin, "Content-Type": type } });
    for (const [answer, status] of [
      [await send("{"), 400],
      [await send("a=b", "text/plain"), 415],
      [await send(`{"notes":"${"x".repeat(70_000)}"}`), 413],
    ] as const) {
      expect(answer.status).toBe(status);
      reader.check("POST /api/sidebar", answer, await answer.json());
    }
  });

  const wasMade = (call: string, ok: boolean) =>
    reader.made.some((made) => made.call === call && made.status < 300 === ok);

  test("for the reading calls that take nothing", async () => {
    for (const { call, method, path } of reader.calls) {
      if (method !== "GET" || path.includes("{")) continue;
      if (!wasMade(call, true)) {
        const answers = [await superadmin.get(path), await member.get(path)];
        const answer = answers.find(({ ok }) => ok);
        if (answer) reader.check(call, answer, await answer.json());
      }
      const refused = await visitor.fetch(path, { headers: { Authorization: "Bearer wrong" } });
      reader.check(call, refused, await refused.json());
    }
  });

  test("every call was made above, once successfully and once refused", () => {
    expect(
      reader.calls.flatMap(({ call }) =>
        [true, false].filter((ok) => !wasMade(call, ok)).map((ok) => `${call} ${ok ? "with success" : "refused"}`),
      ),
      "Make these calls in the tests above",
    ).toEqual([]);
  });
});

async function expectCrossSiteRefused(call: string): Promise<void> {
  const [method = "", path = ""] = call.split(" ");
  const answer = await member.fetch(path, { method, headers: { "Sec-Fetch-Site": "cross-site" } });
  expect(answer.status).toBe(403);
  reader.check(call, answer, await answer.json());
}
