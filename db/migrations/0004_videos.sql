-- The collection: videos, and the places each shows. Primary keys are led by user_id so that the tables distribute by
-- it; `id` alone is unique as well, because lists refer to videos of several people.
create extension if not exists cube;
grant create on schema app, public to service_role;

/* A point on a sphere of radius 1: the straight distance of two such points orders as the way on the ground. */
create function app.on_earth(lat double precision, lng double precision) returns cube
  language sql immutable parallel safe strict
  return cube(cube(cube(cosd(lat) * cosd(lng)), cosd(lat) * sind(lng)), sind(lat));

/*
 * Every pasted link is kept, also when nobody knows its restaurant yet. `identify_state` alone decides whether a row
 * counts as a place: an open row (any state but `identified`) is its owner's alone, cannot be in a list, and is found by
 * nothing but its own filter. It cannot become open again.
 */
create table videos (
  id uuid not null default gen_random_uuid() unique,
  user_id uuid not null default auth.uid() references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  platform text not null default 'Other' check (platform in ('YouTube', 'TikTok', 'Instagram', 'Facebook', 'Other')),
  video_url text not null check (char_length(video_url) <= 2048 and video_url ~* '^https?://'),
  -- One video has many addresses; this one decides what is a duplicate. video_url when nobody gives it.
  canonical_url text not null check (char_length(canonical_url) <= 2048),
  thumbnail_url text,
  provider_thumbnail_url text,
  places_photo_url text,
  photo_attribution_html text,
  title text,
  creator_name text,
  description text,
  views bigint not null default 0 check (views >= 0),
  likes bigint not null default 0 check (likes >= 0),
  popularity bigint generated always as (views + likes) stored,
  embed_html text,

  restaurant_name text,
  restaurant_address text,
  restaurant_location text,
  restaurant_cuisine text,
  restaurant_rating double precision check (restaurant_rating between 0 and 5),
  user_ratings_total integer check (user_ratings_total >= 0),
  restaurant_price_range text check (restaurant_price_range in ('$', '$$', '$$$', '$$$$')),
  restaurant_phone text,
  restaurant_website text,
  diet_tags text[] not null default '{}',
  google_maps_url text,
  open_now boolean,
  opening_hours_weekday_text jsonb check (jsonb_typeof(opening_hours_weekday_text) in ('array', 'string', 'null')),
  -- OpenStreetMap `opening_hours` syntax and IANA zone: open or closed is computed when it is looked at.
  opening_hours text,
  time_zone text,
  reviews jsonb not null default '[]' check (jsonb_typeof(reviews) in ('array', 'string')),

  extracted_dish_name text,
  extracted_ingredients jsonb not null default '[]' check (jsonb_typeof(extracted_ingredients) in ('array', 'string')),
  extracted_estimated_price double precision check (extracted_estimated_price >= 0),
  extracted_price_currency text check (extracted_price_currency ~ '^[A-Z]{3}$'),

  -- Computed by clients from where they are; kept only for clients that send them.
  distance_km double precision,
  distance_label text,

  -- From the person's settings when nobody gives them.
  visibility text not null check (visibility in ('private', 'unlisted', 'public')),
  share_options jsonb not null check (app.is_share_options(share_options)),

  enrich_place_id text,
  enrich_place_name text,
  enrich_place_address text,
  enrich_place_lat double precision check (enrich_place_lat between -90 and 90),
  enrich_place_lng double precision check (enrich_place_lng between -180 and 180),
  enrich_confidence double precision check (enrich_confidence between 0 and 1),
  enrich_suggestions jsonb not null default '[]' check (jsonb_typeof(enrich_suggestions) in ('array', 'string')),
  evidence_queries_used jsonb not null default '[]',
  evidence_city_hint text,
  enrich_state text not null default 'none' check (enrich_state in ('none', 'pending', 'running', 'done', 'failed')),
  enrich_progress smallint not null default 0 check (enrich_progress between 0 and 100),

  decision text check (decision in ('accepted', 'confirmed', 'corrected', 'weak_data')),
  analysis_id uuid references analyses (id) on delete set null,
  -- Written and deleted by the diagnostics dialog; never shown.
  is_diagnostic boolean not null default false,

  identify_state text not null default 'identified'
    check (identify_state in ('identified', 'running', 'question', 'unidentified')),
  -- The code of what was missing or failed.
  identify_reason text check (char_length(identify_reason) <= 100),
  -- The choices of the pending question, at most three, as the answer to the person had them.
  identify_question jsonb
    check (jsonb_typeof(identify_question) = 'array' and octet_length(identify_question::text) <= 50000),
  identified_at timestamptz,
  -- The area whose places are being fetched for an open row.
  identify_area text check (char_length(identify_area) <= 200),

  -- Equal for all videos of a place. Without an id, a place is known by its name within some 100 m.
  place_key text generated always as (coalesce(
    enrich_place_id,
    lower(restaurant_name) || ' ' || round(enrich_place_lat::numeric, 3)::text || ',' || round(enrich_place_lng::numeric, 3)::text
  )) stored,

  primary key (user_id, id),
  unique (user_id, canonical_url),
  constraint question_when_asked check ((identify_state = 'question') = (identify_question is not null)),
  constraint reason_when_unidentified check (identify_reason is null or identify_state = 'unidentified'),
  constraint area_when_running check (identify_area is null or identify_state in ('running', 'question')),
  -- What a client writes by itself has bounds, as what the server reads of posts and places has.
  constraint texts_in_bounds check (
    greatest(
      char_length(title), char_length(creator_name), char_length(provider_thumbnail_url),
      char_length(places_photo_url), char_length(photo_attribution_html), char_length(restaurant_name),
      char_length(restaurant_address), char_length(restaurant_location), char_length(restaurant_cuisine),
      char_length(restaurant_phone), char_length(restaurant_website), char_length(google_maps_url),
      char_length(opening_hours), char_length(time_zone), char_length(extracted_dish_name),
      char_length(distance_label), char_length(enrich_place_id), char_length(enrich_place_name),
      char_length(enrich_place_address), char_length(evidence_city_hint)
    ) <= 4096
    -- An address of ours around the platform's, written in %.
    and char_length(thumbnail_url) <= 16384
    and greatest(char_length(description), char_length(embed_html)) <= 20000
    and cardinality(diet_tags) <= 100 and octet_length(diet_tags::text) <= 10000
    and octet_length(reviews::text) <= 100000
    and octet_length(opening_hours_weekday_text::text) <= 20000
    and octet_length(extracted_ingredients::text) <= 20000
    and octet_length(enrich_suggestions::text) <= 50000
    and octet_length(evidence_queries_used::text) <= 20000
  ),
  -- A page of guests has 18 videos and 4 MiB at most, so that no video may be heavier than this. Escapes count: it is
  -- the JSON that goes out.
  constraint weight_in_bounds check (octet_length(row_to_json(videos.*)::text) <= 200000)
);
create index videos_newest on videos (user_id, created_at desc, id desc);
create index videos_open on videos (user_id, created_at desc, id desc) where identify_state <> 'identified';
create index videos_of_platform on videos (user_id, platform, created_at desc, id desc);
create index videos_best on videos (user_id, restaurant_rating desc nulls last, id desc);
create index videos_popular on videos (user_id, popularity desc, id desc);
create index videos_by_url on videos (user_id, video_url);
create index videos_by_place on videos (user_id, enrich_place_id);
create index videos_by_place_key on videos (user_id, place_key) where identify_state = 'identified' and not is_diagnostic;
create index videos_by_analysis on videos (analysis_id);
create index videos_by_distance on videos
  using gist (user_id, app.on_earth(enrich_place_lat, enrich_place_lng)) where enrich_place_lat is not null;
create index videos_public on videos (created_at desc, id desc) where visibility = 'public';
-- The server fetches a picture only when some video or profile shows it: these find it by its address. By hash, since
-- addresses may be longer than an ordinary index takes. Most thumbnails are addresses of our own copies.
create index videos_by_provider_thumbnail on videos using hash (provider_thumbnail_url);
create index videos_by_places_photo on videos using hash (places_photo_url);
create index videos_by_foreign_thumbnail on videos using hash (thumbnail_url) where thumbnail_url like 'http%';

-- The lists that the next two functions read are in 0006_lists.sql.
set local check_function_bodies = off;
set local role service_role;

/*
 * Lists of others that the actor may read directly: those of which they are a member, and shared ones that show who
 * made them and that the request names.
 */
create function app.lists_in_reach() returns setof uuid
language sql stable security definer rows 10 set search_path = public, pg_temp as $$
  select list_id from list_members where user_id = auth.uid()
  union
  select id from video_lists
   where id = any (app.capabilities()) and visibility in ('unlisted', 'public') and app.shows_creator(share_options)
$$;

/* Videos of others that the actor may read because a list shows them: one in reach, or one of their own. */
create function app.videos_in_reach() returns setof uuid
language sql stable security definer rows 100 set search_path = public, pg_temp as $$
  select video_id from list_videos where list_id in (select * from app.lists_in_reach())
  union all
  select video_id from list_videos where user_id = auth.uid() and added_by <> user_id
$$;

reset role;
set local check_function_bodies = on;

-- Who does not show who made a list or a video is not to be found out by it: their rows are not read directly by
-- people outside the list. `read_list`, `read_list_videos`, `read_list_places` and `public_videos` give what such a
-- row shows, without ids and instants by which it could be told to be the same person's as another.
alter table videos enable row level security;
alter table videos force row level security;
create policy by_owner on videos to authenticated using (user_id = (select auth.uid()));
create policy by_service on videos to service_role using (true) with check (true);
create policy by_link on videos for select to anon, authenticated using (
  app.shows_creator(share_options)
  and (visibility = 'public' or (visibility = 'unlisted' and id = any ((select app.capabilities())::uuid[])))
);
create policy by_list on videos for select to anon, authenticated using (id in (select * from app.videos_in_reach()));
create policy open_rows_by_owner on videos as restrictive to anon, authenticated
  using (identify_state = 'identified' or user_id = (select auth.uid()));
create policy not_hidden on videos as restrictive to anon, authenticated, service_role
  using (user_id <> all ((select app.hidden_users())::uuid[]));
revoke all on videos from public, anon, authenticated;
grant select on videos to anon;
grant select, insert, update, delete on videos to authenticated, service_role;

-- What the server needs to try an open row again: the person's words about it, and how often and when.
create table app.identify_tries (
  user_id uuid not null,
  video_id uuid not null,
  hints jsonb not null default '{}' check (octet_length(hints::text) <= 200000),
  tries smallint not null default 0,
  next_try_at timestamptz not null,
  -- The state of pipeline, index and providers at the last try; null when the post could not be read.
  tried_with text,
  tried_at timestamptz,
  -- The fetch of an area that the next try waits for.
  waits_for bigint,
  primary key (user_id, video_id),
  foreign key (user_id, video_id) references videos (user_id, id) on delete cascade
);
create index identify_tries_due on app.identify_tries (next_try_at);
create index identify_tries_waiting on app.identify_tries (waits_for) where waits_for is not null;

alter table app.identify_tries enable row level security;
alter table app.identify_tries force row level security;
create policy by_service on app.identify_tries to service_role using (true) with check (true);
revoke all on app.identify_tries from public;
grant select, insert, update, delete on app.identify_tries to service_role;

/* Fills what the row does not say: canonical address, and visibility and share options from the settings. */
create function app.complete_video() returns trigger language plpgsql as $$
declare
  settings user_settings;
begin
  new.canonical_url := coalesce(new.canonical_url, new.video_url);
  if new.visibility is null or new.share_options is null then
    select * into settings from user_settings where user_id = new.user_id;
    new.visibility := coalesce(new.visibility, settings.default_visibility, 'private');
    new.share_options := coalesce(new.share_options, settings.share_options, app.default_share_options());
  end if;
  return new;
end
$$;

/* Which analysis a video comes from is the server's to say: its words are searched. A row sent back as read passes. */
create function app.keep_analysis() returns trigger language plpgsql as $$
begin
  new.analysis_id := case when tg_op = 'UPDATE' then old.analysis_id end;
  return new;
end
$$;

/*
 * A row that gets the name of a restaurant is identified, whoever wrote the name. Clients cannot write the state
 * themselves.
 */
create function app.settle_identification() returns trigger language plpgsql as $$
begin
  if current_user in ('authenticated', 'antojo_person') then
    if tg_op = 'INSERT' then
      new.identify_state := 'identified';
      new.identified_at := null;
    else
      new.identify_state := old.identify_state;
      new.identify_reason := old.identify_reason;
      new.identify_question := old.identify_question;
      new.identify_area := old.identify_area;
      new.identified_at := old.identified_at;
    end if;
  end if;
  if tg_op = 'UPDATE' and old.identify_state = 'identified' or new.restaurant_name is not null then
    new.identify_state := 'identified';
  end if;
  if new.identify_state = 'identified' then
    new.identify_reason := null;
    new.identify_question := null;
    new.identify_area := null;
    if tg_op = 'UPDATE' and old.identify_state <> 'identified' then
      new.identified_at := clock_timestamp();
    end if;
  end if;
  return new;
end
$$;

set local role service_role;

/*
 * Adds to the owners' counts, once per statement: row by row, a large insert would write one row ever again. Runs as the
 * service, because nobody may write their own count.
 */
create function app.count_extractions() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set extraction_count = extraction_count + fresh.videos
    from (select user_id, count(*) as videos from added
           where identify_state = 'identified' and not is_diagnostic group by user_id) as fresh
   where users.id = fresh.user_id;
  return null;
end
$$;

/* Counts a row that is identified now, and ends its tries. */
create function app.end_identification() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set extraction_count = extraction_count + 1 where id = new.user_id;
  delete from app.identify_tries where user_id = new.user_id and video_id = new.id;
  return null;
end
$$;

/* Keeps what the search finds of a video; see 0008_search.sql. */
create function app.index_video() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  transcript text := (select a.transcript from analyses a where a.id = new.analysis_id);
  cuisines text := app.cuisine_names(new.restaurant_cuisine);
begin
  insert into app.video_search (user_id, video_id, names, stems)
  values (
    new.user_id,
    new.id,
    app.fold(concat_ws(' ', new.restaurant_name, new.title, cuisines, new.extracted_dish_name,
      new.restaurant_location, new.restaurant_address, new.creator_name)),
    app.stems(concat_ws(' ', new.restaurant_name, new.title), 'A')
      || app.stems(concat_ws(' ', new.extracted_dish_name, new.extracted_ingredients::text, cuisines,
           new.restaurant_location, new.restaurant_address), 'B')
      || app.stems(new.creator_name, 'C')
      || app.stems(left(concat_ws(' ', new.description, transcript), 100000), 'D')
  )
  on conflict (user_id, video_id) do update set names = excluded.names, stems = excluded.stems;
  return null;
end
$$;

/* These keep the numbers and the lists of imports in step with their videos; see 0011_imports.sql. */
create function app.fill_lists_of_video() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.fill_import_lists(new.user_id, array[new.id]);
  perform app.keep_import_notes(new.user_id, array[new.id]);
  return null;
end
$$;

create function app.recount_import_of_video() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update imports m
     set reading = m.reading - (old.identify_state in ('running', 'learning'))::integer
                             + (new.identify_state in ('running', 'learning'))::integer,
         identified = m.identified - (old.identify_state = 'identified')::integer
                                   + (new.identify_state = 'identified')::integer,
         open = m.open - (old.identify_state in ('question', 'unidentified'))::integer
                       + (new.identify_state in ('question', 'unidentified'))::integer
    from import_items i
   where i.user_id = new.user_id and i.video_id = new.id and i.state = 'added'
     and m.user_id = i.user_id and m.id = i.import_id;
  return null;
end
$$;

create function app.recount_imports_of_deleted() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update imports m
     set reading = m.reading - c.reading, identified = m.identified - c.identified, open = m.open - c.open,
         deleted = m.deleted + c.total
    from (
      select i.user_id, i.import_id,
             count(*) as total,
             count(*) filter (where g.identify_state in ('running', 'learning')) as reading,
             count(*) filter (where g.identify_state = 'identified') as identified,
             count(*) filter (where g.identify_state in ('question', 'unidentified')) as open
        from gone g
        join import_items i on i.user_id = g.user_id and i.video_id = g.id and i.state = 'added'
       group by i.user_id, i.import_id
    ) c
   where m.user_id = c.user_id and m.id = c.import_id;
  return null;
end
$$;

reset role;

-- Triggers of one moment run in the order of their names.
create trigger check_created_at before insert or update of created_at on videos
  for each row when (current_user in ('authenticated', 'antojo_person')) execute function app.check_created_at();
create trigger complete before insert on videos for each row execute function app.complete_video();
create trigger keep_analysis before insert or update of analysis_id on videos
  for each row when (current_user in ('authenticated', 'antojo_person')) execute function app.keep_analysis();
create trigger keep_id before update of id on videos
  for each row when (new.id is distinct from old.id) execute function app.keep_id();
create trigger refuse_retired_id before insert on videos
  for each row when (current_user in ('authenticated', 'antojo_person')) execute function app.refuse_retired_id();
create trigger settle_identification before insert or update on videos
  for each row execute function app.settle_identification();
create trigger touch before update on videos for each row execute function app.touch();

create trigger count_extractions after insert on videos
  referencing new table as added for each statement execute function app.count_extractions();
create trigger end_identification after update on videos
  for each row when (old.identify_state <> 'identified' and new.identify_state = 'identified')
  execute function app.end_identification();
create trigger fill_lists_of_video after update on videos
  for each row when (old.identify_state <> 'identified' and new.identify_state = 'identified')
  execute function app.fill_lists_of_video();
-- An open row is found by nothing.
create trigger index_for_search
  after insert or update of restaurant_name, title, restaurant_cuisine, extracted_dish_name, extracted_ingredients,
    restaurant_location, restaurant_address, creator_name, description, analysis_id
  on videos for each row when (new.identify_state = 'identified') execute function app.index_video();
create trigger recount_import_of_video after update on videos
  for each row when (old.identify_state <> new.identify_state)
  execute function app.recount_import_of_video();
create trigger recount_imports_of_deleted after delete on videos
  referencing old table as gone
  for each statement execute function app.recount_imports_of_deleted();
create trigger retire_ids after delete on videos
  referencing old table as deleted for each statement execute function app.retire_ids();

-- Every place that a video shows, in its order; the first is also in the video's own columns.
create table video_places (
  user_id uuid not null default auth.uid(),
  video_id uuid not null,
  place_id text not null check (char_length(place_id) <= 300),
  position smallint not null default 0 check (position >= 0),
  name text not null,
  address text,
  location text,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  cuisine text[] not null default '{}',
  confidence double precision check (confidence between 0 and 1),
  -- Tokens that say why this place.
  evidence jsonb not null default '[]',
  created_at timestamptz not null default now(),
  primary key (user_id, video_id, place_id),
  foreign key (user_id, video_id) references videos (user_id, id) on delete cascade,
  constraint texts_in_bounds check (
    greatest(char_length(name), char_length(address), char_length(location)) <= 4096
    and cardinality(cuisine) <= 100 and octet_length(cuisine::text) <= 10000
    and octet_length(evidence::text) <= 50000
  )
);
create index video_places_further on video_places (user_id) where position > 0;
create trigger check_created_at before insert or update of created_at on video_places
  for each row when (current_user in ('authenticated', 'antojo_person')) execute function app.check_created_at();
create trigger refuse_too_many after insert on video_places
  referencing new table as added for each statement execute function app.refuse_too_many('user_id, video_id', '50');
create trigger refuse_too_many_moved after update on video_places
  referencing new table as added for each statement execute function app.refuse_too_many('user_id, video_id', '50');

alter table video_places enable row level security;
alter table video_places force row level security;
create policy by_owner on video_places to authenticated using (user_id = (select auth.uid()));
create policy by_service on video_places to service_role using (true) with check (true);
create policy by_link on video_places for select to anon, authenticated
  using (exists (select from videos v where v.user_id = video_places.user_id and v.id = video_id));
create policy not_hidden on video_places as restrictive to anon, authenticated, service_role
  using (user_id <> all ((select app.hidden_users())::uuid[]));
revoke all on video_places from public, anon, authenticated;
grant select on video_places to anon;
grant select, insert, update, delete on video_places to authenticated, service_role;

set local role service_role;

/*
 * A video as strangers see it whose creator is hidden. `id` is made from its address, which they see as well; `twin`
 * tells videos of one address apart. What only its owner needs, and what is theirs alone, is empty.
 */
create function app.without_creator(video videos, twin bigint) returns videos
language plpgsql immutable parallel safe as $$
begin
  video.id := md5(video.canonical_url || ' ' || twin)::uuid;
  video.user_id := null;
  video.created_at := date_trunc('day', video.created_at, 'UTC');
  video.updated_at := video.created_at;
  video.visibility := 'unlisted';
  video.share_options := '{"show_creator": false}';
  video.analysis_id := null;
  video.decision := null;
  video.evidence_queries_used := '[]';
  video.evidence_city_hint := null;
  video.enrich_suggestions := '[]';
  video.identified_at := null;
  -- Where its owner was.
  video.distance_km := null;
  video.distance_label := null;
  return video;
end
$$;

/*
 * The newest 200 public videos, newest first: what people without an account look through. `created_at` is never later
 * than the server's time of the last write of it.
 */
create function public_videos() returns setof videos
language sql stable security definer rows 200 set search_path = public, pg_temp as $$
  select case when app.shows_creator(v.share_options) then v else app.without_creator(v, 1) end
    from videos v
   where v.visibility = 'public' and v.identify_state = 'identified' and not v.is_diagnostic
   order by v.created_at desc, v.id desc limit 200
$$;

reset role;

/* The caller's videos with a known place, nearest to the point first. `*` stands for the columns of today. */
create function nearby_videos(lat double precision, lng double precision) returns setof videos
  language sql stable rows 1000
  begin atomic
    select * from videos v
     where v.user_id = (select auth.uid()) and v.enrich_place_lat is not null
       and v.identify_state = 'identified' and not v.is_diagnostic
     order by app.on_earth(v.enrich_place_lat, v.enrich_place_lng) <-> app.on_earth(nearby_videos.lat, nearby_videos.lng);
  end;

/* The places that several of the caller's videos show, as {place_key: number}, not counting some. */
create function place_counts(without uuid[]) returns jsonb
  language sql stable
  begin atomic
    select coalesce(jsonb_object_agg(place_key, videos), '{}')
      from (
        select v.place_key, count(*) as videos from videos v
         where v.user_id = (select auth.uid()) and v.identify_state = 'identified' and not v.is_diagnostic
           and v.place_key is not null and v.id <> all (without)
         group by v.place_key having count(*) > 1
      ) as several;
  end;

revoke create on schema app, public from service_role;
