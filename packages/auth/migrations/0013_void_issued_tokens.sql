-- Tokens that the application issued for the account up to this moment are void: see `voidTokens`.
alter table auth.users add column tokens_valid_after timestamptz;

create function auth.tokens_valid_after(account uuid) returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(tokens_valid_after, '-infinity') from auth.users where id = account
$$;

/*
 * Whether a session has not ended, for an application that issues a credential in this transaction. Waits for changes of
 * the account that are being made, and makes later ones wait, so that no credential escapes them.
 */
create function auth.hold_session(account uuid, session uuid) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from auth.users where id = account for share;
  return exists (
    select from auth.sessions s
     where s.id = session and s.user_id = account and (s.not_after is null or s.not_after > now())
  );
end
$$;
