/** A file for whoever helps the operator. It has no secrets, addresses, names or texts of people. */
import { z } from "zod";
import { rowCounts } from "../../db.server.ts";
import { type Env, env, settings } from "../../env.server.ts";
import { type LoggedError, listErrors } from "../../log.server.ts";
import { operation } from "../operation.server.ts";
import { type Status, readStatus } from "./status.server.ts";

export interface SupportBundle {
  status: Status;
  settings: Record<string, string>;
  /** By table. */
  rows: Record<string, number>;
  /** The last ones that this process logged, without what they may quote. */
  errors: readonly LoggedError[];
}

/** The settings whose values say nothing of people, and open nothing. All others are "set" or "not set". */
const harmless = [
  "NODE_ENV",
  "DEMO",
  "PORT",
  "WORKERS",
  "DATABASE_POOL",
  "SITE_TIMEZONE",
  "PAYMENT_MODE",
  "LINK_SIGNUPS",
  "STRIPE_TRIAL_DAYS",
  "STRIPE_PROMOTION_CODES",
  "ODDS_API_MONTHLY",
  "AUTO_GRADE",
  "AFFILIATE_COMMISSION_PERCENT",
  "PUBLIC_RECORD",
  "SAMPLES",
  "TRUST_PROXY",
  "REQUIRE_STAFF_2FA",
  "BACKUP_EVERY",
  "BACKUP_KEEP",
] as const satisfies readonly (keyof Env)[];

export const readSupportBundle = operation("server.watch", z.object({}), async (): Promise<SupportBundle> => ({
  status: await readStatus(new Date()),
  settings: { ...listSettings(), ...listHarmless() },
  rows: await rowCounts(),
  errors: listErrors(),
}));

export function supportBundleJson(bundle: SupportBundle): string {
  return `${JSON.stringify(bundle, null, 2)}\n`;
}

/** The day is UTC's. */
export function supportBundleName({ status }: SupportBundle): string {
  return `simline-support-${status.now.slice(0, 10)}.json`;
}

function listSettings(): Record<string, string> {
  return Object.fromEntries(Object.entries(settings).map(([name, isSet]) => [name, isSet ? "set" : "not set"]));
}

function listHarmless(): Record<string, string> {
  return Object.fromEntries(harmless.map((name) => [name, String(env[name] ?? "not set")]));
}
