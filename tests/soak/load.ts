import { createUser, nextNumber, pickFields, testPassword } from "../support/database/factories.ts";
import { Client } from "../support/app/app.ts";
import type { Db } from "../../db/database.ts";

/** Sends one request; returns what is wrong with the answer, or null. */
type Step = () => Promise<string | null>;

interface Share {
  /** Out of a thousand. */
  weight: number;
  step: Step;
}

const agent =
  "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";
const pages = ["/dashboard", "/propicks"];
const filters = [
  "/history",
  "/history?range=last7",
  "/history?range=last30&sport=NBA",
  "/history?sport=NFL&sort=oldest",
  "/history?sport=MLB&page=3",
  "/history?page=9",
  "/propicks-history?range=last30",
  "/propicks-history?page=2",
  "/history?start=2025-01-01&end=2026-06-30",
];
const lists = [
  "/api/picks?limit=20",
  "/api/propicks?status=open",
  "/api/picks/record?range=last30",
  "/api/propicks/record",
  "/api/member-picks",
  "/api/sidebar",
  "/api/learn",
  "/api/settings",
];
const members = 30;

export async function prepareMix({ db }: { db: Db }, origin: string): Promise<Step> {
  const people = await Promise.all(
    Array.from({ length: members }, async () => ({ user: await createUser(db), client: new Client(origin) })),
  );
  const staff = new Client(origin);
  await staff.signIn((await createUser(db, { role: "superadmin" })).email);
  for (const { user, client } of people) await client.signIn(user.email);
  const { token }: { token: string } = await (
    await new Client(origin).call("POST", "/api/login", { email: people[0]?.user.email, password: testPassword })
  ).json();
  const open = (
    await db.selectFrom("picks").select("id").where("stream", "=", "regular").where("settled", "=", 0).execute()
  ).map(({ id }) => id);
  const codes = (await db.selectFrom("affiliates").select("ref_code").where("deleted_at", "is", null).execute()).map(
    ({ ref_code }) => ref_code,
  );
  const member = () => randomOf(people).client;
  const made: number[] = [];

  const shares: Share[] = [
    { weight: 430, step: () => expectGet(member(), randomOf(pages), 200) },
    { weight: 130, step: () => expectGet(member(), randomOf(filters), 200) },
    { weight: 60, step: () => expectGet(member(), "/my-card", 200) },
    {
      weight: 40,
      step: () => expectGet(member(), randomOf(["/learn", "/learn?tab=tips", "/profile", "/settings"]), 200),
    },
    {
      weight: 70,
      step: () => expectStatus(member().call("POST", "/api/member-picks", { pick_id: randomOf(open) }), 200, 201, 409),
    },
    { weight: 50, step: () => expectStatus(member().call("DELETE", `/api/member-picks/${randomOf(open)}`), 200, 404) },
    {
      weight: 20,
      step: () =>
        expectStatus(member().call("PUT", "/api/settings", { display_mode: randomOf(["dark", "light"]) }), 200),
    },
    {
      weight: 60,
      step: () =>
        expectStatus(fetch(`${origin}${randomOf(lists)}`, { headers: { Authorization: `Bearer ${token}` } }), 200),
    },
    { weight: 50, step: () => expectGet(new Client(origin), randomOf(["/", "/pricing", "/terms", "/login"]), 200) },
    {
      weight: 30,
      step: () => expectStatus(newClient(origin).fetch(`/?ref=${randomOf(codes)}`, { headers: addressHeaders() }), 200),
    },
    { weight: 20, step: edit },
    {
      weight: 4,
      step: () => expectStatus(staff.call("POST", "/api/sidebar", { notes: `Notes ${nextNumber()}` }), 200),
    },
    {
      weight: 2,
      step: () =>
        expectStatus(staff.call("POST", "/api/learn", { type: "glossary", content: `**Edge**: ${nextNumber()}` }), 200),
    },
    {
      weight: 10,
      step: () =>
        expectGet(staff, randomOf(["/admin/picks", "/admin/users", "/admin/affiliates", "/admin/propicks"]), 200),
    },
    { weight: 8, step: signInAndOut },
    {
      weight: 2,
      step: () =>
        expectStatus(
          newClient(origin).fetch("/api/signup", {
            method: "POST",
            headers: {
              ...addressHeaders(),
              "Content-Type": "application/json",
              Origin: origin,
              "X-Affiliate-Ref": randomOf(codes),
            },
            body: JSON.stringify({
              name: "Jordan Test",
              phone: "555-0100",
              email: `soak${nextNumber()}@example.test`,
              password: testPassword,
            }),
          }),
          201,
        ),
    },
    {
      weight: 4,
      step: () =>
        expectStatus(
          newClient(origin).fetch("/api/request-otp", {
            method: "POST",
            headers: { ...addressHeaders(), "Content-Type": "application/json", Origin: origin },
            body: JSON.stringify({ email: randomOf(people).user.email }),
          }),
          200,
          429,
        ),
    },
    { weight: 10, step: badInput },
  ];
  const total = shares.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let at = Math.random() * total;
    const chosen = shares.find(({ weight }) => (at -= weight) < 0);
    return chosen ? chosen.step() : Promise.resolve(null);
  };

  /** Publishes, settles or deletes. The number of picks stays stable. */
  async function edit(): Promise<string | null> {
    const id = made.length > 20 ? made.shift() : undefined;
    if (id !== undefined) return expectStatus(staff.call("DELETE", `/api/picks/${id}`), 200);
    const settled = made.at(-1);
    if (settled !== undefined && Math.random() < 0.5)
      return expectStatus(
        staff.call("PUT", `/api/picks/${settled}`, { verdict: "✅", units_result: "1.36" }),
        200,
        404,
      );
    const answer = await staff.call("POST", "/api/picks", pickFields({ game: "Soak @ Soak" }));
    const row: { id?: number } = await answer.json();
    if (row.id !== undefined) made.push(row.id);
    return answer.status === 201 ? null : `POST /api/picks: ${answer.status}`;
  }

  async function signInAndOut(): Promise<string | null> {
    const client = new Client(origin);
    const signedIn = await expectStatus(
      client.fetch("/login", {
        method: "POST",
        headers: { ...addressHeaders(), Origin: origin },
        body: new URLSearchParams({ email: randomOf(people).user.email, password: testPassword }),
      }),
      303,
      503,
    );
    return signedIn ?? expectStatus(client.post("/logout"), 303);
  }

  function badInput(): Promise<string | null> {
    const json = { "Content-Type": "application/json", Origin: origin };
    return randomOf<Step>([
      () => expectStatus(staff.fetch("/api/picks", { method: "POST", headers: json, body: '{"game":' }), 400),
      () => expectStatus(staff.call("POST", "/api/picks", pickFields({ unit_size: "1e9" })), 400),
      () => expectStatus(staff.call("PUT", "/api/picks/99999999999999999999", {}), 404, 400),
      () => expectStatus(member().post("/dashboard", { pick_id: "-1 or 1=1" }), 404, 422),
      () => expectStatus(member().get("/history?start=2026-02-31&page=-5"), 422),
      () =>
        expectStatus(
          member().fetch("/settings", {
            method: "POST",
            body: new URLSearchParams({ display_mode: "light" }),
            headers: { Origin: "https://evil.example" },
          }),
          403,
        ),
      () =>
        expectStatus(fetch(`${origin}/api/picks`, { headers: { Authorization: `Bearer v1.${"x".repeat(60)}` } }), 401),
      () =>
        expectStatus(
          fetch(`${origin}/dashboard`, { redirect: "manual", headers: { Cookie: 'session=%E0%A4%A; device="' } }),
          302,
        ),
      () => expectStatus(staff.fetch("/api/learn", { method: "POST", headers: json, body: "x".repeat(300_000) }), 413),
      () => expectStatus(fetch(`${origin}/..%2f..%2fetc/passwd`), 404),
    ])();
  }
}

async function expectGet(client: Client, path: string, ...expected: number[]): Promise<string | null> {
  return expectStatus(client.get(path), ...expected);
}

async function expectStatus(request: Promise<Response>, ...expected: number[]): Promise<string | null> {
  const answer = await request;
  await answer.arrayBuffer();
  return expected.includes(answer.status) ? null : `${new URL(answer.url).pathname}: ${answer.status}`;
}

function newClient(origin: string): Client {
  return new Client(origin);
}

/** A random client address, because rate limits count by address. */
function addressHeaders(): Record<string, string> {
  const number = Math.floor(Math.random() * 2 ** 24);
  return { "X-Forwarded-For": `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`, "User-Agent": agent };
}

function randomOf<T>(list: readonly T[]): T {
  const chosen = list[Math.floor(Math.random() * list.length)];
  if (chosen === undefined) throw new Error("There is nothing to choose from.");
  return chosen;
}
