-- The collection: videos, the places each shows, and what a person says of a place.
-- Primary keys are led by user_id so that the tables distribute by it; `id` alone is unique as well, because
-- lists refer to videos of several people.

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

  primary key (user_id, id),
  unique (user_id, canonical_url)
);
create index videos_newest on videos (user_id, created_at desc, id desc);
create index videos_of_platform on videos (user_id, platform, created_at desc, id desc);
create index videos_best on videos (user_id, restaurant_rating desc nulls last, id desc);
create index videos_popular on videos (user_id, popularity desc, id desc);
create index videos_by_url on videos (user_id, video_url);
create index videos_by_place on videos (user_id, enrich_place_id);
create index videos_by_analysis on videos (analysis_id);
create index videos_public on videos (created_at desc, id desc) where visibility = 'public';
create trigger touch before update on videos for each row execute function app.touch();

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
create trigger complete before insert on videos for each row execute function app.complete_video();

alter table videos enable row level security;
alter table videos force row level security;
create policy by_owner on videos to authenticated using (user_id = (select auth.uid()));
create policy by_service on videos to service_role using (true) with check (true);
create policy by_link on videos for select to anon, authenticated using (
  visibility = 'public' or (visibility = 'unlisted' and id = any ((select app.capabilities())::uuid[]))
);
-- The policy `by_list` follows with the lists.
revoke all on videos from public, anon, authenticated;
grant select on videos to anon;
grant select, insert, update, delete on videos to authenticated, service_role;

/*
 * Adds to the owners' counts, once per statement: row by row, a large insert would write one row ever again.
 * Runs as the service, because nobody may write their own count.
 */
create function app.count_extractions() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set extraction_count = extraction_count + fresh.videos
    from (select user_id, count(*) as videos from added where not is_diagnostic group by user_id) as fresh
   where users.id = fresh.user_id;
  return null;
end
$$;
create trigger count_extractions after insert on videos
  referencing new table as added for each statement execute function app.count_extractions();

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
  foreign key (user_id, video_id) references videos (user_id, id) on delete cascade
);

alter table video_places enable row level security;
alter table video_places force row level security;
create policy by_owner on video_places to authenticated using (user_id = (select auth.uid()));
create policy by_service on video_places to service_role using (true) with check (true);
create policy by_link on video_places for select to anon, authenticated
  using (exists (select from videos v where v.user_id = video_places.user_id and v.id = video_id));
revoke all on video_places from public, anon, authenticated;
grant select on video_places to anon;
grant select, insert, update, delete on video_places to authenticated, service_role;

-- What a person says of a place, whichever video shows it.
create table my_places (
  user_id uuid not null default auth.uid() references users (id) on delete cascade,
  place_id text not null check (char_length(place_id) <= 300),
  place_name text,
  want boolean not null default false,
  visited_on date[] not null default '{}' check (cardinality(visited_on) <= 1000),
  own_rating double precision check (own_rating between 0.5 and 5),
  note text check (char_length(note) <= 4000),
  dish text check (char_length(dish) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (user_id, place_id)
);
create trigger touch before update on my_places for each row execute function app.touch();

alter table my_places enable row level security;
alter table my_places force row level security;
create policy by_owner on my_places to authenticated using (user_id = (select auth.uid()));
create policy by_service on my_places to service_role using (true) with check (true);
revoke all on my_places from public, anon, authenticated;
grant select, insert, update, delete on my_places to authenticated, service_role;

-- What a person put right: the operator sees how good the answers are, and names are learned (0022).
create table corrections (
  id uuid not null default gen_random_uuid() unique,
  user_id uuid not null default auth.uid() references users (id) on delete cascade,
  video_id uuid,
  canonical_url text,
  platform text,
  creator_name text,
  from_place_id text,
  to_place_id text,
  restaurant_name text not null check (char_length(btrim(restaurant_name)) between 2 and 80),
  restaurant_location text check (char_length(btrim(restaurant_location)) between 2 and 80),
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  foreign key (user_id, video_id) references videos (user_id, id) on delete set null (video_id)
);
create index corrections_by_video on corrections (user_id, video_id);
create index corrections_newest on corrections (created_at desc);

alter table corrections enable row level security;
alter table corrections force row level security;
create policy by_owner_select on corrections for select to authenticated using (user_id = (select auth.uid()));
create policy by_owner_insert on corrections for insert to authenticated with check (user_id = (select auth.uid()));
create policy by_service on corrections to service_role using (true) with check (true);
revoke all on corrections from public, anon, authenticated;
grant select, insert on corrections to authenticated;
grant select, insert, update, delete on corrections to service_role;
