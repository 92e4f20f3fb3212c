/** Sign-ups through the payment link while staff confirm each payment (LINK_SIGNUPS=review). */
import { beforeAll, describe, expect, test } from "vitest";
import type { Client } from "../../support/app/app.ts";
import { createUser, nextNumber } from "../../support/database/factories.ts";
import { alerts, visibleText } from "../../support/pages/html.ts";
import { useApp } from "../../support/app/use-app.ts";

const password = "unrepeatable-line-2026";
const waits = { error: "Waiting for your payment to be confirmed." };

const app = useApp({ LINK_SIGNUPS: "review" });
let superadmin: Client;
beforeAll(async () => {
  const { email } = await createUser(app.db, { role: "superadmin", name: "Ann Sample" });
  superadmin = app.client();
  await superadmin.signIn(email);
});

async function signUp(client: Client = app.client()) {
  const email = `new${nextNumber()}@example.test`;
  const body = new URLSearchParams({
    name: "Ana Díaz",
    phone: "+1 555 0100",
    email,
    password,
    confirm_password: password,
    age_confirmed: "yes",
    session_id: "",
  });
  const answer = await client.fetch("/signup?payment_success=true", {
    method: "POST",
    body,
    headers: { Origin: app.origin, "X-Forwarded-For": `198.51.100.${nextNumber()}` },
  });
  const { id } = await app.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  return { id, email, client, answer };
}

const redirectOf = (answer: Response) => [answer.status, answer.headers.get("location")];
const queueOf = (html: string) => / Waiting for confirmation (.*?) Add User /.exec(visibleText(html))?.[1] ?? "";

describe("a new member", () => {
  test("reads that the account opens after confirmation, also on the profile", async () => {
    const { client, email, answer } = await signUp();
    expect([answer.status, alerts(await client.text("/"))]).toEqual([
      200,
      [expect.stringMatching(/^Your account is ready\. You get access once we confirm your payment\./)],
    ]);
    expect(redirectOf(await client.signIn(email, password))).toEqual([303, "/profile"]);
    const text = visibleText(await client.text("/profile"));
    expect(text).toContain(
      "Membership Waiting for your payment to be confirmed We are checking your payment and will email you when you have access.",
    );
    for (const path of ["/dashboard", "/history", "/propicks", "/learn", "/my-card", "/settings"])
      expect(redirectOf(await client.get(path))).toEqual([302, "/profile"]);
    const call = await client.call("GET", "/api/picks");
    expect([call.status, await call.json()]).toEqual([403, waits]);
    const paysAgain = await client.post("/checkout");
    expect([paysAgain.status, alerts(await paysAgain.text())]).toEqual([
      409,
      ["Waiting for your payment to be confirmed. Questions? Write to support@simline.example."],
    ]);
  });

  test("from the API waits as well, and the bearer token opens no picks", async () => {
    const email = `api${nextNumber()}@example.test`;
    const made = await app
      .client()
      .call("POST", "/api/signup", { name: "Ana Díaz", phone: "+1 555 0100", email, password });
    expect([made.status, Object.keys(await made.json()).sort()]).toEqual([
      201,
      ["email", "id", "name", "phone", "role"],
    ]);
    const { token } = await (await app.client().call("POST", "/api/login", { email, password })).json();
    const picks = await app.client().fetch("/api/propicks", { headers: { Authorization: `Bearer ${token}` } });
    expect([picks.status, await picks.json()]).toEqual([403, waits]);
  });

  test("who was refused reads that, the support address, and nothing else", async () => {
    const { client, id, email } = await signUp();
    await superadmin.call("PUT", `/api/users/${id}/payment`, { payment: "refused" });
    await client.signIn(email, password);
    expect(visibleText(await client.text("/profile"))).toMatch(
      /Membership Your payment could not be confirmed .* email support@simline\.example with the date/,
    );
    const call = await client.call("GET", "/api/picks");
    expect([call.status, await call.json()]).toEqual([403, { error: "Your payment could not be confirmed." }]);
  });
});

describe("staff", () => {
  test("see a queue only while someone waits, confirm in it, and the member gets in without a new sign-in", async () => {
    await app.db
      .updateTable("users")
      .set({ payment_review: "confirmed" })
      .where("payment_review", "=", "waiting")
      .execute();
    expect(queueOf(await superadmin.text("/admin/users"))).toBe("");
    const { client, id, email } = await signUp();
    await client.signIn(email, password);
    expect(queueOf(await superadmin.text("/admin/users"))).toMatch(
      new RegExp(`^1 person .*${email}.*Confirm the payment of ${email} Refuse the payment of ${email} Open`),
    );
    expect(
      redirectOf(
        await superadmin.post(`/admin/users/${id}/payment?from=list`, { payment: "confirmed", shown: "waiting" }),
      ),
    ).toEqual([303, "/admin/users"]);
    expect(alerts(await superadmin.text("/admin/users"))).toEqual(["Payment of Ana Díaz confirmed."]);
    expect((await client.get("/dashboard")).status).toBe(200);
    expect(visibleText(await superadmin.text(`/admin/users/${id}`))).toMatch(
      /Payment confirmed .* payment review: waiting → confirmed/,
    );
  });

  test("who come second read who was faster; refusing a confirmed payment is a conflict", async () => {
    const { id } = await signUp();
    await superadmin.call("PUT", `/api/users/${id}/payment`, { payment: "confirmed" });
    const second = await app.signedIn("superadmin");
    expect(
      redirectOf(await second.post(`/admin/users/${id}/payment?from=list`, { payment: "confirmed", shown: "waiting" })),
    ).toEqual([303, "/admin/users"]);
    expect(alerts(await second.text("/admin/users"))).toEqual([
      "Ann Sample has already confirmed the payment of Ana Díaz.",
    ]);
    const refusal = await second.post(`/admin/users/${id}/payment`, { payment: "refused", shown: "waiting" });
    expect([refusal.status, alerts(await refusal.text())]).toEqual([
      409,
      ["Ann Sample has already confirmed this payment. To close the account, suspend it."],
    ]);
    const call = await second.call("PUT", `/api/users/${id}/payment`, { payment: "refused" });
    expect([call.status, (await call.json()).error]).toEqual([
      409,
      "Ann Sample has already confirmed this payment. To close the account, suspend it.",
    ]);
  });

  test("can confirm a refused payment on the user's page", async () => {
    const { id } = await signUp();
    expect(
      redirectOf(await superadmin.post(`/admin/users/${id}/payment`, { payment: "refused", shown: "waiting" })),
    ).toEqual([303, `/admin/users/${id}`]);
    const html = await superadmin.text(`/admin/users/${id}`);
    expect([
      alerts(html),
      visibleText(html).includes("Membership Payment refused"),
      html.includes('name="payment" value="refused"'),
    ]).toEqual([["Payment of Ana Díaz refused."], true, false]);
    expect(html).toContain('name="shown" value="refused"');
    await superadmin.post(`/admin/users/${id}/payment`, { payment: "confirmed", shown: "refused" });
    expect(visibleText(await superadmin.text(`/admin/users/${id}`))).toContain("Membership Active");
  });

  test("list the waiting members through the API", async () => {
    const { id } = await signUp();
    const [first] = await (await superadmin.call("GET", "/api/users?payment=waiting")).json();
    expect([first.id, Object.keys(first).sort()]).toEqual([id, ["email", "id", "name", "role", "status"]]);
    const wrong = await superadmin.call("GET", "/api/users?payment=x");
    expect([wrong.status, (await wrong.json()).fields]).toEqual([400, { payment: "Must be waiting." }]);
  });

  test("without user management are refused", async () => {
    const { id } = await signUp();
    const admin = await app.signedIn("admin");
    expect([
      (await admin.post(`/admin/users/${id}/payment`, { payment: "confirmed" })).status,
      (await admin.call("PUT", `/api/users/${id}/payment`, { payment: "confirmed" })).status,
    ]).toEqual([403, 403]);
  });
});
