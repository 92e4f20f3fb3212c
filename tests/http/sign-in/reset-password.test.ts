import { describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createUser, nextNumber, testPassword } from "../../support/database/factories.ts";
import { alerts, fieldError, fieldValue, visibleText } from "../../support/pages/html.ts";
import { mailedCode } from "../../support/mailbox.ts";
import { useApp } from "../../support/app/use-app.ts";

const newPassword = "unrepeatable-line-2026";
const wrongWords = "The code is wrong or has expired.";

const app = useApp();

/** A new client address each time, to avoid the address throttle. */
function send(client: Client, path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return client.fetch(path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: app.origin, "X-Forwarded-For": `198.51.100.${nextNumber()}` },
  });
}

function call(path: string, body: unknown, client = app.client()): Promise<Response> {
  return client.fetch(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: {
      Origin: app.origin,
      "Content-Type": "application/json",
      "X-Forwarded-For": `198.51.100.${nextNumber()}`,
    },
  });
}

const mailed = (userId: number) => mailedCode(app, userId);

const wrongCodeFor = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, "0");

async function withRequestedCode() {
  const person = await createUser(app.db);
  const client = app.client();
  await send(client, "/forgot-password", { email: person.email });
  return { person, client, code: await mailed(person.id) };
}

describe("without scripts", () => {
  test("a requested code sets a new password", async () => {
    const person = await createUser(app.db);
    const client = app.client();
    expect(visibleText(await client.text("/forgot-password"))).toContain("Send OTP");

    const sent = await send(client, "/forgot-password", { email: ` ${person.email.toUpperCase()}` });
    expect([sent.status, sent.headers.get("refresh"), alerts(await sent.text())]).toEqual([
      200,
      "1;url=/verify-otp",
      ["OTP sent! Check your email. Continue"],
    ]);
    expect(sent.headers.getSetCookie().join("\n")).toMatch(
      /^carried=[^;]+; Max-Age=900; Path=\/;.* HttpOnly; SameSite=Lax/,
    );

    const page = await client.text("/verify-otp");
    expect(visibleText(page)).toContain(person.email);
    expect(page).toMatch(
      /inputMode="numeric"[^>]*autoComplete="one-time-code"|inputmode="numeric"[^>]*autocomplete="one-time-code"/i,
    );
    const done = await send(client, "/verify-otp", { otp: await mailed(person.id), new_password: newPassword });
    const html = await done.text();
    expect([done.status, done.headers.get("refresh"), alerts(html)]).toEqual([
      200,
      "2;url=/",
      ["Password reset successfully! Redirecting... Continue"],
    ]);
    expect(client.cookies.has("session")).toBe(false);
    const landing = await client.text("/");
    expect(alerts(landing)).toEqual(["Your password has been changed. Login"]);
    expect((await client.signIn(person.email, testPassword)).status).toBe(401);
    expect((await client.signIn(person.email, newPassword)).status).toBe(303);
  });

  test("a second request too soon gets the wait as text and Retry-After, and keeps the email", async () => {
    const {
      client,
      person: { email },
    } = await withRequestedCode();
    const answer = await send(client, "/forgot-password", { email });
    const html = await answer.text();
    expect([answer.status, fieldValue(html, "email")]).toEqual([429, email]);
    expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(30);
    expect(alerts(html)[0]).toMatch(/^Too many attempts\. Please try again in \d+ seconds\.$/);
    expect(html).toContain("Send OTP");
    expect(html).not.toMatch(/<button[^>]*disabled/);
  });

  test("requests and guesses from other browsers neither end nor delay this browser's code, and their codes don't work in it", async () => {
    const { person, client, code } = await withRequestedCode();
    for (let index = 0; index < 10; index += 1) {
      expect((await send(app.client(), "/forgot-password", { email: person.email })).status).toBe(200);
      await call("/api/verify-otp", { email: person.email, otp: wrongCodeFor(code), new_password: newPassword });
    }
    expect((await call("/api/verify-otp", { email: person.email, otp: code, new_password: newPassword })).status).toBe(
      429,
    );
    expect(
      alerts(
        await (await send(client, "/verify-otp", { otp: await mailed(person.id), new_password: newPassword })).text(),
      ),
    ).toEqual([wrongWords]);
    expect((await send(client, "/verify-otp", { otp: code, new_password: newPassword })).status).toBe(200);
    expect((await app.client().signIn(person.email, newPassword)).status).toBe(303);
  });

  test("a newer code for the same browser, from the page or the API, replaces the first", async () => {
    for (const path of ["/forgot-password", "/api/request-otp"]) {
      const { person, client, code } = await withRequestedCode();
      await app.db.deleteFrom("throttles").execute();
      const answer =
        path === "/forgot-password"
          ? await send(client, path, { email: person.email })
          : await call(path, { email: person.email }, client);
      // The cookie is renewed for 15 minutes, and scripts can't read it.
      expect(answer.headers.getSetCookie().join("\n")).toMatch(/carried=[^;]+; Max-Age=900;.* HttpOnly/);
      expect(await answer.text()).not.toContain("reset_token");
      expect(
        await app.db.selectFrom("reset_codes").select("bound").where("email", "=", person.email).execute(),
      ).toEqual([{ bound: 1 }]);
      const newer = await mailed(person.id);
      expect((await send(client, "/verify-otp", { otp: code, new_password: newPassword })).status).toBe(
        newer === code ? 200 : 422,
      );
      expect((await send(client, "/verify-otp", { otp: newer, new_password: newPassword })).status).toBe(200);
    }
  });

  test("an invalid email is refused at its field", async () => {
    const answer = await send(app.client(), "/forgot-password", { email: "nobody" });
    expect([answer.status, fieldError(await answer.text(), "email")]).toEqual([422, "Enter an email address."]);
  });
});

describe("the code page", () => {
  test.each(["/verify-otp", "/verify-otp?email=somebody@example.test"])(
    "%s without an earlier request shows the missing email",
    async (path) => {
      const html = await app.client().text(path);
      expect(alerts(html)).toEqual(["Missing email context. Please retry."]);
      expect(html).toContain('href="/forgot-password"');
      expect(html).not.toContain("somebody@example.test");
    },
  );

  test("takes the email from neither the query nor the body", async () => {
    const [{ client, code, person }, other] = [await withRequestedCode(), await createUser(app.db)];
    expect(visibleText(await client.text(`/verify-otp?email=${other.email}`))).not.toContain(other.email);
    const stranger = await send(app.client(), `/verify-otp?email=${person.email}`, {
      email: person.email,
      otp: code,
      new_password: newPassword,
    });
    expect([stranger.status, alerts(await stranger.text())]).toEqual([422, ["Missing email context. Please retry."]]);
    expect((await app.client().signIn(person.email)).status).toBe(303);
  });

  test("ignores an unsigned cookie", async () => {
    const client = app.client();
    client.cookies.set(
      "carried",
      Buffer.from(JSON.stringify({ email: "victim@example.test", reset_token: "x" })).toString("base64"),
    );
    expect(alerts(await client.text("/verify-otp"))).toEqual(["Missing email context. Please retry."]);
  });

  test("escapes the email, and refuses one with markup", async () => {
    const client = app.client();
    const refused = await send(client, "/forgot-password", { email: "<b>x</b>@example.test" });
    expect([refused.status, (await refused.text()).includes("<b>x</b>")]).toEqual([422, false]);
    await send(client, "/forgot-password", { email: "a&amp'b@example.test" });
    expect(await client.text("/verify-otp")).toContain("<strong>a&amp;amp&#x27;b@example.test</strong>");
  });

  test("never sends the code or the password back", async () => {
    const { client, code } = await withRequestedCode();
    for (const path of ["/verify-otp", "/verify-otp?_data=routes%2Fverify-otp"]) {
      const text = await (await send(client, path, { otp: wrongCodeFor(code), new_password: newPassword })).text();
      expect(text).toContain(wrongWords);
      expect(text.includes(newPassword) || text.includes(wrongCodeFor(code))).toBe(false);
    }
    const html = await (
      await send(client, "/verify-otp", { otp: "12 34 56", new_password: "unrepeatable-short".slice(0, 7) })
    ).text();
    expect([
      fieldError(html, "otp"),
      fieldError(html, "new_password"),
      fieldValue(html, "otp"),
      fieldValue(html, "new_password"),
    ]).toEqual(["Enter the 8-digit code.", "Use at least 8 characters.", "", ""]);
  });

  test("answers a wrong, expired, used, exhausted and unsent code with the same message", async () => {
    const [wrong, old, used, worn] = [
      await withRequestedCode(),
      await withRequestedCode(),
      await withRequestedCode(),
      await withRequestedCode(),
    ];
    const unsent = app.client();
    await send(unsent, "/forgot-password", { email: `unknown${nextNumber()}@example.test` });
    await app.db
      .updateTable("reset_codes")
      .set({ expires_at: "2026-01-01T00:00:00.000Z" })
      .where("email", "=", old.person.email)
      .execute();
    expect((await send(used.client, "/verify-otp", { otp: used.code, new_password: newPassword })).status).toBe(200);
    for (let index = 0; index < 5; index += 1)
      await send(worn.client, "/verify-otp", { otp: wrongCodeFor(worn.code), new_password: newPassword });
    const answers = [
      await send(wrong.client, "/verify-otp", { otp: wrongCodeFor(wrong.code), new_password: newPassword }),
      await send(old.client, "/verify-otp", { otp: old.code, new_password: newPassword }),
      await send(used.client, "/verify-otp", { otp: used.code, new_password: "another-horse-9" }),
      await send(worn.client, "/verify-otp", { otp: worn.code, new_password: newPassword }),
      await send(unsent, "/verify-otp", { otp: "12345678", new_password: newPassword }),
    ];
    for (const answer of answers) expect([answer.status, alerts(await answer.text())]).toEqual([422, [wrongWords]]);
  });

  test("answers a form sent twice in the same way both times", async () => {
    const { client, code } = await withRequestedCode();
    const [first, second] = await Promise.all(
      [1, 2].map(() => send(client, "/verify-otp", { otp: code, new_password: newPassword })),
    );
    expect([first?.status, second?.status, second?.headers.get("Refresh")]).toEqual([
      200,
      200,
      first?.headers.get("Refresh"),
    ]);
  });
});

test("a reset ends every session, including this browser's, and revokes every token", async () => {
  const { client, person, code } = await withRequestedCode();
  const elsewhere = app.client();
  await Promise.all([client.signIn(person.email), elsewhere.signIn(person.email)]);
  const { token } = await (
    await app.client().call("POST", "/api/login", { email: person.email, password: testPassword })
  ).json();
  await send(client, "/verify-otp", { otp: code, new_password: newPassword });
  expect([(await client.get("/dashboard")).status, (await elsewhere.get("/dashboard")).status]).toEqual([302, 302]);
  expect((await app.client().fetch("/api/picks", { headers: { Authorization: `Bearer ${token}` } })).status).toBe(401);
});

describe("the API calls", () => {
  test("answer a known, an unknown and a suspended email alike", async () => {
    const emails = [
      (await createUser(app.db)).email,
      (await createUser(app.db, { status: "Suspended" })).email,
      `unknown${nextNumber()}@example.test`,
    ];
    const token = expect.stringMatching(/^[\w-]{43}$/);
    const answersTo = async (email: string) => {
      const withRequestedCode = await call("/api/request-otp", { email });
      const { reset_token, ...rest } = await withRequestedCode.json();
      expect(reset_token).toEqual(token);
      const answers = [];
      for (const more of [{ otp: "1234567" }, { reset_token }, {}, { reset_token: "false" }])
        answers.push(await call("/api/verify-otp", { email, otp: "00000000", new_password: newPassword, ...more }));
      const bodies = await Promise.all(
        answers.map(async (answer) => [answer.status, await answer.json(), answer.headers.getSetCookie()]),
      );
      const statuses = [];
      for (let round = 0; round < 22; round += 1)
        statuses.push(
          (await call("/api/request-otp", { email })).status,
          (await call("/api/verify-otp", { email, otp: "00000000", new_password: newPassword })).status,
        );
      return [[withRequestedCode.status, rest, withRequestedCode.headers.getSetCookie()], ...bodies, ...statuses];
    };
    const [known, ...others] = await Promise.all(emails.map(answersTo));
    expect(known?.[0]).toEqual([200, { ok: true }, []]);
    expect([known?.at(-2), known?.at(-1)]).toEqual([429, 429]);
    for (const answers of others) expect(answers).toEqual(known);
  });

  test("reset a password with the email in the body", async () => {
    const { email, id } = await createUser(app.db);
    await call("/api/request-otp", { email });
    const wrong = await call("/api/verify-otp", {
      email,
      otp: wrongCodeFor(await mailed(id)),
      new_password: newPassword,
    });
    expect([wrong.status, await wrong.json()]).toEqual([400, { error: wrongWords, fields: { otp: wrongWords } }]);
    const answer = await call("/api/verify-otp", { email, otp: await mailed(id), new_password: newPassword });
    expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
    expect((await app.client().signIn(email, newPassword)).status).toBe(303);
  });

  test("with a reset token have five tries of their own, apart from the ten a day without one", async () => {
    const { email, id } = await createUser(app.db);
    const { reset_token } = await (await call("/api/request-otp", { email })).json();
    const code = await mailed(id);
    const verify = (body: Record<string, string>) =>
      call("/api/verify-otp", { email, otp: code, new_password: newPassword, ...body }).then(({ status }) => status);
    const wrong = { otp: wrongCodeFor(code) };
    for (let turn = 0; turn < 10; turn += 1) expect(await verify(wrong)).toBe(400);
    expect(await verify({})).toBe(429);
    for (let turn = 0; turn < 4; turn += 1) expect(await verify({ ...wrong, reset_token })).toBe(400);
    expect(await verify({ reset_token })).toBe(200);
    expect((await app.client().signIn(email, newPassword)).status).toBe(303);
  });

  test("give parallel guesses five tries with a token and ten without", async () => {
    const { email, id } = await createUser(app.db);
    const { reset_token } = await (await call("/api/request-otp", { email })).json();
    const code = await mailed(id);
    const guesses = Array.from({ length: 20 }, (_, index) =>
      String((Number(code) + index + 1) % 100_000_000).padStart(8, "0"),
    );
    const answers = await Promise.all(
      guesses.flatMap((otp) => [
        call("/api/verify-otp", { email, otp, new_password: newPassword }),
        call("/api/verify-otp", { email, otp, new_password: newPassword, reset_token }),
      ]),
    );
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
    expect(await app.db.selectFrom("reset_codes").select("tries").where("email", "=", email).execute()).toEqual([
      { tries: 5 },
    ]);
    expect((await call("/api/verify-otp", { email, otp: code, new_password: newPassword, reset_token })).status).toBe(
      400,
    );
    expect((await app.client().signIn(email)).status).toBe(303);
  });

  test("accept the right code once when two arrive together", async () => {
    const { email, id } = await createUser(app.db);
    const { reset_token } = await (await call("/api/request-otp", { email })).json();
    const code = await mailed(id);
    const answers = await Promise.all(
      [1, 2].map((turn) =>
        call("/api/verify-otp", {
          email,
          otp: code,
          new_password: `${newPassword}-${turn}`,
          ...(turn === 1 && { reset_token }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test.each([{}, { email: 7 }, { email: ["a@b.co"] }, { email: null }, { email: "a@b.co\u0000" }])(
    "refuse %j",
    async (body) => {
      expect((await call("/api/request-otp", body)).status).toBe(400);
      expect((await call("/api/verify-otp", { otp: "12345678", new_password: newPassword, ...body })).status).toBe(400);
    },
  );

  test.each([7, ["x"], {}, "x".repeat(101)])("refuse %j as a token", async (reset_token) => {
    expect(
      (await call("/api/verify-otp", { email: "a@b.co", otp: "12345678", new_password: newPassword, reset_token }))
        .status,
    ).toBe(400);
  });
});

describe("after a new password", () => {
  test("the login has the email filled in until the sign-in, and the code page does not ask again", async () => {
    const { person, client, code } = await withRequestedCode();
    expect(fieldValue(await client.text("/login"), "email")).toBe("");
    const fields = { otp: code, new_password: newPassword };
    expect((await send(client, "/verify-otp", fields)).status).toBe(200);
    expect(fieldValue(await client.text("/login"), "email")).toBe(person.email);
    expect(fieldValue(await client.text("/login?email=other@example.test"), "email")).toBe(person.email);
    const page = await client.text("/verify-otp");
    expect([alerts(page), fieldValue(page, "otp")]).toEqual([["Your password has been changed. Login"], null]);
    // A button pressed twice.
    expect((await send(client, "/verify-otp", fields)).status).toBe(200);
    expect((await send(client, "/login", { email: person.email, password: newPassword })).status).toBe(303);
    expect(client.cookies.has("sign-in-email")).toBe(false);
  });

  test("a new request for a code starts again", async () => {
    const { person, client, code } = await withRequestedCode();
    await send(client, "/verify-otp", { otp: code, new_password: newPassword });
    await app.db.deleteFrom("throttles").execute();
    await send(client, "/forgot-password", { email: person.email });
    expect(fieldValue(await client.text("/verify-otp"), "otp")).toBe("");
  });
});
