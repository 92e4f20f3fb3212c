/** Nothing reveals whether an account exists: no status, header, text, cookie or amount of work. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { createUser, nextNumber } from "../../support/database/factories.ts";
import { mailedCode } from "../../support/mailbox.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp({
  NODE_OPTIONS: `--import ${join(import.meta.dirname, "../../support/database/count-statements.ts")}`,
});

const wrong = "not-the-password-1";
interface Door {
  path: string;
  fields: (email: string) => Record<string, string>;
  /** A code was asked for before. */
  asked?: true;
  /** The form has the token that came with it. */
  owned?: true;
  hashes: string;
}
const doors: Readonly<Record<string, Door>> = {
  "the sign-in": { path: "/login", fields: (email) => ({ email, password: wrong }), hashes: "1" },
  "the staff sign-in": { path: "/admin-login", fields: (email) => ({ email, password: wrong }), hashes: "1" },
  "the sign-in through the API": { path: "/api/login", fields: (email) => ({ email, password: wrong }), hashes: "1" },
  "the request for a code": { path: "/forgot-password", fields: (email) => ({ email }), hashes: "0" },
  "the request for a code through the API": { path: "/api/request-otp", fields: (email) => ({ email }), hashes: "0" },
  "a wrong code through the API": {
    path: "/api/verify-otp",
    fields: (email) => ({ email, otp: "00000000", new_password: "another-horse-9" }),
    asked: true,
    hashes: "0",
  },
  "a wrong code with its token": {
    path: "/api/verify-otp",
    fields: (email) => ({ email, otp: "00000000", new_password: "another-horse-9" }),
    asked: true,
    owned: true,
    hashes: "0",
  },
};

/** A new account for every request, so that no throttle interferes. */
const people = [
  () => createUser(app.db),
  () => createUser(app.db, { role: "admin" }),
  () => createUser(app.db, { status: "Suspended" }),
  () => createUser(app.db, { role: "superadmin" }),
];

// The work is counted, because a time would tell more of the machine's other load. A hash is what takes long.
test.each(Object.entries(doors))(
  "%s answers a known and an unknown email alike, with the same work",
  async (_, door) => {
    for (const create of people) {
      const { email } = await create();
      const known = await ask(door, email);
      const unknown = await ask(door, `person${nextNumber()}@example.test`);
      expect(known.answer).toEqual(unknown.answer);
      expect([known.hashes, unknown.hashes]).toEqual([door.hashes, door.hashes]);
      // A known account takes one statement more, to name it in the trail: some hundredths of a millisecond.
      expect(Math.abs(known.statements - unknown.statements)).toBeLessThanOrEqual(1);
    }
  },
);

test("of thirty parallel code guesses five are checked in the requesting browser and none through the API", async () => {
  const { id, email } = await createUser(app.db);
  const asked = app.client();
  await asked.fetch("/forgot-password", {
    method: "POST",
    body: new URLSearchParams({ email }),
    headers: { Origin: app.origin, "X-Forwarded-For": address() },
  });
  const code = await mailedCode(app, id);
  const guesses = Array.from({ length: 60 }, (_, index) =>
    String((Number(code) + index + 1) % 100_000_000).padStart(8, "0"),
  );
  const answers = await Promise.all(
    guesses.map((otp, index) => (index % 2 === 0 ? call(email, otp) : form(asked.cookies, otp))),
  );
  // Without a token ten a day are allowed.
  expect([400, 422, 429].map((status) => answers.filter((answer) => answer.status === status).length)).toEqual([
    10, 30, 20,
  ]);
  expect(await app.db.selectFrom("reset_codes").select("tries").where("email", "=", email).execute()).toEqual([
    { tries: 5 },
  ]);
  expect([(await form(asked.cookies, code)).status, (await call(email, code)).status]).toEqual([422, 429]);
  expect((await app.client().signIn(email)).status).toBe(303);
});

test("the sign-up reveals a taken email at most twenty times an hour per address", async () => {
  const from = address();
  const { email } = await createUser(app.db);
  const statuses = [];
  for (let round = 0; round < 22; round += 1) {
    const headers = { Origin: app.origin, "Content-Type": "application/json", "X-Forwarded-For": from };
    statuses.push(
      (
        await app.client().fetch("/api/signup", {
          method: "POST",
          body: JSON.stringify({ name: "A", phone: "555-0100", email, password: "line-shopping-2026" }),
          headers,
        })
      ).status,
    );
  }
  expect([statuses.filter((status) => status === 409).length, statuses.slice(20)]).toEqual([20, [429, 429]]);
});

/** The response without the email and random values, with the counts of statements and hashes. */
async function ask({ path, fields, asked, owned }: Door, email: string) {
  const isApi = path.startsWith("/api/");
  const { reset_token } = asked ? await (await post("/api/request-otp", JSON.stringify({ email }), true)).json() : {};
  const body = isApi
    ? JSON.stringify({ ...fields(email), ...(owned && { reset_token }) })
    : new URLSearchParams(fields(email)).toString();
  const response = await post(path, body, isApi);
  const statements = Number(response.headers.get("x-statements") ?? Number.NaN);
  const headers = [...response.headers]
    .filter(
      ([header]) =>
        !["date", "content-length", "keep-alive", "x-request-id", "x-statements", "x-hashes"].includes(header),
    )
    .map(([header, value]) => [header, neutral(value, email)]);
  const hashes = response.headers.get("x-hashes");
  return {
    statements,
    hashes,
    answer: { status: response.status, headers, text: neutral(await response.text(), email) },
  };
}

function post(path: string, body: string, isApi: boolean): Promise<Response> {
  return app.client().fetch(path, {
    method: "POST",
    body,
    headers: {
      Origin: app.origin,
      "X-Forwarded-For": address(),
      "Content-Type": isApi ? "application/json" : "application/x-www-form-urlencoded",
    },
  });
}

function call(email: string, otp: string): Promise<Response> {
  return post("/api/verify-otp", JSON.stringify({ email, otp, new_password: "another-horse-9" }), true);
}

function form(cookies: ReadonlyMap<string, string>, otp: string): Promise<Response> {
  const client = app.client();
  for (const [name, value] of cookies) client.cookies.set(name, value);
  return client.fetch("/verify-otp", {
    method: "POST",
    body: new URLSearchParams({ otp, new_password: "another-horse-9", confirm_password: "another-horse-9" }),
    headers: { Origin: app.origin, "X-Forwarded-For": address() },
  });
}

function address(): string {
  return `2001:db8:${nextNumber().toString(16)}:1::1`;
}

function neutral(text: string, email: string): string {
  return text
    .replaceAll(email, "E-MAIL")
    .replaceAll(encodeURIComponent(email), "E-MAIL")
    .replace(/nonce(-|=")[\w-]+/g, "nonce")
    .replace(/carried=[^;]+/, "carried=")
    .replace(/"reset_token":"[\w-]{43}"/, "a token");
}
