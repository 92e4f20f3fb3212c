/** The support bundle goes to somebody else: no secret, address or name may be in it. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createAffiliate, createAffiliateRequest } from "../../support/database/affiliates.ts";
import { createPick, createUser } from "../../support/database/factories.ts";
import { sessionSecret } from "../../support/app/server.ts";
import { useApp } from "../../support/app/use-app.ts";

const secrets = {
  ADMIN_SECRET: "planted-admin-word-0123456789",
  SMTP_URL: "smtp://planted-user:planted-word@127.0.0.1:9",
  MAIL_FROM: "Planted Sender <planted@sender.test>",
  MAIL_DIR: "",
  WITNESS_WEBHOOK_URL: "https://127.0.0.1:9/planted-witness",
  CHECKOUT_URL: "https://planted-checkout.test/plan",
  STRIPE_SECRET_KEY: "sk_planted_0123456789",
  STRIPE_WEBHOOK_SECRET: "whsec_planted_0123456789",
  SUPPORT_EMAIL: "planted@support.test",
  COMMUNITY_URL: "https://planted-community.test/",
  HELPLINE_TEXT: "Call Planted Helper.",
};
const app = useApp(secrets, null);

interface Bundle {
  status: { migrations: { last: string } };
  settings: Record<string, string>;
  rows: Record<string, number>;
  errors: { route: string | null; message: string; error: string | null }[];
}

test("the bundle has what helps, and nothing that people or the operator keep secret", async () => {
  const superadmin = await app.signedIn("superadmin");
  const person = await createUser(app.db, { name: "Zebedee Quux" });
  await app.db.updateTable("users").set({ phone: "555-0142-77" }).where("id", "=", person.id).execute();
  const client = app.client();
  await client.signIn(person.email);
  await client.get(`/nowhere/${encodeURIComponent(person.email)}?token=planted-query`);
  await client.get("/zebedee-quux");
  await client.post("/forgot-password", { email: person.email });
  await createAffiliate(app.db);
  await createAffiliateRequest(app.db);
  await createPick(app.db);
  await superadmin.post("/admin/keys", { name: "Planted Program", "picks.draft": "1" });
  await superadmin.post("/admin/channels", {
    type: "webhook",
    name: "Planted Channel",
    address: "https://planted-receiver.test/hook",
    kinds: "member.joined",
  });
  await app.db.schema.alterTable("sidebar").renameTo("gone").execute();
  await superadmin.get("/admin/sidebar");
  await app.db.schema.alterTable("gone").renameTo("sidebar").execute();

  const file = await superadmin.get("/admin/status/bundle.json");
  const text = await file.text();
  const bundle: Bundle = JSON.parse(text);
  expect(file.headers.get("content-disposition")).toMatch(
    /^attachment; filename="simline-support-20\d\d-\d\d-\d\d\.json"$/,
  );
  expect(bundle.settings).toMatchObject({
    SMTP_URL: "set",
    STRIPE_PRICE_ID: "not set",
    WORKERS: "1",
    PUBLIC_RECORD: "true",
  });
  expect(bundle.rows).toMatchObject({ affiliates: 1, picks: 1, sidebar: expect.any(Number) });
  expect(bundle.errors).toContainEqual(
    expect.objectContaining({ route: "/admin/sidebar", message: "The page failed", error: expect.any(String) }),
  );

  const cookies = [...client.cookies.values(), ...superadmin.cookies.values()];
  const kept = await storedTexts();
  expect(kept).toEqual(expect.arrayContaining(["Zebedee Quux", "555-0142-77", "Planted Program"]));
  const secret = [...Object.values(secrets), sessionSecret, app.path, app.origin, ...cookies, ...kept, "127.0.0.1"];
  expect(secret.filter((word) => word !== "" && text.includes(word))).toEqual([]);
  expect(text).not.toMatch(/planted|zebedee|quux|@/i);
});

/** All texts of the database but times, single words of the program, and what the program wrote of itself. */
async function storedTexts(): Promise<string[]> {
  const tables = (await app.db.introspection.getTables()).map(({ name }) => name);
  const texts: string[] = [];
  for (const table of tables.filter((name) => !["migrations", "leases", "job_problems"].includes(name))) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(app.db);
    for (const value of rows.flatMap((row) => Object.values(row))) if (typeof value === "string") texts.push(value);
  }
  return texts.filter((text) => text.length > 4 && !/^[a-z_-]*$|^\d{4}-\d\d-\d\d/.test(text));
}
