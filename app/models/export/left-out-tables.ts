import type { Database } from "../../db.server.ts";

const internal = "the program's own";
const hashes = "secrets, or hashes of them";
const passing = "work in progress, which is gone after a while";
const computed = "computed from the other tables";

/** The tables that have no file of their own, with the reason. */
export const leftOutTables = {
  ledger: "see picks/ledger.json",
  reveals: "see picks/ledger.json",
  audit: "see audit.csv",
  sessions: hashes,
  api_tokens: hashes,
  devices: hashes,
  reset_codes: hashes,
  email_confirmations: hashes,
  unsubscribe_tokens: hashes,
  two_factors: hashes,
  recovery_codes: hashes,
  two_factor_challenges: hashes,
  push_keys: hashes,
  push_devices: hashes,
  affiliate_visitors: hashes,
  idempotency_keys: hashes,
  throttles: hashes,
  outbox: `${passing}, and may have codes in it`,
  pick_rounds: passing,
  round_picks: passing,
  round_queues: passing,
  news_marks: passing,
  feed: passing,
  feed_games: passing,
  leases: passing,
  job_problems: passing,
  last_check: passing,
  witness: passing,
  stripe_events: passing,
  subscription_versions: internal,
  import_layouts: internal,
  learn_lists: internal,
  migrations: internal,
  pick_days: computed,
  pick_streams: computed,
  record_cache: computed,
  record_cache_pages: computed,
} satisfies Partial<Record<keyof Database, string>>;
