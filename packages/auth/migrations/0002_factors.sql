-- Second factors of a sign-in.
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

alter table auth.mfa_factors enable row level security;
alter table auth.mfa_factors force row level security;
create policy service_only on auth.mfa_factors to current_user using (true) with check (true);
revoke all on auth.mfa_factors from public;

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

alter table auth.mfa_challenges enable row level security;
alter table auth.mfa_challenges force row level security;
create policy service_only on auth.mfa_challenges to current_user using (true) with check (true);
revoke all on auth.mfa_challenges from public;
