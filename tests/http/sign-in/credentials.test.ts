import { beforeAll, describe, expect, test } from "vitest";
import { createAffiliate } from "../../support/database/affiliates.ts";
import { type Client, startApp } from "../../support/app/app.ts";
import { createUser, nextNumber, testPassword } from "../../support/database/factories.ts";
import { mailedCode } from "../../support/mailbox.ts";
import { everything, publish } from "../../support/database/picks.ts";
import { rawRequest, sendRaw } from "../../support/app/raw.ts";
import { useApp } from "../../support/app/use-app.ts";

const app = useApp();
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
});

const newPassword = "another-horse-9";

async function newMember() {
  const { id, email } = await createUser(app.db);
  const [here, there] = [app.client(), app.client()];
  await here.signIn(email);
  const { token } = await (await there.call("POST", "/api/login", { email, password: testPassword })).json();
  return { id, email, here, there, token: String(token) };
}
type Member = Awaited<ReturnType<typeof newMember>>;

const revocations: Readonly<Record<string, (person: Member) => Promise<Response>>> = {
  "changing one's own password": ({ here }) =>
    here.post("/profile/password", {
      current_password: testPassword,
      password: newPassword,
      confirm_password: newPassword,
    }),
  "changing one's own password through the API": ({ here, id }) =>
    here.call("PUT", `/api/users/${id}`, { current_password: testPassword, password: newPassword }),
  "a password set by staff": ({ id }) => staff.call("PUT", `/api/users/${id}/password`, { password: newPassword }),
  "a reset by code": async ({ id, email }) => {
    await post("/api/request-otp", { email });
    return post("/api/verify-otp", { email, otp: await mailedCode(app, id), new_password: newPassword });
  },
  "a suspension, even if lifted at once": async ({ id }) => {
    await staff.call("PUT", `/api/users/${id}/status`, { status: "Suspended" });
    return staff.call("PUT", `/api/users/${id}/status`, { status: "Active" });
  },
  "a role change, even if reverted at once": async ({ id }) => {
    await staff.call("PUT", `/api/users/${id}/role`, { role: "admin" });
    return staff.call("PUT", `/api/users/${id}/role`, { role: "user" });
  },
  "deleting the account": ({ id }) => staff.call("DELETE", `/api/users/${id}`),
};

test.each(Object.keys(revocations))(
  "%s revokes the bearer token and the other browser's session for good",
  async (how) => {
    const person = await newMember();
    expect([(await byBearer(`Bearer ${person.token}`)).status, (await person.there.get("/dashboard")).status]).toEqual([
      200, 200,
    ]);
    expect((await revocations[how]?.(person))?.status).toBeLessThan(400);
    expect([(await byBearer(`Bearer ${person.token}`)).status, (await person.there.get("/dashboard")).status]).toEqual([
      401, 302,
    ]);
    expect((await person.here.get("/dashboard")).status).toBe(how.startsWith("changing one's own") ? 200 : 302);
  },
);

describe("a bearer token", () => {
  test.each<[string, (token: string) => string]>([
    ["in upper case", (token) => `Bearer ${token.toUpperCase()}`],
    ["in lower case", (token) => `Bearer ${token.toLowerCase()}`],
    ["in the other base64 alphabet", (token) => `Bearer ${token.replaceAll("-", "+").replaceAll("_", "/")}=`],
    ["with padding", (token) => `Bearer ${token}=`],
    ["with a NUL at the end", (token) => `Bearer ${token}%00`],
    ["in quotes", (token) => `Bearer "${token}"`],
    ["under another scheme", (token) => `Token ${token}`],
    ["as Basic", (token) => `Basic ${token}`],
    ["as Digest", (token) => `Digest token=${token}`],
    ["twice in one header", (token) => `Bearer ${token}, Bearer ${token}`],
    ["without its secret", (token) => `Bearer ${token.slice(0, token.lastIndexOf(".") + 1)}`],
    ["with a longer secret", (token) => `Bearer ${token}${"A".repeat(8000)}`],
    ["with a longer email", (token) => `Bearer ${token.replace("v1.", `v1.${"A".repeat(401)}`)}`],
    ["that is the account's id", () => "Bearer 1"],
  ])("%s is refused", async (_how, changed) => {
    const { token, there } = await newMember();
    const header = changed(token);
    // A random token may be the same in both alphabets.
    if (header === `Bearer ${token}`) return;
    expect((await byBearer(header)).status).toBe(401);
    expect((await there.fetch("/api/picks", { headers: { Authorization: header } })).status).toBe(401);
  });

  test("works only in the header, not as a query, cookie or field", async () => {
    const { token } = await newMember();
    const places = [
      app.client().get(`/api/picks?token=${token}&access_token=${token}&authorization=Bearer%20${token}`),
      app.client().fetch("/api/picks", {
        headers: { Cookie: `session=${token}; token=${token}; Authorization=Bearer ${token}` },
      }),
      app.client().fetch("/api/picks", {
        headers: { "X-Authorization": `Bearer ${token}`, "Proxy-Authorization": `Bearer ${token}` },
      }),
      app.client().fetch("/api/settings", {
        method: "PUT",
        body: JSON.stringify({ token, display_mode: "light" }),
        headers: { "Content-Type": "application/json" },
      }),
    ];
    expect((await Promise.all(places)).map(({ status }) => status)).toEqual([401, 401, 401, 401]);
  });

  test("with two Authorization headers the second is never used", async () => {
    const [own, other] = [await newMember(), await newMember()];
    const answer = await sendRaw(
      app.origin,
      `GET /api/settings HTTP/1.1\r\nHost: ${new URL(app.origin).host}\r\nConnection: close\r\nAuthorization: Bearer x\r\nAuthorization: Bearer ${other.token}\r\n\r\n`,
    );
    expect([400, 401]).toContain(answer.status);
    expect((await byBearer(`Bearer ${own.token}`)).status).toBe(200);
  });
});

describe("a secret", () => {
  test("works only at its own route", async () => {
    const { here, token } = await newMember();
    const { page_token } = await app.db
      .selectFrom("affiliates")
      .select("page_token")
      .where("id", "=", await createAffiliate(app.db))
      .executeTakeFirstOrThrow();
    const user = await createUser(app.db);
    const unsubscribe = "of-a-member-padded-to-at-least-forty-characters";
    await app.db.insertInto("unsubscribe_tokens").values({ user_id: user.id, token: unsubscribe }).execute();
    const session: string = JSON.parse(
      Buffer.from(decodeURIComponent(here.cookies.get("session") ?? ""), "base64").toString(),
    );
    const secrets = { bearer: token, session, partner: page_token, unsubscribe };
    const before = await everything(app);
    for (const [kind, secret] of Object.entries(secrets)) {
      const variants = [
        secret,
        secret.slice(0, -1),
        `${secret}A`,
        secret.toUpperCase(),
        secret.toLowerCase(),
        `${secret}%00`,
        `${secret}%20`,
        `%20${secret}`,
        `${secret.slice(0, 10)}%25`,
        "%",
        "_".repeat(43),
        `' or '1'='1`,
      ];
      for (const variant of variants) {
        const exact = variant === secret;
        const statuses = [
          (await app.client().get(`/partners/${variant}`)).status,
          (await app.client().get(`/partners/${variant}/months.csv`)).status,
          (await app.client().get(`/unsubscribe/${variant}`)).status,
          (await app.client().post(`/unsubscribe/${exact && kind === "unsubscribe" ? "x" : variant}`)).status,
        ];
        const [page, ask] = [exact && kind === "partner" ? 200 : 404, exact && kind === "unsubscribe" ? 200 : 404];
        expect([kind, variant, statuses]).toEqual([kind, variant, [page, page, ask, 404]]);
        if (kind !== "bearer") expect((await byBearer(`Bearer ${encodeURIComponent(variant)}`)).status).toBe(401);
      }
    }
    expect(await everything(app)).toBe(before);
  });

  test("a reset code works only for its own email, and the cookie that names the email can't be forged", async () => {
    const [mine, theirs] = [await createUser(app.db), await createUser(app.db)];
    for (const { email } of [mine, theirs]) await post("/api/request-otp", { email });
    const code = await mailedCode(app, mine.id);
    expect((await post("/api/verify-otp", { email: theirs.email, otp: code, new_password: newPassword })).status).toBe(
      400,
    );
    const forged = encodeURIComponent(
      Buffer.from(JSON.stringify({ email: theirs.email, reset_token: "x" })).toString("base64"),
    );
    for (const value of [forged, `${forged}.`, `${forged}.AAAA`]) {
      const answer = await app.client().fetch("/verify-otp", {
        method: "POST",
        body: new URLSearchParams({
          email: theirs.email,
          otp: await mailedCode(app, theirs.id),
          new_password: newPassword,
          confirm_password: newPassword,
        }),
        headers: { Origin: app.origin, Cookie: `carried=${value}` },
      });
      expect(answer.status).toBe(422);
    }
    expect((await app.client().signIn(theirs.email)).status).toBe(303);
  });
});

test("other people's rows are not found and stay unchanged", async () => {
  const [owner, other] = [await newMember(), await newMember()];
  const [regular, pro] = [await publish(staff), await publish(staff, {}, "/api/propicks")];
  await owner.here.call("POST", "/api/member-picks", { pick_id: regular });
  await owner.here.call("POST", "/api/member-propicks", { propick_id: pro });
  const before = await everything(app);
  const requests = [
    other.here.call("DELETE", `/api/member-picks/${regular}`),
    other.here.call("DELETE", `/api/member-propicks/${pro}`),
    other.here.get(`/my-card/${regular}/remove`),
    other.here.call("DELETE", `/api/member-picks/${regular}?user_id=${owner.id}`, { user_id: owner.id }),
    other.here.call("PUT", `/api/users/${owner.id}`, { name: "Taken over" }),
    other.here.call("PUT", `/api/users/${owner.id}`, { id: other.id, name: "Taken over" }),
    other.here.call("PUT", `/api/users/${owner.id}`, { current_password: testPassword, password: newPassword }),
    staff.call("PUT", `/api/users/${owner.id}`, { name: "Taken over" }),
  ];
  expect((await Promise.all(requests)).map(({ status }) => status)).toEqual(requests.map(() => 404));
  // The form redirects to the card, which shows the same refusal.
  expect((await other.here.post(`/my-card/${regular}/remove`)).status).toBe(303);
  expect(await other.here.text("/my-card")).toContain("This pick is not on your card.");
  expect(await everything(app)).toBe(before);
});

test("every cookie is HttpOnly and SameSite=Lax, and Secure under https", async () => {
  const secure = await startApp({ APP_ORIGIN: "https://picks.example" });
  const { email } = await createUser(secure.db);
  const { ref_code } = await secure.db
    .selectFrom("affiliates")
    .select("ref_code")
    .where("id", "=", await createAffiliate(secure.db))
    .executeTakeFirstOrThrow();
  const host = { Host: "picks.example" };
  const send = (path: string, fields: Record<string, string>, cookie = "") => {
    const body = new URLSearchParams(fields).toString();
    return sendRaw(
      secure.origin,
      `POST ${path} HTTP/1.1\r\nHost: picks.example\r\nOrigin: https://picks.example\r\nCookie: ${cookie}\r\nConnection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  };
  const signedIn = await send("/login", { email, password: testPassword });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const answers = [
    signedIn,
    await send("/settings", { display_mode: "light", email_notifications: "enabled", sms_alerts: "disabled" }, cookie),
    await rawRequest(secure.origin, "/dashboard", { headers: { ...host, Cookie: cookie } }),
    await rawRequest(secure.origin, `/?ref=${ref_code}`, {
      headers: {
        ...host,
        "User-Agent":
          "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
      },
    }),
    await send("/forgot-password", { email }),
    await send("/logout", {}, cookie),
  ];
  await secure.stop();
  const cookies = answers.flatMap(({ headers }) => headers.getSetCookie());
  expect([...new Set(cookies.map((line) => line.split("=")[0]))].sort()).toEqual([
    "__Host-carried",
    "__Host-device",
    "__Host-session",
    "affiliate-ref",
    "display-mode",
    "flash",
    "picks-list",
    "sheet",
    "visitor",
  ]);
  for (const line of cookies)
    expect(line).toMatch(/^[\w-]+=[^;]*; Max-Age=\d+; Path=\/;(?: Expires=[^;]+;)? HttpOnly; Secure; SameSite=Lax$/);
});

function byBearer(authorization: string): Promise<Response> {
  return app.client().fetch("/api/picks", { headers: { Authorization: authorization } });
}

function post(path: string, body: object): Promise<Response> {
  return app.client().fetch(path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: {
      Origin: app.origin,
      "Content-Type": "application/json",
      "X-Forwarded-For": `198.51.100.${nextNumber()}`,
    },
  });
}
