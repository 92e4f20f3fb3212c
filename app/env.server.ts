import { randomBytes } from "node:crypto";
import { z } from "zod";
import { dayMs, hourMs, minuteMs, secondMs } from "./time/durations.ts";
import { isZone } from "./time/zone-name.ts";

// Strings from the documentation, refused on a real site.
const sampleSecrets = ["change-me", "changeme", "secret", "example"];

const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, "must be a port number")
  .transform(Number);
const origin = z.string().refine((text) => originOf(text) === text, {
  error: ({ input }) =>
    ["must look like https://picks.example, without a path", originOf(String(input))].filter(Boolean).join(": "),
});
const url = z.string().refine((text) => /^https?:\/\/\S+$/.test(text) && URL.canParse(text), "must be a web address");
const smtpUrl = z
  .string()
  .refine(isSmtpUrl, "must be smtp://user:password@host:port or smtps://..., with %25 for a % in the password");
const flag = z.enum(["0", "1"], "must be 0 or 1").transform((value) => value === "1");

const unitMs: Readonly<Record<string, number>> = { s: secondMs, m: minuteMs, h: hourMs, d: dayMs };
const period = z
  .string()
  .regex(/^[1-9]\d{0,3}[smhd]$/, "must be a time such as 6h, 24h or 7d")
  .transform((text) => Number(text.slice(0, -1)) * (unitMs[text.slice(-1)] ?? 0));
const zone = z.string().refine(isZone, "must be a time zone such as America/New_York");

const secrets = z
  .string()
  .transform((list) => list.split(",").map((secret) => secret.trim()))
  .refine((list) => list.every((secret) => Buffer.byteLength(secret) >= 32), "must be at least 32 bytes");

// During a rotation both secrets are valid.
const commaList = z
  .string()
  .transform((list) =>
    list
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  )
  .refine((list) => list.length > 0, "must not be empty");

const variables = z.object({
  NODE_ENV: z
    .enum(["production", "development", "test"], "must be production, development or test")
    .default("development"),
  DEMO: flag.default(false),
  HOST: z.string().default("127.0.0.1"),
  PORT: port.default(3000),
  DATABASE_PATH: z
    .string()
    .refine((path) => path !== ":memory:", "must be a file")
    .default("data/simline.db"),
  DATABASE_URL: z
    .string()
    .refine(
      (text) => /^postgres(?:ql)?:\/\/[^\s/]*\/[^\s/]+$/.test(text) && URL.canParse(text),
      "must look like postgres://user:password@host:5432/simline",
    )
    .optional(),
  WORKERS: z
    .string()
    .regex(/^[1-9]\d?$/, "must be 1 to 99")
    .transform(Number)
    .default(1),
  DATABASE_POOL: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, "must be 1 to 999")
    .transform(Number)
    .default(10),
  APP_ORIGIN: origin.optional(),
  SESSION_SECRET: secrets.optional(),
  ADMIN_SECRET: z.string().min(24, "must be at least 24 characters").optional(),
  SITE_TIMEZONE: zone.default("America/New_York"),
  PAYMENT_MODE: z.enum(["link", "stripe"], "must be link or stripe").optional(),
  CHECKOUT_URL: url.optional(),
  LINK_SIGNUPS: z.enum(["review", "open"], "must be review or open").optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: commaList.optional(),
  /** The first is sold. The others were before: who began to pay one still gets an account. */
  STRIPE_PRICE_ID: commaList.optional(),
  STRIPE_YEARLY_PRICE_ID: z.string().optional(),
  STRIPE_TRIAL_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, "must be 1 to 730 days")
    .transform(Number)
    .refine((days) => days <= 730, "must be 1 to 730 days")
    .optional(),
  STRIPE_PROMOTION_CODES: flag.default(false),
  STRIPE_API_BASE: url.optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>$|^[^<>@\s,]+@[^<>@\s,]+$/, "must look like Name <address@host>")
    .optional(),
  MAIL_DIR: z.string().optional(),
  WITNESS_WEBHOOK_URL: url.optional(),
  TELEGRAM_API_BASE: url.default("https://api.telegram.org"),
  ODDS_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{8,200}$/, "must be the key of The Odds API, without blanks")
    .optional(),
  ODDS_API_BASE: url.default("https://api.the-odds-api.com"),
  ODDS_API_MONTHLY: z
    .string()
    .regex(/^[1-9]\d{0,7}$/, "must be a number of credits, such as 500")
    .transform(Number)
    .default(500),
  AUTO_GRADE: z.enum(["propose", "apply"], "must be propose or apply").optional(),
  AFFILIATE_FORM_URL: url.optional(),
  AFFILIATE_COMMISSION_PERCENT: z
    .string()
    .regex(/^\d{1,2}$/, "must be 0 to 99")
    .transform(Number)
    .default(20),
  COMMUNITY_URL: url.default("https://discord.com/"),
  SUPPORT_EMAIL: z.string().default("support@simline.example"),
  HELPLINE_TEXT: z.string().default("Gambling problem? Call 1-800-GAMBLER."),
  PUBLIC_RECORD: flag.default(true),
  SAMPLES: z.enum(["keep"], "must be keep, or nothing").optional(),
  TRUST_PROXY: flag.default(false),
  REQUIRE_STAFF_2FA: flag.default(false),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: period.optional(),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, "must be 1 to 9999")
    .transform(Number)
    .optional(),
});

const schema = variables
  .superRefine((value, issues) => {
    const missing = (name: string, because: string) =>
      issues.addIssue({ code: "custom", path: [name], message: `is required ${because}` });
    const isProductionSite = value.NODE_ENV === "production" && !value.DEMO;
    for (const name of ["APP_ORIGIN", "SESSION_SECRET", "PAYMENT_MODE"] as const) {
      if (isProductionSite && value[name] === undefined) missing(name, "in production");
    }
    if (isProductionSite && value.SESSION_SECRET?.some(isSample))
      issues.addIssue({
        code: "custom",
        path: ["SESSION_SECRET"],
        message: "is a sample value; make one with: openssl rand -base64 32",
      });
    if (isProductionSite && value.ADMIN_SECRET !== undefined && isSample(value.ADMIN_SECRET))
      issues.addIssue({ code: "custom", path: ["ADMIN_SECRET"], message: "is a sample value" });
    for (const [name, message] of isProductionSite ? weaknesses(value) : [])
      issues.addIssue({ code: "custom", path: [name], message });
    if (value.PAYMENT_MODE === "link" && value.CHECKOUT_URL === undefined && !value.DEMO)
      missing("CHECKOUT_URL", "with PAYMENT_MODE=link");
    for (const name of ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_ID"] as const) {
      if (value.PAYMENT_MODE === "stripe" && value[name] === undefined) missing(name, "with PAYMENT_MODE=stripe");
    }
    if (value.PAYMENT_MODE === "stripe" && value.APP_ORIGIN === undefined && !isProductionSite)
      missing("APP_ORIGIN", "with PAYMENT_MODE=stripe");
    // An operator who sets one of them expects backups.
    for (const name of ["BACKUP_EVERY", "BACKUP_KEEP"] as const) {
      if (value[name] !== undefined && value.BACKUP_DIR === undefined) missing("BACKUP_DIR", `with ${name}`);
    }
    if (value.DATABASE_URL !== undefined && value.BACKUP_DIR !== undefined)
      issues.addIssue({
        code: "custom",
        path: ["BACKUP_DIR"],
        message: "is for SQLite; with DATABASE_URL, PostgreSQL makes the backups",
      });
    if (value.SMTP_URL !== undefined && value.MAIL_FROM === undefined) missing("MAIL_FROM", "with SMTP_URL");
  })
  .transform((value) => ({
    ...value,
    /** The address of the database: see engineOf. */
    DATABASE: value.DATABASE_URL ?? value.DATABASE_PATH,
    BACKUP_EVERY: value.BACKUP_EVERY ?? dayMs,
    BACKUP_KEEP: value.BACKUP_KEEP ?? 7,
    MAIL_FROM: value.MAIL_FROM ?? "Simline <no-reply@simline.example>",
    PAYMENT_MODE: value.PAYMENT_MODE ?? "link",
    AUTO_GRADE: value.AUTO_GRADE ?? (value.DEMO ? ("apply" as const) : ("propose" as const)),
    // A payment link reports no payments, so on a real site staff review sign-ups.
    LINK_SIGNUPS:
      value.LINK_SIGNUPS ?? (value.NODE_ENV === "production" && !value.DEMO ? ("review" as const) : ("open" as const)),
    // Outside production a new secret per start is enough: sessions are in the database. Two-factor secrets encrypted
    // with it are lost on a restart; recovery codes still work.
    SESSION_SECRET: value.SESSION_SECRET ?? [randomBytes(32).toString("base64url")],
  }));

export type Env = Readonly<z.output<typeof schema>>;

/** Throws an Error with one line that names each bad variable. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  // Trims values: an .env file with Windows line endings leaves a trailing blank, and the SQLite driver would trim the
  // path that others use untrimmed.
  const filled = Object.fromEntries(
    Object.entries(source)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = schema.safeParse(filled);
  if (parsed.success) return Object.freeze(parsed.data);
  throw new Error(
    `Bad environment: ${parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("; ")}`,
  );
}

export const env = parseEnv(process.env);

/** Whether the environment sets each variable. No values: most are secrets or addresses. */
export const settings: Readonly<Record<string, boolean>> = Object.fromEntries(
  Object.keys(variables.shape).map((name) => [name, (process.env[name] ?? "").trim() !== ""]),
);

/** remix-serve reads them; its defaults are all interfaces, and any free port when 3000 is taken. */
export function setListenAddress(): void {
  Object.assign(process.env, { HOST: env.HOST, PORT: String(env.PORT) });
}

function originOf(text: string): string | null {
  return /^https?:/.test(text) && URL.canParse(text) ? new URL(text).origin : null;
}

function isSmtpUrl(text: string): boolean {
  if (!/^smtps?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { hostname, username, password } = new URL(text);
  return hostname !== "" && [username, password].every(isEncoded);
}

function isEncoded(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

interface Guarded {
  APP_ORIGIN?: string | undefined;
  SESSION_SECRET?: string[] | undefined;
  ADMIN_SECRET?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: string[] | undefined;
  STRIPE_API_BASE?: string | undefined;
  ODDS_API_BASE: string;
  WITNESS_WEBHOOK_URL?: string | undefined;
  TELEGRAM_API_BASE: string;
}

function weaknesses({
  APP_ORIGIN,
  SESSION_SECRET = [],
  ADMIN_SECRET,
  STRIPE_WEBHOOK_SECRET = [],
  STRIPE_API_BASE,
  ODDS_API_BASE,
  WITNESS_WEBHOOK_URL,
  TELEGRAM_API_BASE,
}: Guarded): [name: string, problem: string][] {
  const found: [string, string][] = [];
  if (SESSION_SECRET.some(isSimple))
    found.push(["SESSION_SECRET", "is too simple; make one with: openssl rand -base64 32"]);
  if (ADMIN_SECRET !== undefined && isSimple(ADMIN_SECRET))
    found.push(["ADMIN_SECRET", "is too simple; make one with: openssl rand -base64 32"]);
  if (STRIPE_WEBHOOK_SECRET.some((secret) => secret.length < 16 || isSimple(secret)))
    found.push(["STRIPE_WEBHOOK_SECRET", "is too simple; Stripe shows it beside the webhook"]);
  if (APP_ORIGIN !== undefined && isUnencrypted(APP_ORIGIN))
    found.push(["APP_ORIGIN", "must begin with https:// in production"]);
  if (STRIPE_API_BASE !== undefined && isUnencrypted(STRIPE_API_BASE))
    found.push(["STRIPE_API_BASE", "must begin with https://"]);
  if (WITNESS_WEBHOOK_URL !== undefined && isUnencrypted(WITNESS_WEBHOOK_URL))
    found.push(["WITNESS_WEBHOOK_URL", "must begin with https://"]);
  if (isUnencrypted(TELEGRAM_API_BASE)) found.push(["TELEGRAM_API_BASE", "must begin with https://"]);
  if (isUnencrypted(ODDS_API_BASE)) found.push(["ODDS_API_BASE", "must begin with https://"]);
  return found;
}

function isSimple(secret: string): boolean {
  return new Set(secret).size < 8;
}

function isUnencrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !/^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

function isSample(secret: string): boolean {
  return sampleSecrets.some((sample) => secret.toLowerCase().includes(sample));
}
