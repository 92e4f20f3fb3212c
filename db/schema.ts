import type { ColumnType, Generated, GeneratedAlways, Selectable } from "kysely";

/** Instants are ISO 8601 texts in UTC ("2026-11-21T13:05:00.000Z"), calendar dates "2026-11-21", money integer cents. */
export interface Database {
  users: UsersTable;
  sessions: SessionsTable;
  api_tokens: ApiTokensTable;
  api_keys: ApiKeysTable;
  api_key_days: ApiKeyDaysTable;
  devices: DevicesTable;
  throttles: ThrottlesTable;
  reset_codes: ResetCodesTable;
  email_confirmations: EmailConfirmationsTable;
  outbox: OutboxTable;
  affiliate_requests: AffiliateRequestsTable;
  affiliate_request_submissions: AffiliateRequestSubmissionsTable;
  pick_rounds: PickRoundsTable;
  round_picks: RoundPicksTable;
  round_queues: RoundQueuesTable;
  unsubscribe_tokens: UnsubscribeTokensTable;
  push_keys: PushKeysTable;
  push_devices: PushDevicesTable;
  alert_choices: AlertChoicesTable;
  muted_sports: MutedSportsTable;
  alert_settings: AlertSettingsTable;
  operator_channels: OperatorChannelsTable;
  news_marks: NewsMarksTable;
  announcements: AnnouncementsTable;
  subscriptions: SubscriptionsTable;
  payments: PaymentsTable;
  stripe_events: StripeEventsTable;
  subscription_versions: SubscriptionVersionsTable;
  picks: PicksTable;
  results: ResultsTable;
  ledger: LedgerTable;
  reveals: RevealsTable;
  leases: LeasesTable;
  job_problems: JobProblemsTable;
  last_check: LastCheckTable;
  import_layouts: ImportLayoutsTable;
  record_cache: RecordCacheTable;
  record_cache_pages: RecordCachePagesTable;
  witness: WitnessTable;
  feed: FeedTable;
  feed_games: FeedGamesTable;
  team_aliases: TeamAliasesTable;
  pick_days: PickDaysTable;
  pick_streams: PickStreamsTable;
  saved_picks: SavedPicksTable;
  free_picks: FreePicksTable;
  sidebar: SidebarTable;
  site_texts: SiteTextsTable;
  learn_lists: LearnListsTable;
  learn_entries: LearnEntriesTable;
  audit: AuditTable;
  affiliates: AffiliatesTable;
  affiliate_visits: AffiliateVisitsTable;
  affiliate_visitors: AffiliateVisitorsTable;
  referrals: ReferralsTable;
  commissions: CommissionsTable;
  affiliate_terms: AffiliateTermsTable;
  payouts: PayoutsTable;
  payout_items: PayoutItemsTable;
  payout_lines: PayoutLinesTable;
  two_factors: TwoFactorsTable;
  recovery_codes: RecoveryCodesTable;
  two_factor_challenges: TwoFactorChallengesTable;
  idempotency_keys: IdempotencyKeysTable;
  migrations: MigrationsTable;
}

type Instant = string;
type Immutable<T> = ColumnType<T, T, never>;

export interface UsersTable {
  id: Generated<number>;
  email: string;
  name: string;
  phone: string;
  password_hash: string;
  role: string;
  status: "Active" | "Suspended";
  display_mode: Generated<"system" | "dark" | "light">;
  email_notifications: Generated<0 | 1>;
  sms_alerts: Generated<0 | 1>;
  /** When access ends; null = no known end. */
  access_until: Instant | null;
  /** Set by staff: "paid" = by the subscriptions, "until" = at least to access_rule_until, "open" = without end. */
  access_rule: Generated<"paid" | "until" | "open">;
  access_rule_until: Instant | null;
  access_epoch: Generated<number>;
  /** Null = never. Accounts older than e-mail confirmation have their created_at here. */
  email_confirmed_at: Instant | null;
  /** When the person confirmed to be 21 or older; null = made by staff or through the API. */
  age_confirmed_at: Immutable<Instant | null>;
  /** The staff's review of a sign-up by payment link. "none" = no review needed. */
  payment_review: Generated<"none" | "waiting" | "confirmed" | "refused">;
  payment_reviewed_by: Generated<number | null>;
  /** The affiliate code of a sign-up in review, '' = none. The confirmation books it: see `referrals`. */
  waiting_ref_code: Generated<string>;
  /** The end of the member's last break from picks; null = never took one. Only ever later. */
  break_until: Instant | null;
  /** How prices are shown to them. */
  odds_format: Generated<"american" | "decimal" | "fractional">;
  /** Null = not told. */
  bankroll_cents: number | null;
  /** What one unit is: a percentage of the bankroll, or an amount, or neither. */
  unit_percent: number | null;
  unit_cents: number | null;
  /** The sign of their amounts of money: "$". */
  currency: Generated<string>;
  /** When the account is deleted, because its owner closed it; null = it stays. */
  closes_at: Instant | null;
  /** The mail to set a first password, of an imported member: "due" = not sent yet. Null = not imported. */
  password_mail: "due" | "sent" | null;
  /** Mails refused for good in a row; from three on the address gets no more news. */
  mail_refusals: Generated<number>;
  /** 1 = the operator's webhooks were told that this membership began. */
  access_announced: Generated<0 | 1>;
  created_at: Immutable<Instant>;
}

export interface EmailConfirmationsTable {
  token_hash: Immutable<string>;
  user_id: Immutable<number>;
  expires_at: Immutable<Instant>;
  /** Null = not used yet. */
  used_at: Instant | null;
}

export interface SessionsTable {
  id: Generated<number>;
  id_hash: Immutable<string>;
  user_id: Immutable<number>;
  /** The rough place where it began: see sign-in-origin.ts. Null = unknown. */
  browser: Immutable<string | null>;
  network: Immutable<string | null>;
  created_at: Immutable<Instant>;
  seen_at: Instant;
}

export interface ApiTokensTable {
  id: Generated<number>;
  token_hash: Immutable<string>;
  user_id: Immutable<number>;
  /** The session started with it; null for old tokens. */
  session_id: Immutable<number | null>;
  created_at: Immutable<Instant>;
  /** Null = not used yet. */
  seen_at: Instant | null;
}

/** Keys for programs. Revoked ones are kept, because the trail and drafts name them. */
export interface ApiKeysTable {
  id: Generated<number>;
  /** Unique among those that are not revoked. */
  name: Immutable<string>;
  key_hash: Immutable<string>;
  /** JSON list: see policy.ts. */
  scopes: Immutable<string>;
  created_at: Immutable<Instant>;
  /** Exact to the minute. Null = not used yet. */
  used_at: Instant | null;
  revoked_at: Instant | null;
}

/** How many calls programs made with a key: refused ones too, but not those over the limit. Kept for 60 days. */
export interface ApiKeyDaysTable {
  key_id: Immutable<number>;
  /** In UTC. */
  day: Immutable<string>;
  reads: number;
  writes: number;
}

/** Browsers that signed in before; each has its own limit of wrong passwords. */
export interface DevicesTable {
  id: Generated<number>;
  user_id: Immutable<number>;
  device_hash: Immutable<string>;
  seen_at: Instant;
}

export interface ThrottlesTable {
  key: Immutable<string>;
  count: number;
  started_at: Instant;
  blocked_until: Instant | null;
}

/** The latest reset code of an e-mail address, also of an unknown one. */
export interface ResetCodesTable {
  token_hash: Immutable<string>;
  email: string;
  code_hash: string;
  /** 0 = requested over the API, valid without its token. */
  bound: 0 | 1;
  expires_at: Instant;
  tries: Generated<number>;
}

/** "handed-over" = the mail server may have it, so it is never sent again. */
/** One row for each recipient and channel. Finished rows stay for a month: they say what reached whom. */
export interface OutboxTable {
  id: Generated<number>;
  /** The same for every try, so that receivers can drop repeats. */
  message_id: Immutable<string>;
  channel: ColumnType<OutboxChannel, OutboxChannel | undefined, never>;
  kind: Immutable<string>;
  /** The recipient; for the mail to a new affiliate, the staff member who approved them. Null for an operator's channel. */
  user_id: ColumnType<number | null, number | null | undefined, never>;
  /** Of push_devices, which may be gone. */
  device_id: ColumnType<number | null, number | null | undefined, never>;
  /** Of operator_channels, which may be gone. */
  operator_channel_id: ColumnType<number | null, number | null | undefined, never>;
  /** What it is about, such as "round 12"; at most one row each for a recipient and channel. '' = anything. */
  cause: ColumnType<string, string | undefined, never>;
  params: string;
  state: Generated<"waiting" | "handed-over" | "sent" | "refused" | "expired">;
  /** Why it is in this state: see delivery-reasons.ts. '' = nothing to say. */
  reason: Generated<string>;
  tries: Generated<number>;
  created_at: Immutable<Instant>;
  next_try_at: Instant;
  expires_at: Instant;
  finished_at: Instant | null;
}

export type OutboxChannel = "mail" | "push" | "discord" | "telegram" | "webhook";

/** The key pair that signs web push messages: base64url, as RFC 8292 has it. One row. */
export interface PushKeysTable {
  id: Immutable<1>;
  public_key: Immutable<string>;
  /** Encrypted with a key derived from SESSION_SECRET. */
  encrypted_private_key: string;
  created_at: Immutable<Instant>;
}

/** A browser that shows alerts. The endpoint is its address at its push service. */
export interface PushDevicesTable {
  id: Generated<number>;
  user_id: number;
  /** The sign-in that switched alerts on: they end with it. Null once it has expired. */
  session_id: number | null;
  endpoint: Immutable<string>;
  p256dh: string;
  auth: string;
  name: string;
  created_at: Instant;
}

/** Which news somebody wants where; without a row the kind's default counts. */
export interface AlertChoicesTable {
  user_id: Immutable<number>;
  kind: Immutable<string>;
  channel: Immutable<"mail" | "push">;
  wanted: 0 | 1;
}

export interface MutedSportsTable {
  user_id: Immutable<number>;
  sport: Immutable<string>;
}

/** `quiet_from` and `quiet_until` are "HH:MM" in `zone`; both '' = no quiet hours. */
export interface AlertSettingsTable {
  user_id: Immutable<number>;
  quiet_from: Generated<string>;
  quiet_until: Generated<string>;
  /** What happens to news whose game starts before the quiet hours end. */
  quiet_late: Generated<"at-once" | "never">;
  /** '' = the site's. */
  zone: Generated<string>;
  /** What an alert shows on a locked screen. */
  push_text: Generated<"whole" | "count">;
}

/** The operator's own channels: a Discord webhook, a Telegram chat, an outgoing webhook. */
export interface OperatorChannelsTable {
  id: Generated<number>;
  type: Immutable<"discord" | "telegram" | "webhook">;
  name: string;
  /** JSON list. */
  kinds: string;
  /** JSON list of streams. */
  streams: string;
  /** JSON of its address, or of its token and chat. */
  encrypted_access: string;
  /** Of a webhook. */
  encrypted_secret: string | null;
  /** Valid until `old_secret_until`, during a rotation. */
  encrypted_old_secret: string | null;
  old_secret_until: Instant | null;
  created_at: Immutable<Instant>;
  accepted_at: Instant | null;
  failing_since: Instant | null;
  failure: Generated<string>;
}

/** How far the jobs are that write news at a certain time. */
export interface NewsMarksTable {
  name: Immutable<string>;
  value: string;
}

/** Texts that staff send to members. */
export interface AnnouncementsTable {
  id: Generated<number>;
  subject: string;
  /** Markdown. */
  body: string;
  /** JSON: the kinds of access whose members get it. */
  audience: string;
  /** 1 = also as an alert. */
  push: 0 | 1;
  state: Generated<"draft" | "sending" | "sent" | "stopped">;
  version: Generated<number>;
  created_at: Immutable<string>;
  /** When staff confirmed it. Null = a draft. */
  sent_at: string | null;
  /** While it is being sent: the last account that was looked at, and when the next ones are. */
  queued_to: Generated<number>;
  next_at: string | null;
  /** How many people it was queued for. */
  mails: Generated<number>;
  alerts: Generated<number>;
}

/** At most one request per e-mail is "new". Contains the latest submission. */
export interface AffiliateRequestsTable {
  id: Generated<number>;
  name: string;
  email: Immutable<string>;
  phone: string;
  remarks: string;
  created_at: Immutable<Instant>;
  state: Generated<"new" | "approved" | "dismissed">;
}

export interface AffiliateRequestSubmissionsTable {
  id: Generated<number>;
  request_id: Immutable<number>;
  name: Immutable<string>;
  phone: Immutable<string>;
  remarks: Immutable<string>;
  sent_at: Immutable<Instant>;
}

/** `new` = published picks that are announced together; `results` = settled ones. */
export interface PickRoundsTable {
  id: Generated<number>;
  kind: ColumnType<"new" | "results", "new" | "results" | undefined, never>;
  opened_at: Immutable<Instant>;
  last_pick_at: Instant;
  closed_at: Instant | null;
}

export interface RoundPicksTable {
  round_id: Immutable<number>;
  pick_id: Immutable<number>;
}

/** A closed round that is still being queued: accounts up to `queued_to` are done. */
export interface RoundQueuesTable {
  round_id: Immutable<number>;
  queued_to: number;
}

export interface UnsubscribeTokensTable {
  user_id: Immutable<number>;
  token: Immutable<string>;
}

/** The latest known state of a subscription. The id is Stripe's. */
export interface SubscriptionsTable {
  id: Immutable<string>;
  customer_id: string;
  /** Null = paid, but no account was opened with it yet, or the account was deleted. */
  user_id: number | null;
  email: string | null;
  /** 1 = matched by e-mail alone, not proven. */
  by_email: Generated<0 | 1>;
  /** 1 = the user proved to own the e-mail, so they see card and invoices. It does not prove who paid. */
  email_proven: Generated<0 | 1>;
  detached_at: Instant | null;
  /** Stripe's own status: "active", "past_due", "canceled", ... */
  status: string;
  period_end: Instant | null;
  /** The end of a cancelled subscription; null = it renews. */
  cancels_at: Instant | null;
  /** Null while it gives access. */
  ended_at: Instant | null;
  /** Since when it charges nothing; null = it charges. */
  paused_at: Instant | null;
  /** When it charges again; null = when somebody resumes it. */
  paused_until: Instant | null;
  /** In the currency's smallest unit, each price_period ("month"); null = not told. */
  price_cents: number | null;
  price_currency: string | null;
  price_period: string | null;
  /** Stripe's name of the brand: "visa". Kept while it gives access. */
  card_brand: string | null;
  card_last4: string | null;
  created_at: Immutable<Instant>;
  updated_at: Instant;
}

export interface PaymentsTable {
  invoice_id: Immutable<string>;
  subscription_id: Immutable<string>;
  amount_cents: Immutable<number>;
  currency: Immutable<string>;
  paid_at: Immutable<Instant>;
  refunded_cents: Generated<number>;
  refunded_at: Instant | null;
  /** Null = the member never disputed it. */
  disputed_at: Instant | null;
  /** Until when an answer is due at Stripe; null = no day is known. */
  dispute_due_by: Instant | null;
  /** Stripe's own: "needs_response", "under_review", "won", "lost", "warning_closed", ... */
  dispute_status: string | null;
}

/** Also of subscriptions that are not stored: an answer about them is taken, too. No row = 0. */
export interface SubscriptionVersionsTable {
  subscription_id: Immutable<string>;
  /** Counts Stripe's answers that were taken. */
  version: number;
}

export interface StripeEventsTable {
  id: Immutable<string>;
  received_at: Immutable<Instant>;
}

/** Both streams. Unknown: '' for dates and texts, NULL for numbers. */
export interface PicksTable {
  /** For members; not sealed. */
  why: Generated<string>;
  id: Generated<number>;
  stream: Immutable<"regular" | "pro">;
  game: string;
  game_date: string;
  time: string;
  pick: string;
  sport: string;
  tag: string;
  sim_confidence: number | null;
  unit_size: number;
  verdict: string;
  closing_line: string;
  /** American, for the side taken. */
  closing_odds: number | null;
  /** The score that it was graded by; null = unknown. */
  away_score: number | null;
  home_score: number | null;
  /** '' = open, or settled before this was kept. */
  graded_by: Generated<"" | "rule" | "hand">;
  /** 1 = a field that the rules of grading read was changed after the start: people set its verdict. */
  corrected_after_start: Generated<0 | 1>;
  /** When something that the rules of grading read was last changed; null = never since it was published. */
  grading_fields_changed_at: Generated<string | null>;
  beat_clv: string;
  units_result: number | null;
  /** Null = a draft. */
  settled: GeneratedAlways<0 | 1 | null>;
  /** A published draft has the time of its publication. */
  created_at: Instant;
  version: Generated<number>;
  /** '' = the text could not be read. */
  market: Generated<"" | "moneyline" | "spread" | "total" | "other">;
  side: Generated<"" | "home" | "away" | "draw" | "over" | "under">;
  /** For the side taken. 0 is a line, null is none. */
  line: number | null;
  /** American. */
  odds: number | null;
  book: Generated<string>;
  playable_to: Generated<string>;
  away: Generated<string>;
  home: Generated<string>;
  starts_at: Instant | null;
  /** The caller's own name of the pick, unique in its stream. */
  external_id: string | null;
  game_external_id: Generated<string>;
  /** Null = a draft, which only those who may manage its stream see. */
  published_at: Instant | null;
  /** JSON list of the fields that people typed: see bet-fields.ts. */
  typed_fields: Generated<string>;
  /** The key that sent it. */
  key_id: Immutable<number | null>;
}

/** Totals of settled picks per stream, sport, game day and confidence band. In millionths, so that sums are exact. */
export interface PickDaysTable {
  stream: "regular" | "pro";
  sport: string;
  game_date: string;
  /** The lower end of a band: 60 = 60 to below 65 percent. */
  band: number;
  /** All settled picks, voids too. */
  picks: number;
  /** Wins, losses and pushes. */
  bets: number;
  wins: number;
  losses: number;
  units_result_e6: number;
  /** Summed over wins and losses. */
  unit_size_e6: number;
  /** Summed over bets. */
  sim_confidence_e6: number;
  /** Summed over wins and losses. */
  decided_confidence_e6: number;
}

export interface PickStreamsTable {
  stream: "regular" | "pro";
  /** Rises with every change of a pick and every rebuild of the totals. */
  version: number;
  /** Changes of published picks, without those that settle them. */
  changed: Generated<number>;
  deleted: Generated<number>;
}

/** The free pick of each day. A row stays for ever once its game has started, also after the pick is deleted. */
export interface FreePicksTable {
  /** In the site's zone. */
  day: Immutable<string>;
  stream: Immutable<"regular" | "pro">;
  pick_id: Immutable<number>;
  marked_at: Immutable<Instant>;
  /** Null = the demo, or an account that is gone. */
  marked_by: number | null;
}

/** A pick on a member's card, with what they really got. Null and '' in the `own_` columns = as posted. */
export interface SavedPicksTable {
  user_id: Immutable<number>;
  pick_id: Immutable<number>;
  saved_at: Immutable<Instant>;
  /** When they last noted something. Null = never. */
  noted_at: Instant | null;
  /** 0 = they did not bet it. */
  is_bet: Generated<0 | 1>;
  /** American. */
  own_odds: number | null;
  /** For the side taken. */
  own_line: number | null;
  own_units: number | null;
  own_book: Generated<string>;
}

/** Forms that created a row, by a hash of their key and content. */
export interface IdempotencyKeysTable {
  key_hash: Immutable<string>;
  result_id: Immutable<number>;
  used_at: Immutable<Instant>;
}

/** The results of games. Rows are only added: a corrected result is a new row, and the newest counts. */
export interface ResultsTable {
  id: Generated<number>;
  sport: Immutable<string>;
  game_date: Immutable<string>;
  away: Immutable<string>;
  home: Immutable<string>;
  /** Null when the game was not played. */
  away_score: Immutable<number | null>;
  home_score: Immutable<number | null>;
  status: Immutable<"final" | "postponed" | "cancelled" | "suspended" | "shortened">;
  starts_at: Immutable<Instant | null>;
  /** The source: "staff", "key" or "feed". */
  source: Immutable<string>;
  /** The game's name, as in picks.game_external_id; '' = none. */
  external_id: Immutable<string>;
  entered_at: Immutable<Instant>;
  /** 1 = a feed said so, and people decide what it does to its picks. */
  needs_decision: Generated<0 | 1>;
}

/** The record, append-only: see docs/decisions/024. */
export interface LedgerTable {
  seq: Immutable<number>;
  at: Immutable<Instant>;
  type: Immutable<"begin" | "import" | "publish" | "amend" | "withdraw" | "settle" | "correct" | "restore">;
  /** "regular:17:1"; '' = of no pick. */
  ref: Immutable<string>;
  /** Canonical JSON of the entry without its hash. */
  body: Immutable<string>;
  hash: Immutable<string>;
}

/** The content that an entry sealed. Everybody sees it from a time on: see timeline.ts. */
export interface RevealsTable {
  entry: Immutable<number>;
  salt: Immutable<string>;
  /** Canonical JSON. */
  content: Immutable<string>;
}

/** Who of all processes on the database does what only one may do: see lease.server.ts. */
export interface LeasesTable {
  name: string;
  /** The machine and the process. */
  holder: string;
  /** Grows with each new holder. */
  fence: number;
  /** Grows while the holder is alive. */
  beats: number;
  /** What the holder runs repeatedly, as of its last beat: JSON. */
  jobs: Generated<string>;
}

/** What the jobs of the server can't do at the moment. */
export interface JobProblemsTable {
  job: string;
  text: string;
  advice: string;
  since: string;
}

/** One row: how the last check of the record ended. */
export interface ImportLayoutsTable {
  /** A hash of the names of the columns. */
  header: string;
  /** JSON. */
  choices: string;
  kept_at: string;
}

export interface LastCheckTable {
  id: number;
  at: string;
  /** JSON: a list of texts. */
  lines: string;
  tables_agree: number;
}

/** One row: the last entry that the pages of the cache know, and how many picks are in them. Can be deleted at any time. */
export interface RecordCacheTable {
  id: number;
  /** Of the program that wrote it: see saved-picks.server.ts. */
  format: number;
  seq: number;
  hash: string;
  picks: number;
}

/** How 100 picks stand, in the order of publication. */
export interface RecordCachePagesTable {
  page: number;
  /** The last entry that was read. */
  seq: number;
  /** JSON. */
  picks: string;
  /** The hash of format and picks. */
  digest: string;
}

/** One row: what a third party knows of the record. */
export interface WitnessTable {
  id: Generated<number>;
  /** The hash of the head that was sent last; '' = none. Stored before it is sent. */
  hash: string;
  tried_at: Instant | null;
}

/** The one feed of results: what its calls cost, and how it does. One row. */
export interface FeedTable {
  id: Immutable<1>;
  /** YYYY-MM in UTC, which `spent` is of; '' = it was never called. */
  month: string;
  /** In the service's credits. */
  spent: number;
  /** The most that a call for scores, and a market of a call for prices, cost this month. 0 = not known. */
  scores_cost: number;
  price_cost: number;
  /** While one process calls it. */
  busy_until: Instant | null;
  /** Failed calls in a row. */
  failures: number;
  failing_since: Instant | null;
  problem: string;
  next_try_at: Instant | null;
  /** Since when calls are left out because the month's budget is spent. */
  spent_since: Instant | null;
}

/** The questions that the feed was asked about a game. */
export interface FeedGamesTable {
  /** `teams` and the start. */
  game: Immutable<string>;
  /** Sport, date and both names. */
  teams: Immutable<string>;
  starts_at: Immutable<Instant | null>;
  scores_asked: number;
  scores_next_at: Instant | null;
  prices_asked: number;
  prices_known: 0 | 1;
  forget_at: Instant;
}

/** Names that staff confirmed to mean a team of the picks. Both in lower case without accents, dots and blanks. */
export interface TeamAliasesTable {
  sport: Immutable<string>;
  alias: Immutable<string>;
  name: string;
  confirmed_at: Instant;
}

export interface SidebarTable {
  id: Immutable<1>;
  results: string;
  /** "text" = `results`; "record" = the product's own sentence about the last 7 days. */
  results_by: Generated<"text" | "record">;
  notes: string;
  next: string;
  version: number;
}

/** The texts that the operator saved: app/models/site/site-texts.ts. One without a row is as the program came. */
export interface SiteTextsTable {
  name: Immutable<string>;
  body: string;
  version: number;
  /** ISO, UTC. */
  saved_at: string;
}

/** `version` counts the saves of a list. */
export interface LearnListsTable {
  kind: Immutable<"glossary" | "tip">;
  version: Generated<number>;
}

/** Markdown, ordered by `position` (1, 2, ...) within its list. */
export interface LearnEntriesTable {
  kind: Immutable<"glossary" | "tip">;
  position: Immutable<number>;
  body: Immutable<string>;
}

export interface AuditTable {
  id: Generated<number>;
  at: Immutable<Instant>;
  actor_id: Immutable<number | null>;
  /** The name of the staff member at that time; null = a member, no actor, or an old entry. */
  actor_name: Immutable<string | null>;
  /** The name of the program's key that acted. */
  key_name: Immutable<string | null>;
  /** The job of the server that acted. */
  job: Immutable<string | null>;
  action: Immutable<string>;
  subject: Immutable<string>;
  subject_id: Immutable<number | null>;
  before: Immutable<string | null>;
  after: Immutable<string | null>;
}

export interface AffiliatesTable {
  id: Generated<number>;
  name: string;
  email: string;
  ref_code: Immutable<string>;
  /** The secret of the affiliate's page. Not hashed: staff copy the link. */
  page_token: string;
  version: Generated<number>;
  created_at: Immutable<Instant>;
  deleted_at: Instant | null;
}

/** What an affiliate was promised, from then on. Those from before it was kept have no row: the site's setting counts. */
export interface AffiliateTermsTable {
  id: Generated<number>;
  affiliate_id: Immutable<number>;
  since: Immutable<Instant>;
  rate_percent: Immutable<number>;
  due_after_days: Immutable<number>;
}

export interface AffiliateVisitsTable {
  affiliate_id: Immutable<number>;
  day: Immutable<string>;
  outcome: Immutable<"counted" | "repeated" | "same-address" | "bot" | "prefetch" | "signed-in">;
  visits: number;
}

export interface AffiliateVisitorsTable {
  affiliate_id: Immutable<number>;
  visitor_hash: Immutable<string>;
  counted_at: Instant;
}

export interface ReferralsTable {
  id: Generated<number>;
  affiliate_id: Immutable<number>;
  user_id: number | null;
  /** The invoice that opened the account; null where payments can't be checked. Its webhook event may arrive later. */
  invoice_id: Immutable<string | null>;
  outcome: Immutable<"counted" | "own-email" | "staff">;
  created_at: Immutable<Instant>;
}

/** The affiliate ledger, in cents. Refunds and take-backs are negative. */
export interface CommissionsTable {
  id: Generated<number>;
  affiliate_id: Immutable<number>;
  referral_id: Immutable<number>;
  kind: Immutable<"purchase" | "refund">;
  amount_cents: Immutable<number>;
  /** The member's first payment; the list price where payments can't be checked. */
  price_cents: Immutable<number>;
  rate_percent: Immutable<number>;
  /** Why staff took it back; null for purchases and refunds. */
  reason: Immutable<string | null>;
  created_at: Immutable<Instant>;
}

/** A batch marked as paid. Its amount is the sum of its lines; a line's amount is the sum of its items. */
export interface PayoutsTable {
  id: Generated<number>;
  paid_by: Immutable<number>;
  paid_at: Immutable<Instant>;
}

export interface PayoutItemsTable {
  commission_id: Immutable<number>;
  payout_id: Immutable<number>;
}

/** The payees of a batch, with their names and e-mails at that time. */
export interface PayoutLinesTable {
  payout_id: Immutable<number>;
  affiliate_id: Immutable<number>;
  name: Immutable<string>;
  email: Immutable<string>;
  ref_code: Immutable<string>;
  commissions: Immutable<number>;
  amount_cents: Immutable<number>;
}

export interface TwoFactorsTable {
  user_id: Immutable<number>;
  /** Encrypted with a key derived from SESSION_SECRET. */
  encrypted_secret: string;
  begun_at: Instant;
  /** Null = set-up not finished. */
  on_since: Instant | null;
  /** The 30 s time step of the last accepted code; codes up to it are refused (replay protection). */
  last_step: number | null;
}

/** Unused recovery codes; using one deletes it. */
export interface RecoveryCodesTable {
  code_hash: Immutable<string>;
  user_id: Immutable<number>;
}

/** The password was right; the two-factor code is still missing. */
export interface TwoFactorChallengesTable {
  id_hash: Immutable<string>;
  user_id: Immutable<number>;
  created_at: Immutable<Instant>;
}

export type UserRow = Selectable<UsersTable>;
export type PickRow = Selectable<PicksTable>;
export type AnnouncementRow = Selectable<AnnouncementsTable>;
export type FeedRow = Selectable<FeedTable>;
export type ResultRow = Selectable<ResultsTable>;
export type PickDayRow = Selectable<PickDaysTable>;
export type SubscriptionRow = Selectable<SubscriptionsTable>;

/** Which migrations the database has. db/migrations.ts compares them with the program's. */
export interface MigrationsTable {
  name: string;
  checksum: string;
  applied_at: Instant;
}
