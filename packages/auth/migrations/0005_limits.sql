-- What bounds the use of the service, and the record of what was done with accounts.

-- Token buckets shared by all nodes. Unlogged: losing them in a crash only refills the buckets. Keys are hashed, so the
-- table names no address and no account. A bucket is one time: when it will be full. From then on its row says nothing
-- and may go, and when there are too many rows, those that are full soonest say least.
create unlogged table auth.rate_limits (
  key bytea primary key,
  -- This and `updated_at` are for nodes of an older version.
  tokens double precision not null default 'infinity',
  updated_at timestamptz not null default now(),
  full_at timestamptz not null default now()
);
create index rate_limits_updated_at_idx on auth.rate_limits (updated_at);
create index rate_limits_full_at_idx on auth.rate_limits (full_at);

alter table auth.rate_limits enable row level security;
alter table auth.rate_limits force row level security;
create policy service_only on auth.rate_limits to current_user using (true) with check (true);
revoke all on auth.rate_limits from public;

-- Networks and devices from which an account was signed in to, as keyed hashes. They let its owner in while strangers
-- use up the tries of the account.
create table auth.known_origins (
  user_id uuid not null references auth.users (id) on delete cascade,
  origin bytea not null,
  last_used_at timestamptz not null default now(),
  primary key (user_id, origin)
);
create index known_origins_last_used_at_idx on auth.known_origins (last_used_at);

alter table auth.known_origins enable row level security;
alter table auth.known_origins force row level security;
create policy service_only on auth.known_origins to current_user using (true) with check (true);
revoke all on auth.known_origins from public;

-- Messages that prove the ownership of a wallet are good once; a row lives as long as the message.
create table auth.used_messages (
  hash bytea primary key,
  created_at timestamptz not null default now()
);
create index used_messages_created_at_idx on auth.used_messages (created_at);

alter table auth.used_messages enable row level security;
alter table auth.used_messages force row level security;
create policy service_only on auth.used_messages to current_user using (true) with check (true);
revoke all on auth.used_messages from public;

create table auth.audit_log_entries (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  action text not null,
  user_id uuid,
  actor_id uuid,
  ip_address inet,
  traits jsonb not null default '{}'
);
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at desc);
create index audit_log_entries_user_id_idx on auth.audit_log_entries (user_id, created_at desc);

alter table auth.audit_log_entries enable row level security;
alter table auth.audit_log_entries force row level security;
create policy service_only on auth.audit_log_entries to current_user using (true) with check (true);
revoke all on auth.audit_log_entries from public;
