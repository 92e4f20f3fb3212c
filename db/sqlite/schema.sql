-- What the migrations make of an empty database; new databases are created from this file.
-- Written by "npm run schema". db/schema.ts says what the columns mean.
-- Migrations up to 20261204_0800_paused_charges

create table affiliate_request_submissions (
  id integer primary key autoincrement,
  request_id integer not null references affiliate_requests (id) on delete cascade,
  name text not null check (name <> ''),
  phone text not null check (phone <> ''),
  remarks text not null,
  sent_at text not null
) strict;
create index affiliate_request_submissions_of_request on affiliate_request_submissions (request_id, id);

create table affiliate_requests (
  id integer primary key autoincrement,
  name text not null check (name <> ''),
  email text not null check (email = lower(trim(email)) and email like '%_@_%'),
  phone text not null check (phone <> ''),
  remarks text not null,
  created_at text not null,
  state text default 'new' not null check (state in ('new', 'approved', 'dismissed'))
) strict;
create index affiliate_requests_by_state on affiliate_requests (state, id);
create unique index affiliate_requests_unanswered on affiliate_requests (email) where state = 'new';

create table affiliate_terms (
  id integer primary key autoincrement,
  affiliate_id integer not null references affiliates (id),
  since text not null,
  rate_percent integer not null check (rate_percent between 0 and 99),
  due_after_days integer not null check (due_after_days >= 0)
) strict;
create index affiliate_terms_by_time on affiliate_terms (affiliate_id, since, id);

create table affiliate_visitors (
  affiliate_id integer not null references affiliates (id),
  visitor_hash text not null check (length(visitor_hash) = 64),
  counted_at text not null,
  constraint one_row_per_visitor primary key (affiliate_id, visitor_hash)
) strict;
create index affiliate_visitors_by_age on affiliate_visitors (counted_at);

create table affiliate_visits (
  affiliate_id integer not null references affiliates (id),
  day text not null check (date(day) is day),
  outcome text not null check (outcome in ('counted', 'repeated', 'same-address', 'bot', 'prefetch', 'signed-in')),
  visits integer not null check (visits > 0),
  constraint one_row_per_outcome primary key (affiliate_id, day, outcome)
) strict;

create table affiliates (
  id integer primary key autoincrement,
  name text not null check (name <> ''),
  email text not null check (email = lower(trim(email)) and email like '%_@_%'),
  ref_code text not null unique check (length(ref_code) = 8 and ref_code not glob '*[^2-9A-HJ-NP-Z]*'),
  page_token text not null unique check (length(page_token) = 43),
  version integer default 1 not null,
  created_at text not null,
  deleted_at text
) strict;
create unique index affiliates_once_per_email on affiliates (email) where deleted_at is null;

create table alert_choices (
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  channel text not null check (channel in ('mail', 'push')),
  wanted integer not null check (wanted in (0, 1)),
  constraint alert_choices_key primary key (user_id, kind, channel)
) strict, without rowid;

create table alert_settings (
  user_id integer primary key references users (id) on delete cascade,
  quiet_from text default '' not null,
  quiet_until text default '' not null,
  quiet_late text default 'at-once' not null check (quiet_late in ('at-once', 'never')),
  zone text default '' not null,
  push_text text default 'whole' not null check (push_text in ('whole', 'count'))
) strict;

create table announcements (
  id integer primary key autoincrement,
  subject text not null,
  body text not null,
  audience text not null,
  push integer not null check (push in (0, 1)),
  state text default 'draft' not null check (state in ('draft', 'sending', 'sent', 'stopped')),
  version integer default 1 not null,
  created_at text not null,
  sent_at text,
  queued_to integer default 0 not null,
  next_at text,
  mails integer default 0 not null,
  alerts integer default 0 not null
) strict;

create table api_key_days (
  key_id integer not null references api_keys (id),
  day text not null check (length(day) = 10),
  reads integer not null check (reads >= 0),
  writes integer not null check (writes >= 0),
  constraint api_key_days_by_key primary key (key_id, day)
) strict;
create index api_key_days_by_day on api_key_days (day);

create table api_keys (
  id integer primary key autoincrement,
  name text not null check (name <> ''),
  key_hash text not null unique check (length(key_hash) = 64),
  scopes text not null check (json_valid(scopes)),
  created_at text not null,
  used_at text,
  revoked_at text
) strict;
create unique index api_keys_by_name on api_keys (name) where revoked_at is null;

create table api_tokens (
  id integer primary key autoincrement,
  token_hash text not null unique check (length(token_hash) = 64),
  user_id integer not null references users (id) on delete cascade,
  created_at text not null,
  session_id integer references sessions (id) on delete cascade,
  seen_at text
) strict;
create index api_tokens_by_age on api_tokens (created_at);
create index api_tokens_of_session on api_tokens (session_id);
create index api_tokens_of_user on api_tokens (user_id);

create table audit (
  id integer primary key autoincrement,
  at text not null,
  actor_id integer,
  action text not null,
  subject text not null,
  subject_id integer,
  before text check (before is null or json_valid(before)),
  after text check (after is null or json_valid(after)),
  actor_name text check (actor_name is null or actor_id is not null),
  key_name text check (key_name is null or actor_id is null),
  job text
) strict;
create index audit_by_action on audit (action, at);
create index audit_by_actor on audit (actor_id, at);
create index audit_by_actor_and_action on audit (actor_id, action, at);
create index audit_by_actor_and_subject on audit (actor_id, subject, at);
create index audit_by_one_subject on audit (subject, subject_id, at);
create index audit_by_subject on audit (subject, at);
create index audit_by_time on audit (at);
create index audit_without_sign_ins on audit (at) where action not in ('session.begun', 'session.ended', 'session.refused', 'session.throttled');
create trigger audit_is_never_changed before update on audit
begin
  select raise(abort, 'audit is append-only');
end;
create trigger audit_is_never_deleted before delete on audit
begin
  select raise(abort, 'audit is append-only');
end;

create table commissions (
  id integer primary key autoincrement,
  affiliate_id integer not null references affiliates (id),
  referral_id integer not null references referrals (id),
  kind text not null check (kind in ('purchase', 'refund')),
  amount_cents integer not null check ((kind = 'purchase' and amount_cents >= 0) or (kind = 'refund' and amount_cents < 0)),
  price_cents integer not null check (price_cents >= 0),
  rate_percent integer not null check (rate_percent between 0 and 99),
  created_at text not null,
  reason text check (reason is null or (reason <> '' and kind = 'refund'))
) strict;
create index commissions_by_time on commissions (created_at);
create index commissions_of_affiliate on commissions (affiliate_id, created_at);
create index commissions_of_referral on commissions (referral_id);
create unique index one_purchase_per_referral on commissions (referral_id) where kind = 'purchase';
create trigger commissions_are_never_changed before update on commissions
begin
  select raise(abort, 'commissions is append-only');
end;
create trigger commissions_are_never_deleted before delete on commissions
begin
  select raise(abort, 'commissions is append-only');
end;

create table devices (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  device_hash text not null check (length(device_hash) = 64),
  seen_at text not null,
  constraint devices_once_per_user unique (user_id, device_hash)
) strict;
create index devices_by_seen on devices (seen_at);

create table email_confirmations (
  token_hash text not null primary key check (length(token_hash) = 64),
  user_id integer not null references users (id) on delete cascade,
  expires_at text not null,
  used_at text
) strict;
create index email_confirmations_by_end on email_confirmations (expires_at);
create index email_confirmations_of_user on email_confirmations (user_id);

create table feed (
  id integer primary key check (id = 1),
  month text default '' not null,
  spent integer default 0 not null check (spent >= 0),
  scores_cost integer default 0 not null,
  price_cost integer default 0 not null,
  busy_until text,
  failures integer default 0 not null,
  failing_since text,
  problem text default '' not null,
  next_try_at text,
  spent_since text
) strict;
insert into feed (id, month, spent, scores_cost, price_cost, busy_until, failures, failing_since, problem, next_try_at, spent_since) values (1, '', 0, 0, 0, null, 0, null, '', null, null);

create table feed_games (
  game text primary key,
  teams text not null,
  starts_at text,
  scores_asked integer default 0 not null,
  scores_next_at text,
  prices_asked integer default 0 not null,
  prices_known integer default 0 not null check (prices_known in (0, 1)),
  forget_at text not null
) strict, without rowid;
create index feed_games_by_end on feed_games (forget_at);

create table free_picks (
  day text primary key check (length(day) = 10),
  stream text not null check (stream in ('regular', 'pro')),
  pick_id integer not null unique,
  marked_at text not null,
  marked_by integer references users (id) on delete set null
) strict;
create index free_picks_of_marker on free_picks (marked_by) where marked_by is not null;

create table idempotency_keys (
  key_hash text primary key,
  result_id integer not null,
  used_at text not null
) strict, without rowid;
create index idempotency_keys_by_age on idempotency_keys (used_at);

create table import_layouts (
  header text not null primary key check (header <> ''),
  choices text not null,
  kept_at text not null
) strict;

create table job_problems (
  job text primary key,
  text text not null,
  advice text not null,
  since text not null
) strict;

create table last_check (
  id integer primary key check (id = 1),
  at text not null,
  lines text not null,
  tables_agree integer not null
) strict;

create table learn_entries (
  kind text not null references learn_lists (kind),
  position integer not null check (position >= 1),
  body text not null check (length(body) between 1 and 20000),
  constraint learn_entries_in_order primary key (kind, position)
) strict, without rowid;

create table learn_lists (
  kind text not null primary key check (kind in ('glossary', 'tip')),
  version integer default 1 not null check (version >= 1)
) strict, without rowid;
insert into learn_lists (kind, version) values ('glossary', 1);
insert into learn_lists (kind, version) values ('tip', 1);

create table leases (
  name text primary key,
  holder text not null,
  fence integer not null,
  beats integer not null,
  jobs text default '[]' not null
) strict;

create table ledger (
  seq integer primary key,
  at text not null,
  type text not null check (type in ('begin', 'import', 'publish', 'amend', 'withdraw', 'settle', 'correct', 'restore')),
  ref text not null,
  body text not null,
  hash text not null unique check (length(hash) = 64)
) strict;
create index ledger_by_ref on ledger (ref, seq);
create trigger ledger_in_order before insert on ledger when new.seq <> coalesce((select max(seq) from ledger), 0) + 1 or new.at < coalesce((select at from ledger order by seq desc limit 1), '')
begin
  select raise(abort, 'the ledger has no gap and no step back in time');
end;
create trigger ledger_no_delete before delete on ledger
begin
  select raise(abort, 'ledger is append-only');
end;
create trigger ledger_no_update before update on ledger
begin
  select raise(abort, 'ledger is append-only');
end;

create table migrations (
  name text primary key not null,
  checksum text not null,
  applied_at text not null
) strict;

create table muted_sports (
  user_id integer not null references users (id) on delete cascade,
  sport text not null,
  constraint muted_sports_key primary key (user_id, sport)
) strict, without rowid;

create table news_marks (
  name text primary key,
  value text not null
) strict;

create table operator_channels (
  id integer primary key autoincrement,
  type text not null check (type in ('discord', 'telegram', 'webhook')),
  name text not null check (name <> ''),
  kinds text not null,
  streams text not null,
  encrypted_access text not null,
  encrypted_secret text,
  encrypted_old_secret text,
  old_secret_until text,
  created_at text not null,
  accepted_at text,
  failing_since text,
  failure text default '' not null
) strict;

create table outbox (
  id integer primary key autoincrement,
  message_id text not null unique,
  kind text not null,
  params text not null check (json_valid(params)),
  state text default 'waiting' not null check (state in ('waiting', 'handed-over', 'sent', 'refused', 'expired')),
  tries integer default 0 not null check (tries >= 0),
  created_at text not null,
  next_try_at text not null,
  expires_at text not null,
  finished_at text,
  user_id integer references users (id) on delete cascade,
  channel text default 'mail' not null check (channel in ('mail', 'push', 'discord', 'telegram', 'webhook')),
  device_id integer check ((channel = 'push') = (device_id is not null)),
  operator_channel_id integer check ((channel in ('discord', 'telegram', 'webhook')) = (operator_channel_id is not null) and (user_id is null) = (operator_channel_id is not null)),
  cause text default '' not null,
  reason text default '' not null
) strict;
create index outbox_by_end on outbox (finished_at);
create index outbox_of_user on outbox (user_id, cause);
create unique index outbox_once on outbox (cause, channel, coalesce(device_id, operator_channel_id, user_id)) where cause <> '';
create index outbox_unfinished on outbox (state, channel, expires_at, next_try_at) where finished_at is null;

create table payments (
  invoice_id text not null primary key check (invoice_id <> ''),
  subscription_id text not null references subscriptions (id) on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null check (length(currency) = 3),
  paid_at text not null,
  refunded_cents integer default 0 not null check (refunded_cents between 0 and amount_cents),
  refunded_at text check (refunded_at is null or refunded_cents = amount_cents),
  disputed_at text,
  dispute_due_by text check (dispute_due_by is null or disputed_at is not null),
  dispute_status text check ((dispute_status is null) = (disputed_at is null) and dispute_status <> '')
) strict;
create index payments_disputed on payments (disputed_at) where disputed_at is not null;
create index payments_of_subscription on payments (subscription_id, paid_at);

create table payout_items (
  commission_id integer primary key references commissions (id),
  payout_id integer not null references payouts (id)
) strict;
create index payout_items_of_payout on payout_items (payout_id);
create trigger payout_items_are_never_changed before update on payout_items
begin
  select raise(abort, 'payout_items is append-only');
end;
create trigger payout_items_are_never_deleted before delete on payout_items
begin
  select raise(abort, 'payout_items is append-only');
end;

create table payout_lines (
  payout_id integer not null references payouts (id),
  affiliate_id integer not null references affiliates (id),
  name text not null check (name <> ''),
  email text not null check (email = lower(trim(email)) and email like '%_@_%'),
  ref_code text not null check (length(ref_code) = 8),
  commissions integer not null check (commissions > 0),
  amount_cents integer not null check (amount_cents > 0),
  constraint one_line_per_affiliate primary key (payout_id, affiliate_id)
) strict;
create index payout_lines_of_affiliate on payout_lines (affiliate_id);
create trigger payout_lines_are_never_changed before update on payout_lines
begin
  select raise(abort, 'payout_lines is append-only');
end;
create trigger payout_lines_are_never_deleted before delete on payout_lines
begin
  select raise(abort, 'payout_lines is append-only');
end;

create table payouts (
  id integer primary key autoincrement,
  paid_by integer not null,
  paid_at text not null
) strict;
create trigger payouts_are_never_changed before update on payouts
begin
  select raise(abort, 'payouts is append-only');
end;
create trigger payouts_are_never_deleted before delete on payouts
begin
  select raise(abort, 'payouts is append-only');
end;

create table pick_days (
  stream text not null check (stream in ('regular', 'pro')),
  sport text not null,
  game_date text not null,
  band integer not null check (band between 0 and 95 and band % 5 = 0),
  bets integer not null check (bets >= 0),
  wins integer not null check (wins between 0 and bets),
  "units_result_e6" integer not null,
  "unit_size_e6" integer not null,
  "sim_confidence_e6" integer not null,
  picks integer default 0 not null check (picks >= 0),
  losses integer default 0 not null check (losses >= 0),
  "decided_confidence_e6" integer default 0 not null,
  constraint pick_days_key primary key (stream, game_date, sport, band)
) strict, without rowid;

create table pick_rounds (
  id integer primary key autoincrement,
  opened_at text not null,
  last_pick_at text not null,
  closed_at text,
  kind text default 'new' not null check (kind in ('new', 'results'))
) strict;
create unique index one_open_round on pick_rounds (kind) where closed_at is null;
create index pick_rounds_by_end on pick_rounds (closed_at);

create table pick_streams (
  stream text not null primary key check (stream in ('regular', 'pro')),
  version integer not null check (version > 0),
  changed integer default 0 not null check (changed >= 0),
  deleted integer default 0 not null check (deleted >= 0)
) strict, without rowid;
insert into pick_streams (stream, version, changed, deleted) values ('pro', 1, 0, 0);
insert into pick_streams (stream, version, changed, deleted) values ('regular', 1, 0, 0);

create table picks (
  id integer primary key autoincrement,
  stream text not null check (stream in ('regular', 'pro')),
  game text not null,
  game_date text not null check (game_date = '' or date(game_date) is game_date),
  time text not null,
  pick text not null,
  sport text not null check (sport <> ''),
  tag text not null,
  sim_confidence real check (sim_confidence between 0 and 100),
  unit_size real not null check (unit_size between 0 and 1000),
  verdict text not null,
  closing_line text not null,
  beat_clv text not null check (beat_clv in ('', '✅', '❌')),
  units_result real check (units_result between -1000 and 1000),
  created_at text not null,
  version integer default 1 not null,
  market text default '' not null check (market in ('', 'moneyline', 'spread', 'total', 'other')),
  side text default '' not null check (side in ('', 'home', 'away', 'draw', 'over', 'under')),
  line real check (line between -500 and 500 and line * 4 = round(line * 4)),
  odds integer check (abs(odds) between 100 and 100000),
  book text default '' not null,
  playable_to text default '' not null,
  away text default '' not null,
  home text default '' not null,
  starts_at text,
  external_id text check (external_id <> ''),
  game_external_id text default '' not null,
  published_at text,
  typed_fields text default '[]' not null check (json_valid(typed_fields)),
  key_id integer references api_keys (id) on delete set null,
  closing_odds integer check (abs(closing_odds) between 100 and 100000),
  away_score integer check (away_score between 0 and 1000),
  home_score integer check (home_score between 0 and 1000),
  graded_by text default '' not null check (graded_by in ('', 'rule', 'hand')),
  corrected_after_start integer default 0 not null check (corrected_after_start in (0, 1)),
  grading_fields_changed_at text,
  settled integer generated always as (case when published_at is null then null when verdict = '' then 0 else 1 end) check (verdict in ('', '✅', '❌', '➖', '🚫')),
  why text default '' not null check (length(why) <= 1000)
) strict;
create index picks_by_age on picks (stream, settled, created_at, id);
create unique index picks_by_external_id on picks (stream, external_id) where external_id is not null;
create index picks_by_game_date on picks (stream, settled, game_date, created_at, id);
create index picks_by_game_external_id on picks (game_external_id) where game_external_id <> '';
create index picks_of_key on picks (key_id) where key_id is not null;
create index picks_of_sport on picks (stream, sport, id);
create index picks_of_stream on picks (stream, id);
create index picks_of_stream_settled on picks (stream, settled, id);
create trigger pick_streams_after_delete after delete on picks when old.published_at is not null
begin
  update pick_streams set version = version + 1 where stream = old.stream;
end;
create trigger pick_streams_after_insert after insert on picks when new.published_at is not null
begin
  update pick_streams set version = version + 1 where stream = new.stream;
end;
create trigger pick_streams_after_update after update on picks when new.published_at is not null
begin
  update pick_streams set version = version + 1 where stream = new.stream;
end;
create trigger publication_before_update before update of published_at on picks when old.published_at is not null and new.published_at is not old.published_at
begin
  select raise(abort, 'a pick is published once');
end;

create table push_devices (
  id integer primary key autoincrement,
  user_id integer not null references users (id) on delete cascade,
  session_id integer references sessions (id) on delete cascade,
  endpoint text not null unique,
  "p256dh" text not null,
  auth text not null,
  name text not null,
  created_at text not null
) strict;
create index push_devices_of_session on push_devices (session_id);
create index push_devices_of_user on push_devices (user_id);

create table push_keys (
  id integer primary key check (id = 1),
  public_key text not null,
  encrypted_private_key text not null,
  created_at text not null
) strict;

create table record_cache (
  id integer primary key check (id = 1),
  format integer not null,
  seq integer not null,
  hash text not null,
  picks integer not null
) strict;

create table record_cache_pages (
  page integer primary key,
  seq integer not null,
  picks text not null,
  digest text not null
) strict;

create table recovery_codes (
  code_hash text not null primary key check (length(code_hash) = 64),
  user_id integer not null references users (id) on delete cascade
) strict;
create index recovery_codes_of_user on recovery_codes (user_id);

create table referrals (
  id integer primary key autoincrement,
  affiliate_id integer not null references affiliates (id),
  user_id integer unique references users (id) on delete set null,
  outcome text not null check (outcome in ('counted', 'own-email', 'staff')),
  created_at text not null,
  invoice_id text check (invoice_id <> '')
) strict;
create unique index one_referral_per_invoice on referrals (invoice_id) where invoice_id is not null;
create index referrals_of_affiliate on referrals (affiliate_id, created_at);

create table reset_codes (
  token_hash text not null primary key check (length(token_hash) = 64),
  email text not null,
  code_hash text not null check (length(code_hash) = 64),
  bound integer not null check (bound in (0, 1)),
  expires_at text not null,
  tries integer default 0 not null check (tries between 0 and 5)
) strict;
create index reset_codes_by_email on reset_codes (email);
create index reset_codes_by_end on reset_codes (expires_at);

create table results (
  id integer primary key autoincrement,
  sport text not null,
  game_date text not null,
  away text not null,
  home text not null,
  away_score integer check (away_score between 0 and 1000),
  home_score integer check (home_score between 0 and 1000),
  status text not null check (status in ('final', 'postponed', 'cancelled', 'suspended', 'shortened')),
  starts_at text,
  source text not null,
  external_id text default '' not null,
  entered_at text not null,
  needs_decision integer default 0 not null check (needs_decision in (0, 1)),
  constraint results_are_final_with_scores check (status <> 'final' or (away_score is not null and home_score is not null))
) strict;
create index results_by_decision on results (needs_decision, id);
create index results_by_game on results (sport, game_date, id);

create table reveals (
  entry integer primary key references ledger (seq),
  salt text not null check (length(salt) = 64),
  content text not null
) strict;
create trigger reveals_no_delete before delete on reveals
begin
  select raise(abort, 'reveals is append-only');
end;
create trigger reveals_no_update before update on reveals
begin
  select raise(abort, 'reveals is append-only');
end;

create table round_picks (
  round_id integer not null references pick_rounds (id) on delete cascade,
  pick_id integer not null references picks (id) on delete cascade,
  constraint round_picks_key primary key (round_id, pick_id)
) strict, without rowid;
create index rounds_of_pick on round_picks (pick_id);

create table round_queues (
  round_id integer primary key references pick_rounds (id) on delete cascade,
  queued_to integer not null
) strict;

create table saved_picks (
  user_id integer not null references users (id) on delete cascade,
  pick_id integer not null references picks (id) on delete cascade,
  saved_at text not null,
  noted_at text,
  is_bet integer default 1 not null check (is_bet in (0, 1)),
  own_odds integer check (abs(own_odds) between 100 and 100000),
  own_line real,
  own_units real check (own_units >= 0),
  own_book text default '' not null,
  constraint saved_picks_key primary key (user_id, pick_id)
) strict, without rowid;
create index saved_picks_of_pick on saved_picks (pick_id);

create table sessions (
  id integer primary key autoincrement,
  id_hash text not null unique check (length(id_hash) = 64),
  user_id integer not null references users (id) on delete cascade,
  created_at text not null,
  seen_at text not null,
  browser text,
  network text
) strict;
create index sessions_by_seen on sessions (seen_at);
create index sessions_of_user on sessions (user_id);

create table sidebar (
  id integer primary key check (id = 1),
  results text not null,
  notes text not null,
  next text not null,
  version integer not null,
  results_by text default 'text' not null check (results_by in ('text', 'record'))
) strict;
insert into sidebar (id, results, notes, next, version, results_by) values (1, '', '', '', 1, 'text');

create table site_texts (
  name text primary key,
  body text not null,
  version integer not null check (version > 0),
  saved_at text not null check (length(saved_at) = 24)
) strict;

create table stripe_events (
  id text not null primary key check (id <> ''),
  received_at text not null
) strict;
create index stripe_events_by_age on stripe_events (received_at);

create table subscription_versions (
  subscription_id text not null primary key check (subscription_id <> ''),
  version integer not null check (version > 0)
) strict;

create table subscriptions (
  id text not null primary key check (id <> ''),
  customer_id text not null check (customer_id <> ''),
  user_id integer references users (id) on delete set null,
  email text check (email = lower(trim(email)) and email like '%_@_%'),
  status text not null check (status <> ''),
  period_end text,
  cancels_at text,
  ended_at text,
  created_at text not null,
  updated_at text not null,
  by_email integer default 0 not null check (by_email in (0, 1)),
  detached_at text check (detached_at is null or user_id is null),
  email_proven integer default 0 not null check (email_proven in (0, 1)),
  price_cents integer check (price_cents >= 0),
  price_currency text check (length(price_currency) = 3),
  price_period text check (price_period <> ''),
  card_brand text check (card_brand <> ''),
  "card_last4" text check (length(card_last4) = 4),
  paused_at text,
  paused_until text check (paused_until is null or paused_at is not null)
) strict;
create index subscriptions_by_email on subscriptions (email);
create index subscriptions_by_end on subscriptions (ended_at);
create index subscriptions_by_period on subscriptions (status, period_end);
create index subscriptions_of_user on subscriptions (user_id);

create table team_aliases (
  sport text not null,
  alias text not null,
  name text not null,
  confirmed_at text not null,
  constraint team_aliases_by_alias primary key (sport, alias)
) strict, without rowid;

create table throttles (
  key text not null primary key,
  count integer not null check (count >= 0),
  started_at text not null,
  blocked_until text
) strict;
create index throttles_by_start on throttles (started_at);

create table two_factor_challenges (
  id_hash text not null primary key check (length(id_hash) = 64),
  user_id integer not null references users (id) on delete cascade,
  created_at text not null
) strict;
create index two_factor_challenges_by_age on two_factor_challenges (created_at);
create index two_factor_challenges_of_user on two_factor_challenges (user_id);

create table two_factors (
  user_id integer primary key references users (id) on delete cascade,
  encrypted_secret text not null check (encrypted_secret like 'v1.%'),
  begun_at text not null,
  on_since text,
  last_step integer check (last_step > 0),
  constraint on_with_a_code check ((on_since is null) = (last_step is null))
) strict;

create table unsubscribe_tokens (
  user_id integer not null primary key references users (id) on delete cascade,
  token text not null unique check (length(token) >= 40)
) strict;
create index unsubscribe_token_of_user on unsubscribe_tokens (user_id);

create table users (
  id integer primary key autoincrement,
  email text not null unique check (email = lower(trim(email)) and email like '%_@_%'),
  name text not null,
  phone text not null,
  password_hash text not null check (password_hash like '$argon2id$%'),
  role text not null check (role in ('user', 'propicksmanager', 'admin', 'superadmin')),
  status text not null check (status in ('Active', 'Suspended')),
  email_notifications integer default 1 not null check (email_notifications in (0, 1)),
  sms_alerts integer default 0 not null check (sms_alerts in (0, 1)),
  created_at text not null,
  access_until text,
  age_confirmed_at text,
  access_epoch integer default 0 not null check (access_epoch >= 0),
  access_rule text default 'paid' not null check (access_rule in ('paid', 'until', 'open')),
  access_rule_until text check ((access_rule = 'until') = (access_rule_until is not null)),
  email_confirmed_at text,
  payment_review text default 'none' not null check (payment_review in ('none', 'waiting', 'confirmed', 'refused')),
  payment_reviewed_by integer,
  waiting_ref_code text default '' not null,
  odds_format text default 'american' not null check (odds_format in ('american', 'decimal', 'fractional')),
  bankroll_cents integer check (bankroll_cents > 0),
  unit_percent real check (unit_percent > 0 and unit_percent <= 100),
  unit_cents integer check (unit_cents > 0),
  currency text default '$' not null check (length(currency) between 1 and 3),
  display_mode text default 'system' not null check (display_mode in ('system', 'dark', 'light')),
  break_until text check (length(break_until) = 24),
  closes_at text,
  mail_refusals integer default 0 not null check (mail_refusals >= 0),
  access_announced integer default 0 not null check (access_announced in (0, 1)),
  password_mail text check (password_mail in ('due', 'sent'))
) strict;
create index users_by_closing on users (closes_at) where closes_at is not null;
create index users_due_password_mail on users (password_mail) where password_mail = 'due';
create index users_waiting on users (payment_review) where payment_review = 'waiting';

create table witness (
  id integer primary key check (id = 1),
  hash text default '' not null,
  tried_at text
) strict;
insert into witness (id, hash, tried_at) values (1, '', null);
