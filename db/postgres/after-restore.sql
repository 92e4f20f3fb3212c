-- For a database that pg_restore made, before the program starts with it (docs/self-hosting.md): signs everybody out and
-- ends what the backup has open, as `npm run restore` does for a file.
begin;
create function pg_temp.now_text() returns text language sql stable as
  $$ select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;
delete from sessions;
delete from api_tokens;
-- A key may have been revoked since.
update api_keys set revoked_at = pg_temp.now_text() where revoked_at is null;
delete from reset_codes;
delete from two_factor_challenges;
update outbox
  set state = case state when 'waiting' then 'expired' else state end, params = '{}', finished_at = pg_temp.now_text()
  where finished_at is null;
delete from round_queues;
update pick_rounds set closed_at = pg_temp.now_text() where closed_at is null;
commit;
