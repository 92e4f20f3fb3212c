import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../../app/policy.ts";
import { type App, type Client, startApp } from "../../support/app/app.ts";
import { engineOf } from "../../../db/engine.ts";
import { createUser, nextNumber, testPassword } from "../../support/database/factories.ts";
import { environmentOf } from "../../support/database/migrated.ts";
import { alerts, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";
import { runProgram } from "../../support/app/program.ts";
import {
  totpCodeOf,
  forgetLastCode,
  keyOf,
  recoveryCodesOf,
  setUpPath,
  turnOn,
  wrongCode,
} from "../../support/two-factor.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();

const credentialsOf = (email: string) => ({ email, password: testPassword });
const wrongWords = "The code is wrong. Check your phone's clock.";
const current_password = testPassword;

async function newStaff(role: Role = "admin") {
  const user = await createUser(app.db, { role });
  const own = app.client();
  await own.signIn(user.email);
  const enrolled = await turnOn(own);
  await forgetLastCode(app);
  return { ...user, ...enrolled, own };
}

/** A new client address each time, to avoid the address throttle. */
function post(client: Client, path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return client.fetch(path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: app.origin, "X-Forwarded-For": `198.51.100.${nextNumber()}` },
  });
}

async function withChallenge(email: string, path = "/login"): Promise<Client> {
  const client = app.client();
  await post(client, path, credentialsOf(email));
  return client;
}

function callLogin(client: Client, body: Readonly<Record<string, unknown>>): Promise<Response> {
  return client.fetch("/api/login", {
    method: "POST",
    body: JSON.stringify(body),
    headers: {
      Origin: app.origin,
      "Content-Type": "application/json",
      "X-Forwarded-For": `198.51.100.${nextNumber()}`,
    },
  });
}

describe("setting up two-factor sign-in", () => {
  test("leads from the profile to ten recovery codes, shown once", async () => {
    const client = await app.signedIn("propicksmanager");
    const profile = await client.text("/profile");
    expect([profile.includes(`href="${setUpPath}"`), visibleText(profile)]).toEqual([
      true,
      expect.stringContaining("Off. Anyone with your password can sign in."),
    ]);
    expect(visibleText(await client.text(setUpPath))).toContain("Set up two-factor sign-in");
    const begun = await client.post(setUpPath, { step: "begin" });
    expect([begun.status, begun.headers.get("location")]).toEqual([303, setUpPath]);
    const html = await client.text(setUpPath);
    const secret = keyOf(html);
    expect(secret).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    expect(html).toContain(`href="otpauth://totp/Simline:`);
    expect(html).toMatch(/<svg[^>]* role="img" aria-label="QR code for an authenticator app"/);
    expect(html).not.toMatch(/<img|style="/);
    const wrong = await client.post(setUpPath, {
      step: "on",
      current_password: "wrong-horse-9",
      code: totpCodeOf(secret),
    });
    const again = await wrong.text();
    expect([wrong.status, fieldError(again, "current_password"), keyOf(again), fieldValue(again, "code")]).toEqual([
      422,
      "Current password is incorrect.",
      secret,
      "",
    ]);
    const on = await client.post(setUpPath, { step: "on", current_password, code: totpCodeOf(secret) });
    const shown = await on.text();
    expect([on.status, alerts(shown), recoveryCodesOf(shown).length, on.headers.get("cache-control")]).toEqual([
      200,
      ["Two-factor sign-in is on."],
      10,
      "no-store",
    ]);
    const later = await client.text(setUpPath);
    expect([recoveryCodesOf(later), later.includes(secret.replaceAll(" ", "")), visibleText(later)]).toEqual([
      [],
      false,
      expect.stringContaining("10 of 10 recovery codes are left."),
    ]);
    expect(visibleText(await client.text("/profile"))).toContain("On. Signing in needs a code from your phone.");
  });

  test("uses the singular for one remaining recovery code", async () => {
    const { id, own } = await newStaff();
    const [last] = await app.db.selectFrom("recovery_codes").select("code_hash").where("user_id", "=", id).execute();
    await app.db
      .deleteFrom("recovery_codes")
      .where("user_id", "=", id)
      .where("code_hash", "!=", last?.code_hash ?? "")
      .execute();
    expect(visibleText(await own.text(setUpPath))).toContain(
      "1 of 10 recovery codes is left. Make new ones before they run out.",
    );
  });

  test("never sends a code or a password back", async () => {
    const staff = await newStaff();
    for (const step of ["on", "renew", "off", "nonsense"]) {
      const html = await (
        await staff.own.post(setUpPath, { step, current_password: "unrepeatable-1", code: "918273" })
      ).text();
      expect([html.includes("unrepeatable-1"), html.includes("918273")]).toEqual([false, false]);
    }
    const client = await withChallenge(staff.email);
    for (const [field, code] of [
      ["code", "918273"],
      ["code", "9182734"],
      ["recovery_code", "ABCD-EFGH-JKMN-PQRS"],
    ] as const) {
      expect(await (await post(client, "/login-code", { [field]: code })).text()).not.toMatch(/918273|ABCD-EFGH/);
    }
  });

  test("names the code that is missing", async () => {
    const client = await withChallenge((await newStaff()).email);
    for (const [field, text] of [
      ["code", "Enter the 6-digit code."],
      ["recovery_code", "Enter a recovery code."],
    ] as const) {
      const answer = await post(client, "/login-code", { [field]: "" });
      expect([answer.status, fieldError(await answer.text(), field)]).toEqual([422, text]);
    }
  });

  test("after it is turned off the password is enough", async () => {
    const staff = await newStaff();
    const answer = await staff.own.post(setUpPath, { step: "off", current_password, code: staff.recoveryCodes[0] });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, setUpPath]);
    expect(alerts(await staff.own.text(setUpPath))).toEqual(["Two-factor sign-in is off."]);
    expect((await post(app.client(), "/login", credentialsOf(staff.email))).headers.get("location")).toBe("/admin");
  });
});

describe.each(["/login", "/admin-login"])("after the password at %s", (path) => {
  test("there is no session until the code is right, and then a new one", async () => {
    const staff = await newStaff();
    const client = app.client();
    const answer = await post(client, path, credentialsOf(staff.email));
    expect([answer.status, answer.headers.get("location"), [...client.cookies.keys()]]).toEqual([
      303,
      "/login-code",
      ["two-factor-challenge"],
    ]);
    expect(answer.headers.getSetCookie()[0]).toMatch(/Max-Age=300; Path=\/; HttpOnly; SameSite=Lax$/);
    expect([
      (await client.get("/admin")).status,
      (await client.get("/dashboard")).status,
      (await client.call("GET", "/api/picks")).status,
    ]).toEqual([302, 302, 401]);
    const html = await client.text("/login-code");
    expect(html).toMatch(/<input[^>]*name="code"[^>]*inputMode="numeric"[^>]*autoComplete="one-time-code"/i);
    const wrong = await post(client, "/login-code", { code: wrongCode(staff.secret) });
    const again = await wrong.text();
    expect([wrong.status, fieldError(again, "code"), client.cookies.has("session")]).toEqual([401, wrongWords, false]);
    expect(again).not.toContain("challenge");
    const right = await post(client, "/login-code", { code: totpCodeOf(staff.secret) });
    // Back to the page that was opened without a session.
    expect([right.status, right.headers.get("location"), [...client.cookies.keys()].toSorted()]).toEqual([
      303,
      "/dashboard",
      ["device", "flash", "session"],
    ]);
    expect((await client.get("/admin")).status).toBe(200);
  });

  test("a recovery code works once", async () => {
    const {
      email,
      recoveryCodes: [code = ""],
    } = await newStaff();
    expect(
      (await post(await withChallenge(email, path), "/login-code", { recovery_code: code })).headers.get("location"),
    ).toBe("/admin");
    const again = await post(await withChallenge(email, path), "/login-code", { recovery_code: code });
    expect([again.status, fieldError(await again.text(), "recovery_code")]).toEqual([
      401,
      "The recovery code is wrong or has already been used.",
    ]);
  });
});

test("a wrong password gets the same answer with and without two-factor sign-in", async () => {
  const [staff, other] = [await newStaff(), await createUser(app.db, { role: "admin" })];
  for (const email of [staff.email, other.email]) {
    const client = app.client();
    const answer = await post(client, "/login", { email, password: "wrong-horse-9", code: totpCodeOf(staff.secret) });
    expect([answer.status, alerts(await answer.text()), client.cookies.size]).toEqual([
      401,
      ["Invalid credentials."],
      0,
    ]);
    const call = await callLogin(client, { email, password: "wrong-horse-9", code: totpCodeOf(staff.secret) });
    expect([call.status, await call.json()]).toEqual([401, { error: "Invalid credentials." }]);
  }
});

describe("an open two-factor challenge", () => {
  test("does not exist without the password", async () => {
    expect(alerts(await app.client().text("/login-code"))).toEqual(["Please sign in with your password first."]);
    const answer = await post(app.client(), "/login-code", { code: "123456" });
    expect([answer.status, alerts(await answer.text())]).toEqual([
      401,
      ["This sign-in has expired or is already complete. Please sign in again."],
    ]);
  });

  test("has a cookie that works only for the code, and only once", async () => {
    const staff = await newStaff();
    const client = await withChallenge(staff.email);
    const copy = app.client();
    for (const [name, value] of client.cookies) copy.cookies.set(name, value);
    const asSession = app.client();
    asSession.cookies.set("session", client.cookies.get("two-factor-challenge") ?? "");
    expect((await asSession.get("/admin")).status).toBe(302);
    await post(client, "/login-code", { code: totpCodeOf(staff.secret) });
    await forgetLastCode(app);
    expect((await post(copy, "/login-code", { code: totpCodeOf(staff.secret) })).status).toBe(401);
    expect(copy.cookies.has("session")).toBe(false);
  });

  test("expires after five minutes", async () => {
    const staff = await newStaff();
    const client = await withChallenge(staff.email);
    const begunAgo = (seconds: number) =>
      sql`update two_factor_challenges set created_at = ${new Date(Date.now() - seconds * 1000).toISOString()} where user_id = ${staff.id}`.execute(
        app.db,
      );
    await begunAgo(290);
    expect(await client.text("/login-code")).toContain('name="code"');
    await begunAgo(301);
    expect(alerts(await client.text("/login-code"))).toEqual(["Please sign in with your password first."]);
    const answer = await post(client, "/login-code", { code: totpCodeOf(staff.secret) });
    expect([answer.status, client.cookies.has("session")]).toEqual([401, false]);
  });

  test("is asked of a member who turned it on, also after the membership has ended", async () => {
    const member = await newStaff("user");
    await app.db
      .updateTable("users")
      .set({ access_until: "2026-01-01T00:00:00.000Z" })
      .where("id", "=", member.id)
      .execute();
    const client = await withChallenge(member.email);
    expect(visibleText(await client.text("/login-code"))).toContain("Email support@");
    expect(client.cookies.has("session")).toBe(false);
    const answer = await post(client, "/login-code", { code: totpCodeOf(member.secret) });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/profile"]);
    expect((await client.get(setUpPath)).status).toBe(200);
    expect((await callLogin(app.client(), credentialsOf(member.email))).status).toBe(401);
  });

  test("leaves an earlier session until the code is right", async () => {
    const [staff, member] = [await newStaff(), await createUser(app.db)];
    const client = app.client();
    await client.signIn(member.email);
    const before = client.cookies.get("session") ?? "";
    await post(client, "/login", credentialsOf(staff.email));
    expect((await client.get("/dashboard")).status).toBe(200);
    await post(client, "/login-code", { code: totpCodeOf(staff.secret) });
    const oldSecret = app.client();
    oldSecret.cookies.set("session", before);
    expect([(await oldSecret.get("/dashboard")).status, (await client.get("/admin")).status]).toEqual([302, 200]);
  });
});

describe("the API's sign-in", () => {
  test("asks for a code and accepts it in the same call", async () => {
    const staff = await newStaff();
    const client = app.client();
    const asked = await callLogin(client, credentialsOf(staff.email));
    expect([asked.status, await asked.json(), client.cookies.size]).toEqual([
      401,
      { error: "Send a code from your authenticator app, or a recovery code, in the field code.", two_factor: true },
      0,
    ]);
    const wrong = await callLogin(client, { ...credentialsOf(staff.email), code: wrongCode(staff.secret) });
    expect([wrong.status, await wrong.json(), client.cookies.size]).toEqual([
      401,
      { error: wrongWords, two_factor: true },
      0,
    ]);
    const right = await callLogin(client, { ...credentialsOf(staff.email), code: totpCodeOf(staff.secret) });
    const { token, ...person } = await right.json();
    expect([right.status, person]).toEqual([
      200,
      { id: staff.id, name: staff.name, phone: staff.phone, email: staff.email, role: "admin" },
    ]);
    expect((await app.client().fetch("/api/picks", { headers: { Authorization: `Bearer ${token}` } })).status).toBe(
      200,
    );
    expect(
      (await callLogin(app.client(), { ...credentialsOf(staff.email), code: staff.recoveryCodes[0] })).status,
    ).toBe(200);
  });

  test.each([123_456, true, {}, ["123456"], "12345"])("refuses %j as a code", async (code) => {
    const staff = await newStaff();
    const answer = await callLogin(app.client(), { ...credentialsOf(staff.email), code });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      { error: "Please check the marked fields.", fields: { code: "Enter the 6-digit code or a recovery code." } },
    ]);
  });

  test("ignores a code that is not needed", async () => {
    const { email } = await createUser(app.db);
    expect((await callLogin(app.client(), { ...credentialsOf(email), code: "123456" })).status).toBe(200);
  });
});

describe("guesses", () => {
  test("are limited to five with a message and Retry-After, also in parallel", async () => {
    const staff = await newStaff();
    const client = await withChallenge(staff.email);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post(client, "/login-code", { code: wrongCode(staff.secret) })),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(401), count(429)]).toEqual([5, 7]);
    const late = await post(await withChallenge(staff.email), "/login-code", { code: totpCodeOf(staff.secret) });
    expect([late.status, Number(late.headers.get("retry-after")) > 40, alerts(await late.text())[0]]).toEqual([
      429,
      true,
      expect.stringMatching(/^Too many attempts\./),
    ]);
    // The browser where it was turned on has its own limit.
    await staff.own.post("/logout");
    await post(staff.own, "/login", credentialsOf(staff.email));
    expect((await post(staff.own, "/login-code", { code: totpCodeOf(staff.secret) })).status).toBe(303);
  });

  test("with the right code several at once let one in", async () => {
    const staff = await newStaff();
    const clients = await Promise.all(Array.from({ length: 5 }, () => withChallenge(staff.email)));
    const code = totpCodeOf(staff.secret);
    const answers = await Promise.all(clients.map((client) => post(client, "/login-code", { code })));
    expect(answers.filter((answer) => answer.status === 303)).toHaveLength(1);
    expect(await app.db.selectFrom("sessions").select("id").where("user_id", "=", staff.id).execute()).toHaveLength(2);
  });
});

describe("another user's two-factor sign-in", () => {
  test("is reset by a superadmin after a question, and its owner is signed out", async () => {
    const [staff, superadmin] = [await newStaff(), await app.signedIn("superadmin")];
    const path = `/admin/users/${staff.id}/ask/two-factor`;
    expect(visibleText(await superadmin.text(`/admin/users/${staff.id}`))).toMatch(
      /Two-factor sign-in On since .* Reset two-factor/,
    );
    expect(visibleText(await superadmin.text(path))).toContain("Reset two-factor sign-in?");
    const answer = await superadmin.post(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `/admin/users/${staff.id}`]);
    const html = await superadmin.text(`/admin/users/${staff.id}`);
    expect([alerts(html), visibleText(html)]).toEqual([
      ["Two-factor sign-in reset."],
      expect.stringContaining("Two-factor sign-in Off"),
    ]);
    expect(visibleText(html)).toContain("Two-factor sign-in turned on");
    expect((await staff.own.get("/admin")).status).toBe(302);
    expect((await post(app.client(), "/login", credentialsOf(staff.email))).headers.get("location")).toBe("/admin");
  });

  test("is shown for members too, and one's own can't be reset there", async () => {
    const [member, superadmin] = [await createUser(app.db), await newStaff("superadmin")];
    expect(visibleText(await superadmin.own.text(`/admin/users/${member.id}`))).toContain("Two-factor sign-in Off");
    const answer = await superadmin.own.post(`/admin/users/${superadmin.id}/ask/two-factor`);
    expect([answer.status, alerts(await answer.text())]).toEqual([
      409,
      ["Turn off your own two-factor sign-in on your profile."],
    ]);
    expect((await callLogin(app.client(), credentialsOf(superadmin.email))).status).toBe(401);
  });
});

describe("where the site requires it of all staff", () => {
  let strict: App;
  beforeAll(async () => {
    strict = await startApp({ REQUIRE_STAFF_2FA: "1" });
  });
  afterAll(() => strict.stop());

  test("staff without it are sent to the setup page from every page, file and API call", async () => {
    const user = await createUser(strict.db, { role: "superadmin" });
    const client = strict.client();
    expect((await client.signIn(user.email)).headers.get("location")).toBe(setUpPath);
    for (const path of [
      "/admin",
      "/admin/picks",
      "/admin/users",
      "/dashboard",
      "/history",
      "/profile",
      "/settings",
      "/my-card",
      "/admin/affiliates.csv",
    ]) {
      const answer = await client.get(path);
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 302, setUpPath]);
    }
    const words = "All staff must use two-factor sign-in. Set it up on your profile first.";
    for (const [method, path] of [
      ["GET", "/api/picks"],
      ["POST", "/api/picks"],
      ["GET", "/api/users"],
      ["PUT", "/api/settings"],
      ["PUT", `/api/users/${user.id}`],
    ] as const) {
      const answer = await client.call(method, path, method === "GET" ? undefined : {});
      expect([path, answer.status, await answer.json()]).toEqual([path, 403, { error: words }]);
    }
    const form = await client.post("/admin/picks", {});
    expect([form.status, visibleText(await form.text())]).toEqual([403, expect.stringContaining(words)]);
    const html = await client.text(setUpPath);
    expect(alerts(html)).toEqual(["All staff must use two-factor sign-in. Set it up to continue."]);
    expect(html).not.toContain('href="/admin"');
    await turnOn(client);
    expect([(await client.get("/admin")).status, (await client.call("GET", "/api/picks")).status]).toEqual([200, 200]);
  });

  test("a bearer token without it is refused, and signing out works", async () => {
    const user = await createUser(strict.db, { role: "admin" });
    const client = strict.client();
    const { token } = await (await client.call("POST", "/api/login", credentialsOf(user.email))).json();
    expect((await strict.client().fetch("/api/picks", { headers: { Authorization: `Bearer ${token}` } })).status).toBe(
      403,
    );
    expect([(await client.post("/logout")).status, client.cookies.has("session")]).toEqual([303, false]);
  });

  test("members are not required to", async () => {
    const member = await strict.signedIn("user");
    expect((await member.get("/dashboard")).status).toBe(200);
  });
});

describe("the server's secret", () => {
  const [oldSecret, newSecret] = [
    "an-older-value-of-more-than-32-bytes-length",
    "a-newer-value-of-more-than-32-bytes-length",
  ];
  const signInWithCode = (server: App, email: string, code: string) =>
    server.client().call("POST", "/api/login", { ...credentialsOf(email), code });

  test("can be replaced: a sign-in with both secrets re-encrypts the user's key, other users need a recovery code", async () => {
    const first = await startApp({ SESSION_SECRET: oldSecret });
    const people = await Promise.all(
      [1, 2].map(async () => {
        const user = await createUser(first.db, { role: "admin" });
        const client = first.client();
        await client.signIn(user.email);
        return { email: user.email, ...(await turnOn(client)) };
      }),
    );
    await first.end();
    const [migrated, other] = people;
    if (!migrated || !other) throw new Error("Two were made.");
    const both = await startApp({ SESSION_SECRET: `${newSecret},${oldSecret}`, ...environmentOf(first.path) });
    await forgetLastCode(first);
    const signedIn = await signInWithCode(both, migrated.email, totpCodeOf(migrated.secret));
    await both.stop();
    const last = await startApp({ SESSION_SECRET: newSecret, ...environmentOf(first.path) });
    await forgetLastCode(first);
    const answers = await Promise.all([
      signInWithCode(last, migrated.email, totpCodeOf(migrated.secret)),
      signInWithCode(last, other.email, totpCodeOf(other.secret)),
    ]);
    const recovered = await signInWithCode(last, other.email, other.recoveryCodes[0] ?? "");
    const refused = await answers[1]?.json();
    await last.stop();
    await first.stop();
    expect([signedIn.status, answers.map((answer) => answer.status), refused, recovered.status]).toEqual([
      200,
      [200, 401],
      { error: "This server can no longer check codes. Use a recovery code.", two_factor: true },
      200,
    ]);
  });
});

describe("npm run reset-two-factor", () => {
  const run = (...args: string[]) =>
    runProgram(["db/reset-two-factor.ts", ...args], { env: { NODE_ENV: "development", ...environmentOf(app.path) } });

  test("lets a locked-out superadmin in with the password, beside the running server", async () => {
    const superadmin = await newStaff("superadmin");
    expect(await run(superadmin.email)).toEqual({
      code: 0,
      out: `${superadmin.email} now signs in with the password alone (${engineOf(app.path).nameOf(app.path)}).\n`,
      err: "",
    });
    expect((await superadmin.own.get("/admin")).status).toBe(302);
    expect((await post(app.client(), "/admin-login", credentialsOf(superadmin.email))).headers.get("location")).toBe(
      "/admin",
    );
  });

  test.each([
    [[], "Usage: npm run reset-two-factor -- EMAIL"],
    [["a@b.co", "c@d.co"], "Usage: npm run reset-two-factor -- EMAIL"],
    [["nobody@example.test"], "There is no such account."],
  ])("with %j it exits with code 1 and one line", async (args, line) =>
    expect(await run(...args)).toEqual({ code: 1, out: "", err: `${line}\n` }),
  );
});
