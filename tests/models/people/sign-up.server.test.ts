import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dayMs } from "../../../app/time/durations.ts";
import { runs } from "../../support/runs.ts";

const adminSecret = "correct-admin-phrase-of-the-house";
vi.stubEnv("ADMIN_SECRET", adminSecret);
const { db } = await import("../../../app/db.server.ts");
const { logPurchase, readSignUpPage, signUp, signUpAfterPayment } =
  await import("../../../app/models/people/sign-up.server.ts");
const { passwordMatches } = await import("../../../app/models/sign-in/password.server.ts");
const { newSecret } = await import("../../../app/models/secret.server.ts");
const { Refusal } = await import("../../../app/refusal.ts");
const { createUser, nextNumber, visitor } = await import("../../support/database/factories.ts");

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T12:00:00.000Z") }));
afterEach(() => void vi.useRealTimers());

const password = "line-shopping-2026";
const newVisitor = () => ({ ...visitor, address: `192.0.2.${nextNumber()}` });
const fields = (changes: Readonly<Record<string, unknown>> = {}) => ({
  name: " Ana Díaz ",
  phone: "+1 555 0100",
  email: `new${nextNumber()}@example.test`,
  password,
  role: "user",
  ...changes,
});
const rowOf = (email: string) => db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
const countUsers = () =>
  db
    .selectFrom("users")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow()
    .then((row) => row.count);

async function attempt(input: object, actor = newVisitor()): Promise<string> {
  try {
    await signUp(actor, input);
    return "in";
  } catch (error) {
    if (error instanceof Refusal) return error.reason === "too-many" ? `wait ${error.retryAfter}` : error.reason;
    throw error;
  }
}

describe("the return from the payment", () => {
  it.each([{}, { session_id: "cs_1" }, { ref: "ABCD" }])(
    "%j is refused, since it does not claim a payment",
    async (query) => {
      await expect(readSignUpPage(visitor, query)).rejects.toMatchObject({
        reason: "forbidden",
        message: "Please complete the payment before signing up.",
      });
    },
  );

  it.each(["", "false", "TRUE", "1", "true "])("payment_success=%s asks to pay first", async (payment_success) => {
    expect(await readSignUpPage(visitor, { payment_success })).toMatchObject({
      state: "unpaid",
      message: "Please complete the payment before signing up.",
      email: "",
    });
  });

  it("payment_success=true opens the form, and keeps the session id", async () => {
    expect(await readSignUpPage(visitor, { payment_success: "true", session_id: "cs_test_1" })).toEqual({
      state: "form",
      message: "",
      receipt: "",
      email: "",
      sessionId: "cs_test_1",
      idempotencyKey: expect.stringMatching(/^[\w-]{43}$/),
    });
  });
});

describe("a sign-up form that is sent twice", () => {
  const form = () => ({
    ...fields(),
    confirm_password: password,
    age_confirmed: "yes",
    payment_success: "true",
    idempotency_key: newSecret(),
  });
  const taken = { reason: "conflict", message: "An account with this email already exists." };

  it("creates one account and succeeds both times, at once or a day later", async () => {
    const [input, actor, before] = [form(), newVisitor(), Number(await countUsers())];
    const [first, second] = await Promise.all([signUpAfterPayment(actor, input), signUpAfterPayment(actor, input)]);
    vi.setSystemTime(Date.now() + dayMs);
    expect(
      [first, second, await signUpAfterPayment(actor, { ...input, email: input.email.toUpperCase() })].map(
        ({ id }) => id,
      ),
    ).toEqual([first.id, first.id, first.id]);
    expect(Number(await countUsers())).toBe(before + 1);
  });

  it.each([
    [{ password: "another-horse-9", confirm_password: "another-horse-9" }],
    [{ name: "Somebody Else" }],
    [{ phone: "555-0199" }],
  ])("with %j is a conflict, since it may be someone else", async (changes) => {
    const input = form();
    await signUpAfterPayment(newVisitor(), input);
    await expect(signUpAfterPayment(newVisitor(), { ...input, ...changes })).rejects.toMatchObject(taken);
  });

  it("is a conflict with another key, without a key, and by the API", async () => {
    const input = form();
    await signUpAfterPayment(newVisitor(), input);
    for (const idempotency_key of [newSecret(), "", undefined])
      await expect(signUpAfterPayment(newVisitor(), { ...input, idempotency_key })).rejects.toMatchObject(taken);
    await expect(signUp(newVisitor(), input)).rejects.toMatchObject(taken);
  });
});

describe("an account", () => {
  it("is created with the given fields, active, with a password hash and unlimited access", async () => {
    const input = fields({
      email: ` New.Person${nextNumber()}@Example.TEST `,
      age_confirmed: "yes",
      confirm_password: password,
    });
    const created = await signUp(newVisitor(), input);
    const email = input.email.trim().toLowerCase();
    expect(created).toEqual({ id: expect.any(Number), name: "Ana Díaz", phone: "+1 555 0100", email, role: "user" });
    const row = await rowOf(email);
    expect(row).toMatchObject({
      status: "Active",
      access_until: null,
      age_confirmed_at: "2026-11-21T12:00:00.000Z",
      created_at: "2026-11-21T12:00:00.000Z",
    });
    expect(await passwordMatches(password, row?.password_hash)).toBe(true);
  });

  it("has the role user by default, and no age confirmation when the form did not ask", async () => {
    const { role: _role, ...input } = fields();
    await signUp(newVisitor(), input);
    expect(await rowOf(input.email)).toMatchObject({ role: "user", age_confirmed_at: null });
  });

  it("leaves a trail without the email or the password", async () => {
    const input = fields();
    const { id } = await signUp(newVisitor(), input);
    const trail = await db
      .selectFrom("audit")
      .select(["actor_id", "action", "after"])
      .where("subject_id", "=", id)
      .where("subject", "=", "user")
      .execute();
    expect(trail).toEqual([{ actor_id: null, action: "user.created", after: '{"role":"user","status":"Active"}' }]);
    expect(JSON.stringify(trail)).not.toContain(input.email);
  });

  it("ignores fields that a visitor must not set", async () => {
    const input = fields({
      status: "Suspended",
      id: 1,
      access_until: "2020-01-01T00:00:00.000Z",
      password_hash: "x",
      created_at: "2000-01-01",
      age_confirmed_at: "2000-01-01",
      display_mode: "light",
    });
    const { id } = await signUp(newVisitor(), input);
    expect(id).toBeGreaterThan(1);
    expect(await rowOf(input.email)).toMatchObject({
      status: "Active",
      access_until: null,
      age_confirmed_at: null,
      display_mode: "system",
    });
  });
});

describe("a sign-up is refused without an account", () => {
  it.each([
    [{ name: "" }, { name: "Enter your name." }],
    [{ phone: "" }, { phone: "Enter a phone number." }],
    [{ phone: "1234" }, { phone: "Enter a phone number." }],
    [{ email: "nobody" }, { email: "Enter an email address." }],
    [{ password: "short" }, { password: "Use at least 8 characters." }],
    [{ password: "password1" }, { password: expect.stringContaining("too common") }],
    [{ password: undefined }, { password: "Enter a new password." }],
    [{ confirm_password: "another-2026" }, { confirm_password: "Passwords do not match" }],
    [{ confirm_password: "" }, { confirm_password: "Passwords do not match" }],
    [
      { password: "short", confirm_password: "" },
      { password: "Use at least 8 characters.", confirm_password: "Passwords do not match" },
    ],
    [{ age_confirmed: "no" }, { age_confirmed: "Please confirm that you are 21 or older." }],
    [{ role: "superadmin" }, { role: "This role can't be chosen." }],
    [{ role: "propicksmanager" }, { role: "This role can't be chosen." }],
    [{ role: "Admin" }, { role: "This role can't be chosen." }],
    [{ role: "" }, { role: "This role can't be chosen." }],
    [{ role: ["admin"], admin_secret: adminSecret }, { role: "This role can't be chosen." }],
    [{ role: "admin" }, { admin_secret: "Admin secret is required to register as admin" }],
    [{ role: "admin", admin_secret: "" }, { admin_secret: "Admin secret is required to register as admin" }],
    [{ role: "admin", admin_secret: "wrong", name: "" }, { name: "Enter your name." }],
    [{ role: "admin", admin_secret: "wrong" }, { admin_secret: "Admin secret is incorrect." }],
    [{ role: "admin", admin_secret: adminSecret.toUpperCase() }, { admin_secret: "Admin secret is incorrect." }],
    [{ role: "admin", admin_secret: ` ${adminSecret}` }, { admin_secret: "Admin secret is incorrect." }],
  ])("for %j", async (changes, errors) => {
    const before = await countUsers();
    await expect(signUp(newVisitor(), fields(changes))).rejects.toMatchObject({ reason: "invalid", fields: errors });
    expect(await countUsers()).toBe(before);
  });

  it("for an email that has an account, in any spelling, suspended or not", async () => {
    for (const status of ["Active", "Suspended"] as const) {
      const { email } = await createUser(db, { status });
      for (const spelling of [email, email.toUpperCase(), `  ${email}`]) {
        await expect(signUp(newVisitor(), fields({ email: spelling }))).rejects.toMatchObject({
          reason: "conflict",
          message: "An account with this email already exists.",
        });
      }
    }
  });

  it("for all but one of several sign-ups at once with one email", async () => {
    const input = fields();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => attempt(input)));
    expect(outcomes.sort()).toEqual([...Array<string>(5).fill("conflict"), "in"]);
  });
});

describe("with the admin secret", () => {
  it("an admin is created", async () => {
    const input = fields({ role: "admin", admin_secret: adminSecret });
    expect(await signUp(newVisitor(), input)).toMatchObject({ role: "admin" });
    expect(await rowOf(input.email)).toMatchObject({ role: "admin" });
  });

  it("a wrong secret leaves a trail without the secret", async () => {
    expect(await attempt(fields({ role: "admin", admin_secret: "a wrong guess" }))).not.toBe("in");
    const last = await db
      .selectFrom("audit")
      .select(["actor_id", "action", "subject_id", "after"])
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(last).toEqual({ actor_id: null, action: "admin-secret.refused", subject_id: null, after: null });
  });

  it("a member is created when the role is not admin, whatever the secret is", async () => {
    expect(await signUp(newVisitor(), fields({ admin_secret: "whatever" }))).toMatchObject({ role: "user" });
  });

  it("five wrong secrets an hour from one IP address lock out the right one, even when sent at once", async () => {
    const sameVisitor = newVisitor();
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        attempt(fields({ role: "admin", admin_secret: `guess ${index}` }), sameVisitor),
      ),
    );
    expect([
      outcomes.filter((outcome) => outcome === "invalid").length,
      outcomes.filter((outcome) => outcome === "wait 3600").length,
    ]).toEqual([5, 7]);
    expect(await attempt(fields({ role: "admin", admin_secret: adminSecret }), sameVisitor)).toBe("wait 3600");
    expect(await attempt(fields(), sameVisitor)).toBe("in");
    expect(await attempt(fields({ role: "admin", admin_secret: adminSecret }))).toBe("in");
    vi.setSystemTime(Date.now() + 3_600_000);
    expect(await attempt(fields({ role: "admin", admin_secret: adminSecret }), sameVisitor)).toBe("in");
  });

  it("right secrets don't count", async () => {
    const sameVisitor = newVisitor();
    for (let index = 0; index < 6; index += 1)
      expect(await attempt(fields({ role: "admin", admin_secret: adminSecret }), sameVisitor)).toBe("in");
  });
});

it("sign-ups are limited to twenty an hour per IP address, including those refused after the form's checks", async () => {
  const sameVisitor = newVisitor();
  const { email } = await createUser(db);
  for (let index = 0; index < 20; index += 1) expect(await attempt(fields({ email }), sameVisitor)).toBe("conflict");
  expect(await attempt(fields({ name: "" }), sameVisitor)).toBe("invalid");
  expect(await attempt(fields(), sameVisitor)).toBe("wait 3600");
  expect(await attempt(fields())).toBe("in");
});

it("any input is refused with a message, or creates a member, or an admin with the secret", async () => {
  const junk = fc.oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom("yes", "no", "admin", "user", "superadmin", "true", "a@b.co", "É@İ.co", "\u0000", "\ud800"),
  );
  const names = fc.constantFrom(
    "name",
    "phone",
    "email",
    "password",
    "confirm_password",
    "role",
    "admin_secret",
    "age_confirmed",
    "session_id",
    "status",
    "__proto__",
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(names, junk, { maxKeys: 3 }), async (changes) => {
      expect(await attempt({ ...fields(), ...changes })).toMatch(/^(in|invalid|conflict)$/);
    }),
    { numRuns: runs(50) },
  );
  expect(
    await db.selectFrom("users").select("id").where("role", "in", ["superadmin", "propicksmanager"]).execute(),
  ).toEqual([]);
  expect((await db.selectFrom("users").select("role").where("role", "=", "admin").execute()).length).toBeLessThan(20);
});

it.each([{}, { user_id: 1 }, { user_id: "x" }, { user_id: null }])(
  "logPurchase with %j books nothing",
  async (input) => {
    const before = await db
      .selectFrom("audit")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    expect(await logPurchase(visitor, input)).toBeUndefined();
    expect(
      await db
        .selectFrom("audit")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow(),
    ).toEqual(before);
  },
);
