-- How a person's other programs reach what is theirs.

-- Tokens with which a person's own programs and phone shortcuts act for them, within the token's scopes.
create table personal_tokens (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  -- Only the hash of the token is stored.
  token_hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0 and scopes <@ array['capture', 'read', 'write']),
  last_used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);

alter table personal_tokens enable row level security;
alter table personal_tokens force row level security;
create policy by_person on personal_tokens to antojo_person using (user_id = (select auth.uid()));
create policy by_service on personal_tokens to service_role using (true) with check (true);
revoke all on personal_tokens from public, anon, authenticated;
grant select, insert, update, delete on personal_tokens to service_role;
grant select (id, user_id, name, scopes, last_used_at, expires_at, created_at),
  insert (user_id, name, token_hash, scopes, expires_at, created_at), delete on personal_tokens to antojo_person;

-- Addresses under which other programs read a person's places, or those of one of their lists, without an account. Who
-- knows the id may read; deleting the row ends that.
create table live_feeds (
  user_id uuid not null references users (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- Null: the whole collection.
  list_id uuid,
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, list_id) references video_lists (user_id, id) on delete cascade
);
create unique index live_feeds_once on live_feeds (user_id, list_id) nulls not distinct;
create index live_feeds_by_id on live_feeds (id);

alter table live_feeds enable row level security;
alter table live_feeds force row level security;
create policy by_person on live_feeds to antojo_person using (user_id = (select auth.uid()));
create policy by_service on live_feeds to service_role using (true) with check (true);
revoke all on live_feeds from public, anon, authenticated;
grant select, insert, delete on live_feeds to service_role;
grant select, insert, delete on live_feeds to antojo_person;
