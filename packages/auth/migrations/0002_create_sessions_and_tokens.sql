-- A session and its family of refresh tokens. The tokens themselves are not stored: token n of a
-- session is computed from the session id, n and the server's secret; the row knows which n is live.
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null default '[]',
  factor_id uuid,
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
  pkce boolean not null default false,
  created_at timestamptz not null default now(),
  unique (user_id, token_type)
);

create index one_time_tokens_link_hash_idx on auth.one_time_tokens (link_hash);
create index one_time_tokens_relates_to_idx on auth.one_time_tokens (relates_to, token_type);

-- One row per sign-in that leaves the page and comes back: PKCE exchanges and OAuth round trips.
create table auth.flow_states (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  linking_target_id uuid references auth.users (id) on delete cascade,
  session_id uuid references auth.sessions (id) on delete cascade,
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
  created_at timestamptz not null default now()
);

create index flow_states_user_id_idx on auth.flow_states (user_id, authentication_method, created_at desc);
create index flow_states_created_at_idx on auth.flow_states (created_at);

alter table auth.sessions enable row level security;
alter table auth.sessions force row level security;
create policy service_only on auth.sessions to current_user using (true) with check (true);
revoke all on auth.sessions from public;

alter table auth.one_time_tokens enable row level security;
alter table auth.one_time_tokens force row level security;
create policy service_only on auth.one_time_tokens to current_user using (true) with check (true);
revoke all on auth.one_time_tokens from public;

alter table auth.flow_states enable row level security;
alter table auth.flow_states force row level security;
create policy service_only on auth.flow_states to current_user using (true) with check (true);
revoke all on auth.flow_states from public;
