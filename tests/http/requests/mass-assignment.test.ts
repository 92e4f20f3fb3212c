/** Every write runs twice, once with all other columns added. Both runs must leave the same row. */
import { beforeAll, expect, test } from "vitest";
import { createAffiliate } from "../../support/database/affiliates.ts";
import type { Client } from "../../support/app/app.ts";
import { createUser, formFields, nextNumber, pickFields, testPassword } from "../../support/database/factories.ts";
import { publish } from "../../support/database/picks.ts";
import { useApp } from "../../support/app/use-app.ts";

type Fields = Readonly<Record<string, unknown>>;
type Row = Record<string, unknown>;
/** Sends the write with `extra` fields and returns the row afterwards. */
type Entry = (
  send: (client: Client, method: string, path: string, fields: Fields) => Promise<void>,
) => Promise<Row | undefined>;

const app = useApp();
let staff: Client;
beforeAll(async () => {
  staff = await app.signedIn("superadmin");
});

const past = "2001-01-01T00:00:00.000Z";
const claims: Fields = {
  id: 4242,
  user_id: 1,
  owner_id: 1,
  actor_id: 1,
  paid_by: 99,
  role: "superadmin",
  roles: ["superadmin"],
  isAdmin: true,
  is_admin: true,
  admin: true,
  status: "Suspended",
  state: "approved",
  version: 77,
  created_at: past,
  updated_at: past,
  deleted_at: past,
  saved_at: past,
  published_at: past,
  access_until: past,
  break_until: past,
  age_confirmed_at: past,
  email_verified: true,
  email_verified_at: past,
  password_hash: "x",
  display_mode: "light",
  email_notifications: 0,
  sms_alerts: 1,
  name: "Claimed Name",
  phone: "555-99999",
  stream: "pro",
  settled: 1,
  typed_fields: '["pick","line"]',
  warnings: [],
  after_start: false,
  countdown: "",
  price: 1,
  price_cents: 1,
  amount_cents: 1,
  rate_percent: 99,
  commission_earned: 999,
  commission_cents: 99_900,
  total_clicks: 9,
  total_signups: 9,
  total_purchases: 9,
  ref_code: "AAAAAAAA",
  page_token: "x".repeat(43),
  affiliate_id: 1,
  outcome: "counted",
  kind: "purchase",
  customer_id: "cus_1",
  subscription: "sub_1",
  session: 1,
  person: { id: 1, role: "superadmin" },
  actor: { person: { role: "superadmin" } },
  constructor: { prototype: { role: "superadmin" } },
  "user[role]": "superadmin",
  "role.": "superadmin",
};
const columnsThatDiffer = [
  "id",
  "age_confirmed_at",
  "id_hash",
  "user_id",
  "pick_id",
  "email",
  "created_at",
  "grading_fields_changed_at",
  "published_at",
  "saved_at",
  "paid_at",
  "password_hash",
  "ref_code",
  "page_token",
];

const users = (email: string) => app.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
const picks = (id: number) => app.db.selectFrom("picks").selectAll().where("id", "=", id).executeTakeFirst();
const newEmail = (kind: string) => `${kind}${nextNumber()}@example.test`;

async function member() {
  const user = await createUser(app.db);
  const client = app.client();
  await client.signIn(user.email);
  return { user, client };
}

// Both runs publish the same pick, about which a form asks; the API's `confirm` is true or false.
const isTwin = "An open pick with the same game, pick and date exists already.";
const newPick = (target: string) =>
  formFields({ pick: "Same", ...(target.includes("/api/") ? {} : { confirm: isTwin }) });
const newestPick = () => app.db.selectFrom("picks").selectAll().orderBy("id", "desc").executeTakeFirst();

const entries: Readonly<Record<string, Entry>> = {
  ...both("a sign-up", "/signup?payment_success=true", "POST /api/signup", async (send, target) => {
    const email = newEmail("new");
    await send(app.client(), target, {
      name: "New",
      phone: "555-0100",
      email,
      password: "line-shopping-2026",
      role: "user",
      age_confirmed: "yes",
    });
    return users(email);
  }),
  ...both("an account added by staff", "/admin/users", "POST /api/users", async (send, target) => {
    const email = newEmail("added");
    await send(staff, target, { email, password: "line-shopping-2026", role: "user", name: "Added" });
    return users(email);
  }),
  "a profile": async (send) => {
    const { user, client } = await member();
    await send(client, "POST", "/profile", { name: "Renamed", phone: "555-0101" });
    return users(user.email);
  },
  "a profile through the API": async (send) => {
    const { user, client } = await member();
    await send(client, "PUT", `/api/users/${user.id}`, { name: "Renamed", phone: "555-0101" });
    return users(user.email);
  },
  "one's own password": async (send) => {
    const { user, client } = await member();
    await send(client, "POST", "/profile/password", {
      current_password: testPassword,
      password: "another-horse-9",
      confirm_password: "another-horse-9",
    });
    return users(user.email);
  },
  ...both("settings", "/settings", "PUT /api/settings", async (send, target) => {
    const { user, client } = await member();
    await send(client, target, { display_mode: "dark", email_notifications: "enabled", sms_alerts: "disabled" });
    return users(user.email);
  }),
  ...both("news settings", "/settings/news", "PUT /api/news-settings", async (send, target) => {
    const { user, client } = await member();
    await send(client, target, { quiet_from: "", quiet_until: "", quiet_late: "never", zone: "", push_text: "count" });
    return users(user.email);
  }),
  "a role": async (send) => {
    const { id, email } = await createUser(app.db);
    await send(staff, "PUT", `/api/users/${id}/role`, { role: "propicksmanager" });
    return users(email);
  },
  "a status": async (send) => {
    const { id, email } = await createUser(app.db);
    await send(staff, "PUT", `/api/users/${id}/status`, { status: "Suspended" });
    return users(email);
  },
  "a password set by staff": async (send) => {
    const { id, email } = await createUser(app.db);
    await send(staff, "POST", `/admin/users/${id}/password`, { password: "another-horse-9" });
    return users(email);
  },
  ...both("a new pick", "/admin/picks", "POST /api/picks", async (send, target) => {
    await send(staff, target, newPick(target.path));
    return newestPick();
  }),
  ...both("a new pro pick", "/admin/propicks", "POST /api/propicks", async (send, target) => {
    await send(staff, target, newPick(target.path));
    return newestPick();
  }),
  "a changed pick": async (send) => {
    const id = await publish(staff);
    await send(staff, "POST", `/admin/picks/${id}`, {
      ...pickFields({ pick: "Changed", reason: "A typing error." }),
      version: 1,
      confirm: isTwin,
    });
    return picks(id);
  },
  "a changed pick through the API": async (send) => {
    const id = await publish(staff, { pick: "As it was" });
    await send(staff, "PUT", `/api/picks/${id}`, { unit_size: 2, version: 1, reason: "A typing error." });
    return picks(id);
  },
  "a saved pick": async (send) => {
    const [id, { user, client }] = [await publish(staff), await member()];
    await send(client, "POST", "/api/member-picks", { pick_id: id });
    const rows = await app.db.selectFrom("saved_picks").selectAll().where("pick_id", "=", id).execute();
    expect(rows.map((row) => row.user_id)).toEqual([user.id]);
    return rows[0];
  },
  ...both("an affiliate", "/admin/affiliates/new", "POST /api/affiliates", async (send, target) => {
    const email = newEmail("partner");
    await send(staff, target, { name: "Sample Partner", email });
    return app.db.selectFrom("affiliates").selectAll().where("email", "=", email).executeTakeFirst();
  }),
  "a changed affiliate": async (send) => {
    const id = await createAffiliate(app.db);
    const terms = { rate_percent: 25, reason: "As agreed" };
    await send(staff, "PUT", `/api/affiliates/${id}`, { name: "Renamed", version: 1, ...terms });
    expect(await app.db.selectFrom("commissions").selectAll().where("affiliate_id", "=", id).execute()).toEqual([]);
    return app.db.selectFrom("affiliates").selectAll().where("id", "=", id).executeTakeFirst();
  },
  "an affiliate's request": async (send) => {
    const email = newEmail("asks");
    await send(app.client(), "POST", "/affiliate-signup", { name: "A", email, phone: "555-0100", remarks: "" });
    return app.db.selectFrom("affiliate_requests").selectAll().where("email", "=", email).executeTakeFirst();
  },
  "a payout": async (send) => {
    const id = await createAffiliate(app.db, { purchases: [40] });
    await send(staff, "POST", "/admin/affiliates/payouts/confirm", { [`pay_${id}`]: 980 });
    return app.db.selectFrom("payouts").selectAll().orderBy("id", "desc").executeTakeFirst();
  },
  "the side panels": async (send) => {
    await app.db.updateTable("sidebar").set({ version: 1, results: "before" }).execute();
    await send(staff, "POST", "/api/sidebar", { results: "r", notes: "n", next: "x", version: 1 });
    return app.db.selectFrom("sidebar").selectAll().executeTakeFirst();
  },
};

test.each(Object.keys(entries))("%s accepts its own fields and no others", async (name) => {
  const rowAfter = async (extra: Fields) => {
    const before = await privileged();
    const row = await entries[name]?.(async (client, method, path, fields) => {
      // The form's own fields win over the extra ones.
      const answer = path.startsWith("/api/")
        ? await client.call(method, path, { ...extra, ...fields })
        : await client.post(path, { ...extra, ...fields });
      expect(answer.status, await answer.text()).toBeLessThan(400);
    });
    expect(await privileged()).toEqual(before);
    if (!row) throw new Error("No row was written.");
    return row;
  };
  const [plain, claimed] = [await rowAfter({}), await rowAfter(claims)];
  expect(common(claimed)).toEqual(common(plain));
  for (const column of columnsThatDiffer)
    if (column in claimed && column in claims && column !== "user_id")
      expect([column, claimed[column]]).not.toEqual([column, claims[column]]);
});

test("a sign-up with a staff role creates no account", async () => {
  for (const role of [
    "superadmin",
    "propicksmanager",
    ["user", "superadmin"],
    { toString: "user" },
    "user\u0000",
    "SUPERADMIN",
  ]) {
    const email = newEmail("role");
    const answer = await app
      .client()
      .call("POST", "/api/signup", { name: "New", phone: "555-0100", email, password: "line-shopping-2026", role });
    expect([answer.status, await users(email)]).toEqual([400, undefined]);
  }
});

test("of a repeated field only the checked value is used", async () => {
  const email = newEmail("twice");
  const body = new URLSearchParams([
    ["name", "New"],
    ["phone", "555-0100"],
    ["email", email],
    ["password", "line-shopping-2026"],
    ["age_confirmed", "yes"],
    ["role", "user"],
    ["role", "superadmin"],
  ]);
  expect(
    (
      await app
        .client()
        .fetch("/signup?payment_success=true&role=user", { method: "POST", body, headers: { Origin: app.origin } })
    ).status,
  ).toBe(422);
  const call = `{"name":"New","phone":"555-0100","email":"${email}","password":"line-shopping-2026","role":"user","role":"superadmin"}`;
  expect(
    (
      await app.client().fetch("/api/signup", {
        method: "POST",
        body: call,
        headers: { Origin: app.origin, "Content-Type": "application/json" },
      })
    ).status,
  ).toBe(400);
  expect(await users(email)).toBeUndefined();
});

function both(
  name: string,
  form: string,
  call: string,
  entry: (
    send: (client: Client, target: { method: string; path: string }, fields: Fields) => Promise<void>,
    target: { method: string; path: string },
  ) => Promise<Row | undefined>,
): Record<string, Entry> {
  const [method = "", path = ""] = call.split(" ");
  const at =
    (target: { method: string; path: string }): Entry =>
    (send) =>
      entry((client, { method, path }, fields) => send(client, method, path, fields), target);
  return { [name]: at({ method: "POST", path: form }), [`${name} through the API`]: at({ method, path }) };
}

function common(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columnsThatDiffer.includes(column)));
}

async function privileged() {
  const staffRows = await app.db
    .selectFrom("users")
    .select(["id", "email"])
    .where("role", "in", ["admin", "superadmin"])
    .execute();
  const lapsed = await app.db.selectFrom("users").select("id").where("access_until", "is not", null).execute();
  const credited = await app.db.selectFrom("referrals").select("id").where("user_id", "is not", null).execute();
  return { staffRows, lapsed, credited };
}
