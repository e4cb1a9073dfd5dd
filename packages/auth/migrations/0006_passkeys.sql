-- Passkeys, by which a person signs in without a password.
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

alter table auth.passkeys enable row level security;
alter table auth.passkeys force row level security;
create policy service_only on auth.passkeys to current_user using (true) with check (true);
revoke all on auth.passkeys from public;

-- A challenge of a passkey ceremony; user_id is null for sign-in with a discoverable credential.
create table auth.passkey_challenges (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references auth.users (id) on delete cascade,
  challenge text not null,
  created_at timestamptz not null default now()
);
create index passkey_challenges_created_at_idx on auth.passkey_challenges (created_at);

alter table auth.passkey_challenges enable row level security;
alter table auth.passkey_challenges force row level security;
create policy service_only on auth.passkey_challenges to current_user using (true) with check (true);
revoke all on auth.passkey_challenges from public;
