import { randomBytes } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { env, parseEnv, setListenAddress } from "../app/env.server.ts";

const strong = randomBytes(32).toString("base64");
const production = {
  NODE_ENV: "production",
  APP_ORIGIN: "https://picks.test",
  SESSION_SECRET: strong,
  PAYMENT_MODE: "link",
  CHECKOUT_URL: "https://pay.test/plan",
};

function problemWith(source: Record<string, string | undefined>): string {
  try {
    parseEnv(source);
    return "fine";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

it("runs one process, or as many as a whole number below a hundred says", () => {
  expect(parseEnv({}).WORKERS).toBe(1);
  expect(parseEnv({ WORKERS: "4" }).WORKERS).toBe(4);
  for (const WORKERS of ["0", "-1", "1.5", "100", "two"])
    expect(problemWith({ WORKERS })).toBe("Bad environment: WORKERS must be 1 to 99");
});

it("asks a feed only with a key, within 500 credits a month, and proposes; the demo applies", () => {
  expect(parseEnv({})).toMatchObject({
    ...{ ODDS_API_BASE: "https://api.the-odds-api.com", ODDS_API_MONTHLY: 500, AUTO_GRADE: "propose" },
  });
  expect(parseEnv({}).ODDS_API_KEY).toBeUndefined();
  expect(parseEnv({ DEMO: "1" }).AUTO_GRADE).toBe("apply");
  expect(parseEnv({ DEMO: "1", AUTO_GRADE: "propose" }).AUTO_GRADE).toBe("propose");
  const key = { ...production, ODDS_API_KEY: strong.slice(0, 32) };
  expect(problemWith({ ...key, ODDS_API_BASE: "http://odds.test" })).toContain(
    "ODDS_API_BASE must begin with https://",
  );
  expect(problemWith({ ...key, ODDS_API_BASE: "http://127.0.0.1:4000" })).toBe("fine");
  for (const [name, value] of [
    ["ODDS_API_MONTHLY", "-1"],
    ["ODDS_API_MONTHLY", "1e3"],
    ["AUTO_GRADE", "yes"],
    ["ODDS_API_KEY", "a key with blanks"],
  ] as const)
    expect(problemWith({ ...key, [name]: value })).toMatch(`Bad environment: ${name} must be `);
});

it("has a default for every optional variable", () => {
  const env = parseEnv({});
  expect(env).toMatchObject({
    NODE_ENV: "development",
    HOST: "127.0.0.1",
    PORT: 3000,
    SITE_TIMEZONE: "America/New_York",
    AFFILIATE_COMMISSION_PERCENT: 20,
    TRUST_PROXY: false,
    REQUIRE_STAFF_2FA: false,
    DEMO: false,
  });
  expect([env.APP_ORIGIN, env.ADMIN_SECRET, env.PAYMENT_MODE, env.CHECKOUT_URL]).toEqual([
    undefined,
    undefined,
    "link",
    undefined,
  ]);
});

it("treats an empty value as not set", () => {
  const empty = Object.fromEntries(
    ["PORT", "APP_ORIGIN", "SESSION_SECRET", "ADMIN_SECRET", "SITE_TIMEZONE", "TRUST_PROXY", "CHECKOUT_URL"].map(
      (name) => [name, ""],
    ),
  );
  expect({ ...parseEnv(empty), SESSION_SECRET: [] }).toEqual({ ...parseEnv({}), SESSION_SECRET: [] });
});

it("trims white space around a value, such as a carriage return", () => {
  const written = Object.fromEntries(
    Object.entries({ ...production, HOST: "::1", PORT: "80", DATABASE_PATH: "/srv/app.db" }).map(([name, value]) => [
      name,
      ` ${value}\r`,
    ]),
  );
  expect(parseEnv(written)).toMatchObject({
    APP_ORIGIN: "https://picks.test",
    SESSION_SECRET: [strong],
    HOST: "::1",
    PORT: 80,
    DATABASE_PATH: "/srv/app.db",
  });
  expect(parseEnv({ ADMIN_SECRET: " ".repeat(24) }).ADMIN_SECRET).toBeUndefined();
});

it("generates a random session secret at each start outside production", () => {
  const secrets = [parseEnv({}), parseEnv({})].map(({ SESSION_SECRET }) => SESSION_SECRET.join());
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect(secrets[0]).not.toBe(secrets[1]);
});

it("sets HOST and PORT for remix-serve", () => {
  for (const name of ["HOST", "PORT"]) vi.stubEnv(name, "");
  setListenAddress();
  expect([process.env.HOST, process.env.PORT]).toEqual([env.HOST, String(env.PORT)]);
  vi.unstubAllEnvs();
});

it("is frozen", () => expect(Object.isFrozen(parseEnv({}))).toBe(true));

describe("production", () => {
  it("starts with an origin, a secret and a payment mode", () => expect(problemWith(production)).toBe("fine"));

  it.each(["APP_ORIGIN", "SESSION_SECRET", "PAYMENT_MODE"])("does not start without %s", (name) => {
    expect(problemWith({ ...production, [name]: undefined })).toBe(
      `Bad environment: ${name} is required in production`,
    );
  });

  it("lists everything that is missing at once", () => {
    expect(problemWith({ NODE_ENV: "production" })).toMatch(/APP_ORIGIN.*SESSION_SECRET.*PAYMENT_MODE/);
  });

  it("lists missing and bad variables together", () => {
    expect(problemWith({ NODE_ENV: "production", PORT: "x" })).toMatch(
      /(?=.*PORT)(?=.*APP_ORIGIN)(?=.*SESSION_SECRET)(?=.*PAYMENT_MODE)/,
    );
  });

  it("does not start with a payment mode that is not configured", () => {
    expect(problemWith({ ...production, CHECKOUT_URL: undefined })).toBe(
      "Bad environment: CHECKOUT_URL is required with PAYMENT_MODE=link",
    );
    expect(problemWith({ ...production, PAYMENT_MODE: "stripe" })).toMatch(
      /STRIPE_SECRET_KEY is required.*STRIPE_WEBHOOK_SECRET is required.*STRIPE_PRICE_ID is required/,
    );
  });

  it("reviews sign-ups by payment link unless LINK_SIGNUPS says otherwise; the demo and development let them in", () => {
    const choice = (source: Record<string, string | undefined>) => parseEnv(source).LINK_SIGNUPS;
    expect([
      choice(production),
      choice({ ...production, LINK_SIGNUPS: "open" }),
      choice({ ...production, LINK_SIGNUPS: "" }),
    ]).toEqual(["review", "open", "review"]);
    expect([
      choice({}),
      choice({ LINK_SIGNUPS: "review" }),
      choice({ NODE_ENV: "test" }),
      choice({ NODE_ENV: "production", DEMO: "1" }),
    ]).toEqual(["open", "review", "open", "open"]);
    expect(problemWith({ ...production, LINK_SIGNUPS: "closed" })).toBe(
      "Bad environment: LINK_SIGNUPS must be review or open",
    );
  });

  it("accepts two webhook secrets for rotation, and requires at least one", () => {
    const stripe = { ...production, PAYMENT_MODE: "stripe", STRIPE_SECRET_KEY: "k", STRIPE_PRICE_ID: "p" };
    expect(
      parseEnv({ ...stripe, STRIPE_WEBHOOK_SECRET: "whsec_the-new-one, whsec_the-old-one" }).STRIPE_WEBHOOK_SECRET,
    ).toEqual(["whsec_the-new-one", "whsec_the-old-one"]);
    expect(problemWith({ ...stripe, STRIPE_WEBHOOK_SECRET: " , " })).toBe(
      "Bad environment: STRIPE_WEBHOOK_SECRET must not be empty",
    );
  });

  it("lists APP_ORIGIN once when nothing for Stripe is set", () => {
    expect(
      problemWith({ ...production, APP_ORIGIN: undefined, PAYMENT_MODE: "stripe" }).match(/APP_ORIGIN/g),
    ).toHaveLength(1);
  });

  it("requires APP_ORIGIN with Stripe, even in a demo", () => {
    expect(
      problemWith({
        DEMO: "1",
        PAYMENT_MODE: "stripe",
        STRIPE_SECRET_KEY: "k",
        STRIPE_PRICE_ID: "p",
        STRIPE_WEBHOOK_SECRET: "w",
      }),
    ).toBe("Bad environment: APP_ORIGIN is required with PAYMENT_MODE=stripe");
  });

  it("requires MAIL_FROM with SMTP_URL", () => {
    expect(problemWith({ ...production, SMTP_URL: "smtp://mail.test" })).toBe(
      "Bad environment: MAIL_FROM is required with SMTP_URL",
    );
  });

  it("requires none of them in a demo", () => expect(problemWith({ NODE_ENV: "production", DEMO: "1" })).toBe("fine"));

  const samples = ["change-me", "changeme", "secret", "example"].map((sample) => `${sample}-`.repeat(6));

  it.each([...samples, ...samples.map((sample) => sample.toUpperCase())])(
    "refuses the sample %j as a session secret",
    (value) => {
      expect(problemWith({ ...production, SESSION_SECRET: value })).toMatch(
        /^Bad environment: SESSION_SECRET is a sample value/,
      );
      expect(problemWith({ ...production, SESSION_SECRET: `${strong},${value}` })).toMatch(
        /^Bad environment: SESSION_SECRET is a sample value/,
      );
    },
  );

  it.each(samples)("refuses the sample %j as an admin secret", (value) => {
    expect(problemWith({ ...production, ADMIN_SECRET: value })).toMatch(
      /^Bad environment: ADMIN_SECRET is a sample value/,
    );
  });

  it.each(["a demo", "development", "test"])("refuses samples, but %s accepts them", (where) => {
    const place = where === "a demo" ? { NODE_ENV: "production", DEMO: "1" } : { NODE_ENV: where };
    for (const value of samples)
      expect(problemWith({ ...place, SESSION_SECRET: value, ADMIN_SECRET: value })).toBe("fine");
  });
});

describe("weak values in production", () => {
  const stripe = {
    ...production,
    PAYMENT_MODE: "stripe",
    STRIPE_SECRET_KEY: "k",
    STRIPE_PRICE_ID: "p",
    STRIPE_WEBHOOK_SECRET: "whsec_Qm9va21ha2Vy",
  };

  it.each([
    ["SESSION_SECRET", "a".repeat(32)],
    ["SESSION_SECRET", `${strong},${"ab".repeat(16)}`],
    ["ADMIN_SECRET", "1212121212121212121212121"],
    ["STRIPE_WEBHOOK_SECRET", "whsec_a"],
    ["STRIPE_WEBHOOK_SECRET", "a".repeat(40)],
    ["APP_ORIGIN", "http://picks.test"],
    ["APP_ORIGIN", "http://127.0.0.1.picks.test"],
    ["STRIPE_API_BASE", "http://stripe.test"],
    ["WITNESS_WEBHOOK_URL", "http://chat.test"],
  ])("%s=%s is refused: it can be guessed or intercepted", (name, value) => {
    expect(problemWith({ ...stripe, [name]: value })).toMatch(
      new RegExp(`^Bad environment: ${name} (?:is too simple|must begin with https)`),
    );
  });

  it.each([
    ["APP_ORIGIN", "http://127.0.0.1:3000"],
    ["APP_ORIGIN", "http://localhost:3000"],
    ["APP_ORIGIN", "http://[::1]:3000"],
    ["STRIPE_API_BASE", "http://127.0.0.1:12111"],
    ["STRIPE_API_BASE", "https://stripe.test"],
  ])("%s=%s is accepted", (name, value) => {
    expect(problemWith({ ...stripe, [name]: value })).toBe("fine");
  });
});

describe("a session secret", () => {
  it("may be a list, for rotation", () =>
    expect(parseEnv({ SESSION_SECRET: `${strong}, ${"b".repeat(32)}` }).SESSION_SECRET).toEqual([
      strong,
      "b".repeat(32),
    ]));

  it("is counted in bytes", () => expect(problemWith({ SESSION_SECRET: "é".repeat(16) })).toBe("fine"));

  it.each(["short", "a".repeat(31), `${strong},short`, `${strong},`])("%s is refused: too short", (value) => {
    expect(problemWith({ SESSION_SECRET: value })).toBe("Bad environment: SESSION_SECRET must be at least 32 bytes");
  });
});

describe("backups", () => {
  it("are made daily and kept for a week when BACKUP_DIR is set", () =>
    expect(parseEnv({ BACKUP_DIR: "b" })).toMatchObject({
      BACKUP_DIR: "b",
      BACKUP_EVERY: 24 * 3_600_000,
      BACKUP_KEEP: 7,
    }));

  it.each([
    ["30s", 30_000],
    ["15m", 900_000],
    ["6h", 21_600_000],
    ["7d", 604_800_000],
  ])("accept the interval %s", (text, ms) =>
    expect(parseEnv({ BACKUP_DIR: "b", BACKUP_EVERY: text }).BACKUP_EVERY).toBe(ms),
  );

  it.each([
    ["BACKUP_EVERY", "6h"],
    ["BACKUP_KEEP", "3"],
  ])("require BACKUP_DIR with %s", (name, value) =>
    expect(problemWith({ [name]: value })).toBe(`Bad environment: BACKUP_DIR is required with ${name}`),
  );
});

describe("a bad value", () => {
  it.each([
    ["NODE_ENV", "prod"],
    ["PORT", "http"],
    ["PORT", "-1"],
    ["PORT", "3000.5"],
    ["PORT", "0x10"],
    ["PORT", "65536"],
    ["PORT", "99999"],
    ["DATABASE_PATH", ":memory:"],
    ["APP_ORIGIN", "picks.test"],
    ["APP_ORIGIN", "https://picks.test/"],
    ["APP_ORIGIN", "https://picks.test/app"],
    ["APP_ORIGIN", "ftp://picks.test"],
    ["APP_ORIGIN", "https://pi cks.test"],
    ["APP_ORIGIN", "https://picks.test?x"],
    ["APP_ORIGIN", "https://me@picks.test"],
    ["APP_ORIGIN", "https://Picks.Test"],
    ["APP_ORIGIN", "https://picks.test:443"],
    ["ADMIN_SECRET", "a".repeat(23)],
    ["SITE_TIMEZONE", "Mars/Olympus"],
    ["SITE_TIMEZONE", "EST5EDT4"],
    ["PAYMENT_MODE", "paypal"],
    ["CHECKOUT_URL", "javascript:alert(1)"],
    ["STRIPE_API_BASE", "localhost"],
    ["SMTP_URL", "mail.test"],
    ["SMTP_URL", "smtp://"],
    ["SMTP_URL", "smtp://h:99999"],
    ["SMTP_URL", "smtp://me:pa%zz@h"],
    ["CHECKOUT_URL", "https://["],
    ["AFFILIATE_FORM_URL", "https://["],
    ["COMMUNITY_URL", "https://a b"],
    ["MAIL_FROM", "Simline"],
    ["MAIL_FROM", "A <a@b>, C <c@d>"],
    ["MAIL_FROM", "a,b@c"],
    ["MAIL_FROM", "a@b,c"],
    ["MAIL_FROM", "A\nBcc: <a@b>"],
    ["AFFILIATE_COMMISSION_PERCENT", "101"],
    ["AFFILIATE_COMMISSION_PERCENT", "-1"],
    ["AFFILIATE_COMMISSION_PERCENT", "1e1"],
    ["TRUST_PROXY", "yes"],
    ["REQUIRE_STAFF_2FA", "true"],
    ["BACKUP_EVERY", "0h"],
    ["BACKUP_EVERY", "24"],
    ["BACKUP_EVERY", "1.5h"],
    ["BACKUP_EVERY", "daily"],
    ["BACKUP_KEEP", "0"],
    ["BACKUP_KEEP", "-1"],
    ["BACKUP_KEEP", "many"],
    ["AFFILIATE_FORM_URL", "/x"],
    ["COMMUNITY_URL", "discord"],
  ])("of %s, %j, stops the start with one line that names the variable", (name, value) => {
    const line = problemWith({ [name]: value });
    expect(line).toMatch(new RegExp(`^Bad environment: ${name} `));
    expect(line).not.toContain("\n");
    expect(line).not.toMatch(/invalid/i);
  });

  it.each([
    ["https://picks.test/", ": https://picks.test"],
    ["https://Picks.test/app?x", ": https://picks.test"],
    ["https://münchen.test", ": https://xn--mnchen-3ya.test"],
    ["picks.test", ""],
  ])("of APP_ORIGIN, %s, gets a suggestion", (value, meant) => {
    expect(problemWith({ APP_ORIGIN: value })).toBe(
      `Bad environment: APP_ORIGIN must look like https://picks.example, without a path${meant}`,
    );
  });

  it("is listed together with the others", () =>
    expect(problemWith({ PORT: "x", SITE_TIMEZONE: "y" })).toMatch(/PORT .*; SITE_TIMEZONE /));

  it("of a secret is not repeated", () =>
    expect(problemWith({ SESSION_SECRET: "hunter2", ADMIN_SECRET: "hunter3" })).not.toMatch(/hunter/));
});

it.each([
  ["PORT", "8080", 8080],
  ["AFFILIATE_COMMISSION_PERCENT", "0", 0],
  ["TRUST_PROXY", "1", true],
  ["APP_ORIGIN", "http://127.0.0.1:3000", "http://127.0.0.1:3000"],
  ["SITE_TIMEZONE", "Pacific/Kiritimati", "Pacific/Kiritimati"],
])("reads %s=%s", (name, value, expected) => expect(parseEnv({ [name]: value })).toHaveProperty(name, expected));
