-- A session and its family of refresh tokens. The tokens themselves are not stored: token n of a
-- session is computed from the session id, n and the server's secret; the row knows which n is live.
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null default '[]',
  factor_id uuid references auth.mfa_factors (id) on delete set null,
  refresh_token_counter integer not null default 1,
  -- Below this number no token is honoured any more, whatever the reuse rules say.
  refresh_token_floor integer not null default 1,
  -- Times of the latest rotations, newest last; they decide the reuse interval.
  recent_rotations timestamptz[] not null default '{}',
  refreshed_at timestamptz,
  not_after timestamptz,
  user_agent text,
  ip inet,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id_idx on auth.sessions (user_id, created_at desc);

alter table auth.sessions enable row level security;
alter table auth.sessions force row level security;
create policy service_only on auth.sessions to current_user using (true) with check (true);
revoke all on auth.sessions from public;

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

-- One row per sign-in that leaves the page and comes back: PKCE exchanges and OAuth round trips. A flow ends in a code
-- or a session of its own.
create table auth.flow_states (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  linking_target_id uuid references auth.users (id) on delete cascade,
  provider_type text not null,
  authentication_method text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  auth_code_hash bytea unique,
  auth_code_issued_at timestamptz,
  redirect_to text,
  state_hash bytea unique,
  browser_hash bytea,
  provider_verifier text,
  provider_nonce text,
  provider_access_token text,
  provider_refresh_token text,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  -- An identity that came back to no known browser: it is linked when the code is redeemed, by whoever
  -- holds the verifier of the flow, and not before.
  pending_profile jsonb
);
create index flow_states_user_id_idx on auth.flow_states (user_id, authentication_method, created_at desc);
create index flow_states_created_at_idx on auth.flow_states (created_at);

alter table auth.flow_states enable row level security;
alter table auth.flow_states force row level security;
create policy service_only on auth.flow_states to current_user using (true) with check (true);
revoke all on auth.flow_states from public;

-- Codes and links sent by mail or SMS. Only keyed hashes are stored; a row is deleted by its use.
create table auth.one_time_tokens (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null check (token_type in (
    'confirmation', 'recovery', 'reauthentication', 'email_change_new', 'email_change_current', 'phone_change', 'sms'
  )),
  relates_to text not null,
  link_hash bytea,
  code_hash bytea not null,
  failed_attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  -- A link confirms what its own sign-up asked for, so password, data and PKCE flow are kept with the token and not with
  -- the account. Several sign-ups with one address wait side by side.
  sign_up jsonb,
  device_hash bytea,
  flow_id uuid references auth.flow_states (id) on delete set null
);
-- Links to sign in with wait side by side, as sign-ups do: a stranger may ask for one, too, and must not void the link
-- that the owner of the account waits for.
create unique index one_time_tokens_user_id_token_type_key
  on auth.one_time_tokens (user_id, token_type) where sign_up is null and token_type <> 'recovery';
create index one_time_tokens_user_id_idx on auth.one_time_tokens (user_id, token_type, created_at desc);
create index one_time_tokens_link_hash_idx on auth.one_time_tokens (link_hash);
create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to, token_type);
create index one_time_tokens_flow_id_idx on auth.one_time_tokens (flow_id);

alter table auth.one_time_tokens enable row level security;
alter table auth.one_time_tokens force row level security;
create policy service_only on auth.one_time_tokens to current_user using (true) with check (true);
revoke all on auth.one_time_tokens from public;
