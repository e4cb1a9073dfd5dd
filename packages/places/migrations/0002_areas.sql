-- The areas whose places were fetched from a release of a source, or are to be fetched.
create table place_areas (
  id bigint generated always as identity primary key,
  name text not null,
  source text not null,
  release text not null,
  west double precision not null,
  south double precision not null,
  east double precision not null,
  north double precision not null,
  -- Only places of this country (ISO 3166-1 alpha-2).
  country text,
  -- The bytes that were read, and the places that the area had afterwards.
  bytes bigint not null default 0,
  places integer not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- Why the last try failed: a code of the importer.
  reason text,
  tries integer not null default 0,
  next_try_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  -- The size of a fetch in the background, for its progress.
  of_bytes bigint not null default 0,
  -- The last failure was the bucket's, which concerns all areas.
  of_bucket boolean not null default false,
  -- When the area was first wanted, for the limit of a day.
  wanted_at timestamptz not null default now(),
  unique nulls not distinct (source, west, south, east, north, country)
);

alter table place_areas enable row level security;
alter table place_areas force row level security;
create policy server_only on place_areas to service_role, current_user using (true) with check (true);
revoke all on place_areas from public, anon, authenticated;
grant select, insert, update, delete on place_areas to service_role;
