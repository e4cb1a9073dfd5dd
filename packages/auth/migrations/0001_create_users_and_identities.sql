-- Accounts. Column names follow the wire format's usual storage, so that rows of an existing
-- project can be copied in with plain COPY (see docs/operating-auth.md).
create schema if not exists auth;

create table auth.users (
  id uuid primary key default gen_random_uuid(),
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text check (char_length(email) <= 255 and email = lower(email)),
  phone text check (phone ~ '^[1-9][0-9]{1,14}$'),
  encrypted_password text,
  email_confirmed_at timestamptz,
  phone_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  email_change text,
  email_change_sent_at timestamptz,
  email_change_confirm_status smallint not null default 0 check (email_change_confirm_status in (0, 1)),
  phone_change text,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index users_email_key on auth.users (email) where not is_sso_user and deleted_at is null;
create unique index users_phone_key on auth.users (phone) where deleted_at is null;
create index users_created_at_idx on auth.users (created_at desc, id);

create table auth.identities (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null,
  provider_id text not null,
  identity_data jsonb not null default '{}',
  email text generated always as (lower(identity_data ->> 'email')) stored,
  last_sign_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_id)
);

create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email);

-- Nobody but the service's own database user gets at these tables.
alter table auth.users enable row level security;
alter table auth.users force row level security;
create policy service_only on auth.users to current_user using (true) with check (true);
revoke all on auth.users from public;

alter table auth.identities enable row level security;
alter table auth.identities force row level security;
create policy service_only on auth.identities to current_user using (true) with check (true);
revoke all on auth.identities from public;
