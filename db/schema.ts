import type { ColumnType, Generated, GeneratedAlways, Selectable } from "kysely";

/** Instants are ISO 8601 texts in UTC ("2026-11-21T13:05:00.000Z"), calendar dates "2026-11-21", money integer cents. */
export interface Database {
  users: UsersTable;
  sessions: SessionsTable;
  api_tokens: ApiTokensTable;
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
  subscriptions: SubscriptionsTable;
  payments: PaymentsTable;
  stripe_events: StripeEventsTable;
  picks: PicksTable;
  pick_days: PickDaysTable;
  pick_streams: PickStreamsTable;
  saved_picks: SavedPicksTable;
  sidebar: SidebarTable;
  learn_lists: LearnListsTable;
  learn_entries: LearnEntriesTable;
  audit: AuditTable;
  affiliates: AffiliatesTable;
  affiliate_visits: AffiliateVisitsTable;
  affiliate_visitors: AffiliateVisitorsTable;
  referrals: ReferralsTable;
  commissions: CommissionsTable;
  payouts: PayoutsTable;
  payout_items: PayoutItemsTable;
  payout_lines: PayoutLinesTable;
  two_factors: TwoFactorsTable;
  recovery_codes: RecoveryCodesTable;
  two_factor_challenges: TwoFactorChallengesTable;
  idempotency_keys: IdempotencyKeysTable;
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
  display_mode: Generated<"dark" | "light">;
  email_notifications: Generated<0 | 1>;
  sms_alerts: Generated<0 | 1>;
  /** When what members pay for stops being theirs; null = no end is known. */
  access_until: Instant | null;
  /** What staff say of it: "paid" = as the subscriptions do, "until" = to a day in any case, "open" = without end. */
  access_rule: Generated<"paid" | "until" | "open">;
  access_rule_until: Instant | null;
  /** How often all sessions and tokens were ended. */
  access_epoch: Generated<number>;
  /** When a mail to the address was answered; null = never. Of an account from before anybody was asked it is when that was made. */
  email_confirmed_at: Instant | null;
  /** When they said that they are 21 or older; null = made by staff or through the API, where nobody was asked. */
  age_confirmed_at: Immutable<Instant | null>;
  /** How far staff are with the payment of a sign-up by link. "none" = nobody has to look. */
  payment_review: Generated<"none" | "waiting" | "confirmed" | "refused">;
  /** Who confirmed or refused it last. */
  payment_reviewed_by: Generated<number | null>;
  /** The affiliate's code that a waiting sign-up came with, '' = none. The confirmation books it: see `referrals`. */
  waiting_ref_code: Generated<string>;
  created_at: Immutable<Instant>;
}

/** Links that prove whose an address is. */
export interface EmailConfirmationsTable {
  token_hash: Immutable<string>;
  user_id: Immutable<number>;
  expires_at: Immutable<Instant>;
  /** When it was followed to the end; null = not yet. */
  used_at: Instant | null;
}

export interface SessionsTable {
  id: Generated<number>;
  id_hash: Immutable<string>;
  user_id: Immutable<number>;
  /** From where it began, roughly: see sign-in-origin.ts. Null = unknown. */
  browser: Immutable<string | null>;
  network: Immutable<string | null>;
  created_at: Immutable<Instant>;
  seen_at: Instant;
}

export interface ApiTokensTable {
  id: Generated<number>;
  token_hash: Immutable<string>;
  user_id: Immutable<number>;
  /** The session that began with it; null for one from before that was known. */
  session_id: Immutable<number | null>;
  created_at: Immutable<Instant>;
  /** The last call with it; null = none since it was made. */
  seen_at: Instant | null;
}

/** Browsers that signed in before: they keep their own allowance of wrong passwords. */
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

/** The newest password reset code of an e-mail address, known or not. */
export interface ResetCodesTable {
  token_hash: Immutable<string>;
  email: string;
  code_hash: string;
  /** 0 = asked for by a call, and good without its token. */
  bound: 0 | 1;
  expires_at: Instant;
  tries: Generated<number>;
}

/** Mail to be sent. "handed-over" = the mail server has it or may have it, so it is never sent again. */
export interface OutboxTable {
  id: Generated<number>;
  message_id: Immutable<string>;
  kind: Immutable<string>;
  /** To whom; of the mail to a new affiliate, whoever approved them. */
  user_id: Immutable<number>;
  /** JSON, cleared when the mail is done. */
  params: string;
  state: Generated<"waiting" | "handed-over" | "sent" | "refused" | "expired">;
  tries: Generated<number>;
  created_at: Immutable<Instant>;
  next_try_at: Instant;
  expires_at: Immutable<Instant>;
  finished_at: Instant | null;
}

/** Who asks to become an affiliate, in their latest words. Of one e-mail at most one is new. */
export interface AffiliateRequestsTable {
  id: Generated<number>;
  name: string;
  email: Immutable<string>;
  phone: string;
  remarks: string;
  created_at: Immutable<Instant>;
  state: Generated<"new" | "approved" | "dismissed">;
}

/** Each time that a request was sent while it waited. */
export interface AffiliateRequestSubmissionsTable {
  id: Generated<number>;
  request_id: Immutable<number>;
  name: Immutable<string>;
  phone: Immutable<string>;
  remarks: Immutable<string>;
  sent_at: Immutable<Instant>;
}

/** Picks that one mail announces. At most one round is open. */
export interface PickRoundsTable {
  id: Generated<number>;
  opened_at: Immutable<Instant>;
  last_pick_at: Instant;
  closed_at: Instant | null;
}

export interface RoundPicksTable {
  round_id: Immutable<number>;
  pick_id: Immutable<number>;
}

/** A closed round whose mails are not all queued yet: accounts up to that id have theirs. */
export interface RoundQueuesTable {
  round_id: Immutable<number>;
  queued_to: number;
}

/** The secret of a person's unsubscribe link. */
export interface UnsubscribeTokensTable {
  user_id: Immutable<number>;
  token: Immutable<string>;
}

/** What the payment provider last said about a subscription to our price. Its id is theirs. */
export interface SubscriptionsTable {
  id: Immutable<string>;
  customer_id: string;
  /** Whose membership it is; null = paid for, but no account was opened with it yet, or it was deleted. */
  user_id: number | null;
  /** Whom it bills, lower case. */
  email: string | null;
  /** 1 = it is its user's only because the e-mails are the same, which nobody proved. */
  by_email: Generated<0 | 1>;
  /** 1 = its user proved that its e-mail is theirs: they see card and invoices. Anybody can have paid with it all the same. */
  email_proven: Generated<0 | 1>;
  /** When staff took it from its account; it comes back only to who signs up with its payment. */
  detached_at: Instant | null;
  /** In their words: "active", "past_due", "canceled", ... */
  status: string;
  period_end: Instant | null;
  /** When it stops by itself, because it was cancelled; null = it goes on. */
  cancels_at: Instant | null;
  /** When it stopped giving access; null while it does. */
  ended_at: Instant | null;
  created_at: Immutable<Instant>;
  updated_at: Instant;
}

/** Money that came in for a subscription, one row per invoice. */
export interface PaymentsTable {
  invoice_id: Immutable<string>;
  subscription_id: Immutable<string>;
  amount_cents: Immutable<number>;
  currency: Immutable<string>;
  paid_at: Immutable<Instant>;
  refunded_cents: Generated<number>;
  /** When the whole of it had been given back. */
  refunded_at: Instant | null;
}

/** Reports of the payment provider that were carried out. */
export interface StripeEventsTable {
  id: Immutable<string>;
  received_at: Immutable<Instant>;
}

/** Both streams. An unknown date is '', an unknown number NULL, an unknown text ''. */
export interface PicksTable {
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
  beat_clv: string;
  units_result: number | null;
  settled: GeneratedAlways<0 | 1>;
  created_at: Immutable<Instant>;
  version: Generated<number>;
}

/** Totals of the settled picks of one stream, sport, game day and band of confidence, in millionths so that sums stay exact. */
export interface PickDaysTable {
  stream: "regular" | "pro";
  sport: string;
  game_date: string;
  /** The lower end of a band of five percent: 60 = 60 to below 65. */
  band: number;
  bets: number;
  wins: number;
  units_result_e6: number;
  unit_size_e6: number;
  sim_confidence_e6: number;
}

/** Counted by triggers. */
export interface PickStreamsTable {
  stream: "regular" | "pro";
  /** Goes up with every change of a pick, and when the totals are made anew. */
  version: number;
  /** How often a pick was changed after it was published, but for what settles it. */
  changed: Generated<number>;
  /** How many picks were deleted, settled or not. */
  deleted: Generated<number>;
}

/** The cards of members. Stream and status are the pick's. */
export interface SavedPicksTable {
  user_id: Immutable<number>;
  pick_id: Immutable<number>;
  saved_at: Immutable<Instant>;
}

/** Forms that made something, by a hash of their key and content. */
export interface IdempotencyKeysTable {
  key_hash: Immutable<string>;
  result_id: Immutable<number>;
  used_at: Immutable<Instant>;
}

export interface SidebarTable {
  id: Immutable<1>;
  results: string;
  notes: string;
  next: string;
  version: number;
}

/** The glossary and the bankroll tips. The version counts the saves of a list. */
export interface LearnListsTable {
  kind: Immutable<"glossary" | "tip">;
  version: Generated<number>;
}

/** Markdown, in the order of `position` (1, 2, ...) within its list. */
export interface LearnEntriesTable {
  kind: Immutable<"glossary" | "tip">;
  position: Immutable<number>;
  body: Immutable<string>;
}

export interface AuditTable {
  id: Generated<number>;
  at: Immutable<Instant>;
  actor_id: Immutable<number | null>;
  /** What staff were called then; null = a member, nobody, or an entry from before that was kept. */
  actor_name: Immutable<string | null>;
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
  /** The secret of the affiliate's own page. Kept readable: staff copy the link. */
  page_token: string;
  version: Generated<number>;
  created_at: Immutable<Instant>;
  deleted_at: Instant | null;
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
  /** The payment that opened the account, by its invoice; null where payments can't be checked. It may be heard of later. */
  invoice_id: Immutable<string | null>;
  outcome: Immutable<"counted" | "own-email" | "staff">;
  created_at: Immutable<Instant>;
}

/** The ledger of what affiliates earn. Cents; a refund's amount is negative, and so is that of what staff took back. */
export interface CommissionsTable {
  id: Generated<number>;
  affiliate_id: Immutable<number>;
  referral_id: Immutable<number>;
  kind: Immutable<"purchase" | "refund">;
  amount_cents: Immutable<number>;
  /** What the member paid first; the list price where payments can't be checked. */
  price_cents: Immutable<number>;
  rate_percent: Immutable<number>;
  /** Why staff took it back; null for a purchase and a refund. */
  reason: Immutable<string | null>;
  created_at: Immutable<Instant>;
}

/** A batch that staff marked as paid. Its amount is the sum of its lines, each of which is the sum of its items. */
export interface PayoutsTable {
  id: Generated<number>;
  paid_by: Immutable<number>;
  paid_at: Immutable<Instant>;
}

export interface PayoutItemsTable {
  commission_id: Immutable<number>;
  payout_id: Immutable<number>;
}

/** Whom a batch paid, as they were called then. */
export interface PayoutLinesTable {
  payout_id: Immutable<number>;
  affiliate_id: Immutable<number>;
  name: Immutable<string>;
  email: Immutable<string>;
  ref_code: Immutable<string>;
  commissions: Immutable<number>;
  amount_cents: Immutable<number>;
}

/** The authenticator app of a staff person. */
export interface TwoFactorsTable {
  user_id: Immutable<number>;
  /** Encrypted with a key that is derived from SESSION_SECRET. */
  encrypted_secret: string;
  /** When its set-up began. */
  begun_at: Instant;
  /** Since when a code is asked for; null = the set-up is not finished. */
  on_since: Instant | null;
  /** The time step (of 30 s) of the last code that was accepted: no code of it or of an earlier one is taken again. */
  last_step: number | null;
}

/** What is left of a person's recovery codes: using one deletes it. */
export interface RecoveryCodesTable {
  code_hash: Immutable<string>;
  user_id: Immutable<number>;
}

/** Whose password was right and whose code is still wanted. */
export interface TwoFactorChallengesTable {
  id_hash: Immutable<string>;
  user_id: Immutable<number>;
  created_at: Immutable<Instant>;
}

export type UserRow = Selectable<UsersTable>;
export type PickRow = Selectable<PicksTable>;
export type PickDayRow = Selectable<PickDaysTable>;
export type SubscriptionRow = Selectable<SubscriptionsTable>;
