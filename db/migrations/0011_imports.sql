-- Imports of files from other services: what was found in a file, and what became of it. Only the server reads and
-- writes these tables for them. An import can be undone as a whole, so it remembers every row that it made.
create table imports (
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  format text not null check (char_length(format) <= 40),
  file_name text not null check (char_length(file_name) <= 200),
  state text not null default 'preview' check (state in ('preview', 'running', 'done')),
  -- The parts of the file.
  parts jsonb not null check (jsonb_typeof(parts) = 'array' and octet_length(parts::text) <= 200000),
  -- Entries that cannot be read: {"reason", "total", "examples"}.
  unread jsonb not null check (jsonb_typeof(unread) = 'array' and octet_length(unread::text) <= 200000),
  created_at timestamptz not null default now(),
  continued_at timestamptz,
  -- Until then, one process judges the words of the file.
  judging_until timestamptz,
  -- The numbers stand here, and triggers of videos keep them: reading all items for each look at a list of imports takes
  -- a second.
  waiting integer not null default 0,
  known integer not null default 0,
  reading integer not null default 0,
  identified integer not null default 0,
  open integer not null default 0,
  deleted integer not null default 0,
  nameless integer not null default 0,
  -- The rows of Antojo's own file, compressed, until they are restored.
  archive bytea,
  -- How far they are restored, and the ids of what they became, besides videos and entries of lists.
  made jsonb check (octet_length(made::text) <= 10000000),
  primary key (user_id, id)
);
comment on column imports.parts is
  'The parts of the file: {"kind", "name", "isSelected", "listId", "isNewList", "total", "known"}.';
create index imports_running on imports (continued_at) where state = 'running';

alter table imports enable row level security;
alter table imports force row level security;
create policy by_person on imports to antojo_person using (user_id = (select auth.uid()));
create policy by_service on imports to service_role using (true) with check (true);
revoke all on imports from public, anon, authenticated;
grant select, insert, update, delete on imports to service_role;
grant select, insert, update, delete on imports to antojo_person;

create table import_items (
  user_id uuid not null,
  import_id uuid not null,
  position integer not null,
  platform text not null,
  video_url text not null check (char_length(video_url) <= 2048),
  canonical_url text not null check (char_length(canonical_url) <= 2048),
  title text check (char_length(title) <= 500),
  saved_at timestamptz,
  -- Indexes of the parts that have it.
  parts smallint[] not null check (cardinality(parts) between 1 and 200),
  -- written: waits until the words of its file are judged; new: waits to be read; known: the person had it already;
  -- added: its row was made by this import; joined: a place whose row is that of the video beside it; nameless: names no
  -- place, so it has no row.
  state text not null constraint import_items_state_check
    check (state in ('written', 'new', 'known', 'added', 'joined', 'nameless')),
  -- No foreign key: the person may delete the video.
  video_id uuid,
  -- The person's own words about it, for the place that it turns out to be.
  note text check (char_length(note) <= 2000),
  -- The days on which the person was there.
  visited_on date[] not null default '{}' check (cardinality(visited_on) <= 1000),
  -- What the file says about the post: {"kind", "text"}.
  texts jsonb check (jsonb_typeof(texts) = 'array' and octet_length(texts::text) <= 150000),
  -- The link to the place beside which the file has the post.
  place_url text check (char_length(place_url) <= 2048),
  -- The fetch of an area whose places may hold the answer.
  waits_for bigint,
  -- Why a nameless entry has no row.
  reason text check (char_length(reason) <= 60),
  -- The person wants it in the collection although it names no place.
  is_by_hand boolean not null default false,
  primary key (user_id, import_id, position),
  foreign key (user_id, import_id) references imports (user_id, id) on delete cascade
);
create index import_items_waiting on import_items (user_id, import_id, position) where state = 'new';
create index import_items_written on import_items (user_id, import_id, position) where state = 'written';
create index import_items_of_video on import_items (user_id, video_id) where state = 'added';
create index import_items_beside on import_items (user_id, import_id, place_url) where place_url is not null;

alter table import_items enable row level security;
alter table import_items force row level security;
create policy by_person on import_items to antojo_person using (user_id = (select auth.uid()));
create policy by_service on import_items to service_role using (true) with check (true);
revoke all on import_items from public, anon, authenticated;
grant select, insert, update, delete on import_items to service_role;
grant select, insert, update, delete on import_items to antojo_person;

-- The lists in which a video belongs as soon as it is identified.
create table import_entries (
  user_id uuid not null,
  import_id uuid not null,
  list_id uuid not null,
  video_id uuid not null,
  position integer not null,
  -- True when the import put the video into the list.
  is_in_list boolean not null default false,
  primary key (user_id, import_id, list_id, video_id),
  foreign key (user_id, import_id) references imports (user_id, id) on delete cascade,
  foreign key (user_id, list_id) references video_lists (user_id, id) on delete cascade,
  foreign key (user_id, video_id) references videos (user_id, id) on delete cascade
);
create index import_entries_of_video on import_entries (user_id, video_id);
create index import_entries_of_list on import_entries (user_id, list_id);

alter table import_entries enable row level security;
alter table import_entries force row level security;
create policy by_person on import_entries to antojo_person using (user_id = (select auth.uid()));
create policy by_service on import_entries to service_role using (true) with check (true);
revoke all on import_entries from public, anon, authenticated;
grant select, insert, update, delete on import_entries to service_role;
grant select, insert, update, delete on import_entries to antojo_person;

grant create on schema app to service_role;
set local role service_role;

/* Puts those of a person's videos that are identified into the lists of their imports. */
create function app.fill_import_lists(owner uuid, identified uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  with filled as (
    insert into list_videos (list_id, video_id, user_id, added_by, position)
      select e.list_id, e.video_id, owner, owner, e.position
        from import_entries e
        join videos v on v.user_id = e.user_id and v.id = e.video_id and v.identify_state = 'identified'
       where e.user_id = owner and e.video_id = any (identified) and not e.is_in_list
    on conflict do nothing
    returning list_id, video_id
  )
  update import_entries e set is_in_list = true
    from filled f where e.user_id = owner and e.list_id = f.list_id and e.video_id = f.video_id
$$;

/* Gives identified places the notes and visits of the files that brought them, unless the person has some already. */
create function app.keep_import_notes(owner uuid, identified uuid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  insert into user_places (user_id, place_id, place_name, note, visited_on)
    select distinct on (p.id) owner, p.id, v.restaurant_name, i.note, i.visited_on
      from import_items i
      join videos v on v.user_id = i.user_id and v.id = i.video_id and v.identify_state = 'identified'
     -- A place that no index has is known by its video.
     cross join lateral (select coalesce(v.enrich_place_id, v.id::text)) as p (id)
     where i.user_id = owner and i.video_id = any (identified)
       and (i.note is not null or i.visited_on <> '{}')
     order by p.id, i.position
  on conflict (user_id, place_id) do update
    set note = coalesce(user_places.note, excluded.note),
        visited_on = case when user_places.visited_on = '{}' then excluded.visited_on else user_places.visited_on end
    where (user_places.note is null and excluded.note is not null)
       or (user_places.visited_on = '{}' and excluded.visited_on <> '{}')
$$;

reset role;
revoke create on schema app from service_role;
