create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text not null default '',
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret text,
  phone text,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  last_webauthn_challenge_data jsonb,
  -- The time step of the last accepted TOTP code: a code is good once.
  last_totp_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index mfa_factors_friendly_name_key on auth.mfa_factors (user_id, friendly_name);

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  ip_address inet not null,
  code_hash bytea,
  webauthn_challenge text,
  failed_attempts smallint not null default 0,
  verified_at timestamptz,
  created_at timestamptz not null default now()
);

create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id, created_at desc);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);

alter table auth.sessions
  add foreign key (factor_id) references auth.mfa_factors (id) on delete set null;

create table auth.passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  friendly_name text,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index passkeys_user_id_idx on auth.passkeys (user_id, created_at);

-- A challenge of a passkey ceremony; user_id is null for sign-in with a discoverable credential.
create table auth.passkey_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  challenge text not null,
  created_at timestamptz not null default now()
);

create index passkey_challenges_created_at_idx on auth.passkey_challenges (created_at);

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_factors force row level security;
create policy service_only on auth.mfa_factors to current_user using (true) with check (true);
revoke all on auth.mfa_factors from public;

alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_challenges force row level security;
create policy service_only on auth.mfa_challenges to current_user using (true) with check (true);
revoke all on auth.mfa_challenges from public;

alter table auth.passkeys enable row level security;
alter table auth.passkeys force row level security;
create policy service_only on auth.passkeys to current_user using (true) with check (true);
revoke all on auth.passkeys from public;

alter table auth.passkey_challenges enable row level security;
alter table auth.passkey_challenges force row level security;
create policy service_only on auth.passkey_challenges to current_user using (true) with check (true);
revoke all on auth.passkey_challenges from public;
