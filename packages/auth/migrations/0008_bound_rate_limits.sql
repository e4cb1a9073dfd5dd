-- A bucket is one time now: when it will be full. From then on its row says nothing and may go, and when there are too
-- many rows, those that are full soonest say least. `tokens` and `updated_at` are for nodes of the version before.
alter table auth.rate_limits
  add column full_at timestamptz not null default now(),
  alter column tokens set default 'infinity';

create index rate_limits_full_at_idx on auth.rate_limits (full_at);

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
