-- Accounts and the identities by which people sign in to them. Column names follow the wire format's usual storage, so
-- that rows of an existing project can be copied in with plain COPY (see docs/operating-auth.md).
-- Every table of this schema belongs to the service alone: its policy names the database user that owns the tables.
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
  -- GET /user, every sign-in and every listing read what accounts say about themselves, so it has a bound. The service
  -- takes 16 KiB as JSON; the table leaves room for the spaces of jsonb and for what identity providers add.
  raw_user_meta_data jsonb not null default '{}',
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- An account that is to be deleted waits until this moment; its owner may restore it before.
  delete_after timestamptz,
  -- Tokens that the application issued for the account up to this moment are void: see `voidTokens`.
  tokens_valid_after timestamptz,
  constraint users_raw_user_meta_data_size check (octet_length(raw_user_meta_data::text) <= 32768)
);
create unique index users_email_key on auth.users (email) where not is_sso_user and deleted_at is null;
create unique index users_phone_key on auth.users (phone) where deleted_at is null;
create index users_created_at_idx on auth.users (created_at desc, id);
create index users_delete_after_idx on auth.users (delete_after) where delete_after is not null;

alter table auth.users enable row level security;
alter table auth.users force row level security;
create policy service_only on auth.users to current_user using (true) with check (true);
revoke all on auth.users from public;

/* Ids of the accounts that wait for their deletion, for policies of the application. Plpgsql keeps its plan. */
create function auth.users_to_delete() returns uuid[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array(select id from auth.users where delete_after is not null);
end
$$;

create function auth.tokens_valid_after(account uuid) returns timestamptz
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(tokens_valid_after, '-infinity') from auth.users where id = account
$$;

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
  unique (provider, provider_id),
  constraint identities_identity_data_size check (octet_length(identity_data::text) <= 49152)
);
create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email);

alter table auth.identities enable row level security;
alter table auth.identities force row level security;
create policy service_only on auth.identities to current_user using (true) with check (true);
revoke all on auth.identities from public;
