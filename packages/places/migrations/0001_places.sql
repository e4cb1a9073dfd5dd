-- The local place index. Keys are results of nameKey (packages/domain/src/text.ts), made by the importer.
-- Only equality and array operators are used on them: no extension is needed but fuzzystrmatch (trusted).
-- All tables are reference data of the server: no policy for anon and authenticated, so they see nothing. The owner is
-- named in the policies because row security is forced and the owner need not be a superuser.
create extension if not exists fuzzystrmatch;

-- Where the places come from, to credit it wherever they are shown.
create table place_sources (
  source text primary key,
  title text not null,
  licence text,
  url text,
  places integer not null default 0,
  imported_at timestamptz not null default now()
);

alter table place_sources enable row level security;
alter table place_sources force row level security;
create policy server_only on place_sources to service_role, current_user using (true) with check (true);
revoke all on place_sources from public, anon, authenticated;
grant select, insert, update, delete on place_sources to service_role;

create table places (
  id bigint generated always as identity primary key,
  source text not null,
  source_id text not null,
  name text not null,
  other_names text[] not null default '{}',
  lat double precision not null check (lat between -90 and 90),
  lng double precision not null check (lng between -180 and 180),
  address text,
  neighbourhood text,
  city text,
  region text,
  country text,
  postcode text,
  categories text[] not null default '{}',
  cuisine text[] not null default '{}',
  phone text,
  website text,
  instagram text,
  opening_hours text,
  opening_hours_text text,
  description text,
  -- Words of the street, alone and with the house number: {corrientes, "corrientes 1686"}.
  address_keys text[] not null default '{}',
  -- Hash of everything the importer derives from its record; an unchanged record is not written again.
  digest text not null,
  updated_at timestamptz not null default now(),
  -- When an update did not find a place in the newest release any more.
  closed_at timestamptz,
  unique (source, source_id)
);
create index places_address_keys on places using gin (address_keys) with (fastupdate = on);
create index places_position on places (lat, lng);

alter table places enable row level security;
alter table places force row level security;
create policy server_only on places to service_role, current_user using (true) with check (true);
revoke all on places from public, anon, authenticated;
grant select, insert, update, delete on places to service_role;

-- The names of an area are read at once: cells of a quarter of a degree find them without reading a whole band of
-- latitudes.
create function place_cell(lat double precision, lng double precision) returns integer
  language sql immutable parallel safe
  return floor(lat * 4)::integer * 1440 + floor(lng * 4)::integer;

-- One row per key of a place: its whole name and shorter or other forms of it.
create table place_names (
  key text collate "C" not null,
  -- No foreign key: it would take a sixth of an import, and only the importer writes here, in one transaction.
  place_id bigint not null,
  -- True when the key leaves out words of the name ("el califa" for "Taquería El Califa – Condesa").
  short boolean not null,
  -- True when the key is the place's handle on a social network.
  handle boolean not null default false,
  lat double precision not null,
  lng double precision not null,
  primary key (key, place_id) include (short, handle, lat, lng)
);
create index place_names_place on place_names (place_id);
create index place_names_cell on place_names (place_cell(lat, lng)) where not short;

alter table place_names enable row level security;
alter table place_names force row level security;
create policy server_only on place_names to service_role, current_user using (true) with check (true);
revoke all on place_names from public, anon, authenticated;
grant select, insert, update, delete on place_names to service_role;

-- Two strings one edit apart agree in the first or in the last half (pigeonhole principle; Li, Deng, Wang and Feng,
-- "Pass-Join", VLDB 2011). The length in front keeps the lists short.
create function place_key_head(joined text) returns text language sql immutable parallel safe
  return length(joined)::text || ' ' || left(joined, length(joined) / 2);
create function place_key_tail(joined text) returns text language sql immutable parallel safe
  return length(joined)::text || ' ' || substr(joined, length(joined) / 2 + 1);

-- The dictionary of keys, each once however many places carry it.
create table place_keys (
  key text collate "C" primary key,
  -- The key without spaces: how handles and hashtags write a name.
  joined text collate "C" not null,
  -- The joined key as it sounds (sound.ts); null when that is the joined key itself.
  sound text collate "C",
  places integer not null,
  -- True when it is the whole name of at least one place.
  whole boolean not null
);
create index place_keys_joined on place_keys (joined) where joined <> key;
create index place_keys_sound on place_keys (sound) where sound is not null;
create index place_keys_head on place_keys (place_key_head(joined));
create index place_keys_tail on place_keys (place_key_tail(joined));
create index place_keys_tokens on place_keys using gin (string_to_array(key, ' '));

alter table place_keys enable row level security;
alter table place_keys force row level security;
create policy server_only on place_keys to service_role, current_user using (true) with check (true);
revoke all on place_keys from public, anon, authenticated;
grant select, insert, update, delete on place_keys to service_role;

-- In how many whole names each word occurs; written anew at the end of an import.
create table place_tokens (
  token text collate "C" primary key,
  names integer not null
);
create index place_tokens_head on place_tokens (place_key_head(token)) where length(token) >= 4;
create index place_tokens_tail on place_tokens (place_key_tail(token)) where length(token) >= 4;

alter table place_tokens enable row level security;
alter table place_tokens force row level security;
create policy server_only on place_tokens to service_role, current_user using (true) with check (true);
revoke all on place_tokens from public, anon, authenticated;
grant select, insert, update, delete on place_tokens to service_role;
