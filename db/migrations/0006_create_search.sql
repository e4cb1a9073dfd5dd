-- Search that understands, and nearest first. A trigram index is not used for `ilike` under row security
-- (the operator is not leakproof), so search is a function that names the owner itself.
create extension if not exists btree_gin;
create extension if not exists cube;

/* Lower case, without accents, apostrophes and punctuation: the form in which names are compared. */
create function app.fold(words text) returns text
  language sql immutable parallel safe strict
  return btrim(regexp_replace(
    translate(lower(public.unaccent('public.unaccent'::regdictionary, words)), '''’‘`´', ''),
    '[^[:alnum:]]+', ' ', 'g'));

/* Words of the text under the stems of both languages. */
create function app.stems(words text, weight "char") returns tsvector
  language sql immutable parallel safe
  return setweight(
    to_tsvector('pg_catalog.spanish', app.fold(coalesce(words, '')))
      || to_tsvector('pg_catalog.english', app.fold(coalesce(words, ''))),
    weight);

-- What can be found of a video; only the functions below read it.
create table app.video_search (
  user_id uuid not null,
  video_id uuid not null,
  -- Folded name, title, cuisine, dish, place and creator, for parts of words and for slips.
  names text not null,
  stems tsvector not null,
  primary key (user_id, video_id),
  foreign key (user_id, video_id) references public.videos (user_id, id) on delete cascade
);
-- A short list of pending entries, in kB, because every search reads it through.
create index video_search_names on app.video_search
  using gin (user_id, names gin_trgm_ops) with (gin_pending_list_limit = 256);
create index video_search_stems on app.video_search using gin (user_id, stems) with (gin_pending_list_limit = 256);

alter table app.video_search enable row level security;
alter table app.video_search force row level security;
create policy by_service on app.video_search to service_role using (true) with check (true);
revoke all on app.video_search from public;
grant select, insert, update, delete on app.video_search to service_role;

create function app.index_video() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  transcript text := (select a.transcript from analyses a where a.id = new.analysis_id);
begin
  insert into app.video_search (user_id, video_id, names, stems)
  values (
    new.user_id,
    new.id,
    app.fold(concat_ws(' ', new.restaurant_name, new.title, new.restaurant_cuisine, new.extracted_dish_name,
      new.restaurant_location, new.restaurant_address, new.creator_name)),
    app.stems(concat_ws(' ', new.restaurant_name, new.title), 'A')
      || app.stems(concat_ws(' ', new.extracted_dish_name, new.extracted_ingredients::text, new.restaurant_cuisine,
           new.restaurant_location, new.restaurant_address), 'B')
      || app.stems(new.creator_name, 'C')
      || app.stems(left(concat_ws(' ', new.description, transcript), 100000), 'D')
  )
  on conflict (user_id, video_id) do update set names = excluded.names, stems = excluded.stems;
  return null;
end
$$;
create trigger index_for_search
  after insert or update of restaurant_name, title, restaurant_cuisine, extracted_dish_name, extracted_ingredients,
    restaurant_location, restaurant_address, creator_name, description, analysis_id
  on videos for each row execute function app.index_video();

/*
 * The caller's videos that match the words, best first: stems of all words in Spanish or English, the text as
 * a part of a name, or, when neither finds anything, names that differ by a slip (word similarity ≥ 0.5).
 * A caller without an account searches the public videos by stems. Of a text that fits very many videos, 5,000
 * are ranked.
 */
create function search_videos(q text) returns setof videos
language plpgsql stable security definer rows 50 set search_path = public, pg_temp
set pg_trgm.word_similarity_threshold = 0.5 as $$
declare
  me uuid := auth.uid();
  words text := app.fold(left(q, 200));
  wanted tsquery := plainto_tsquery('spanish', words) || plainto_tsquery('english', words);
begin
  if coalesce(words, '') = '' then
    return;
  end if;
  if me is null then
    return query
      select v.* from app.video_search s join videos v on v.user_id = s.user_id and v.id = s.video_id
       where s.stems @@ wanted and v.visibility = 'public' and not v.is_diagnostic
       order by ts_rank(s.stems, wanted) desc, v.created_at desc limit 200;
    return;
  end if;
  return query
    select v.*
      from (
        select * from app.video_search f
         where f.user_id = me and (f.stems @@ wanted or f.names like '%' || words || '%') limit 5000
      ) as s join videos v on v.user_id = s.user_id and v.id = s.video_id
     where not v.is_diagnostic
     order by ts_rank(s.stems, wanted) + word_similarity(words, s.names) desc, v.created_at desc, v.id limit 1000;
  if found or length(words) < 4 then
    return;
  end if;
  return query
    select v.* from app.video_search s join videos v on v.user_id = s.user_id and v.id = s.video_id
     where s.user_id = me and words <% s.names and not v.is_diagnostic
     order by word_similarity(words, s.names) desc, v.created_at desc, v.id limit 50;
end
$$;

/* A point on a sphere of radius 1: the straight distance of two such points orders as the way on the ground. */
create function app.on_earth(lat double precision, lng double precision) returns cube
  language sql immutable parallel safe strict
  return cube(cube(cube(cosd(lat) * cosd(lng)), cosd(lat) * sind(lng)), sind(lat));

create index videos_by_distance on videos
  using gist (user_id, app.on_earth(enrich_place_lat, enrich_place_lng)) where enrich_place_lat is not null;

/* The caller's videos with a known place, nearest to the point first. */
create function nearby_videos(lat double precision, lng double precision) returns setof videos
  language sql stable rows 1000
  begin atomic
    select * from videos v
     where v.user_id = (select auth.uid()) and v.enrich_place_lat is not null and not v.is_diagnostic
     order by app.on_earth(v.enrich_place_lat, v.enrich_place_lng) <-> app.on_earth(nearby_videos.lat, nearby_videos.lng);
  end;

grant create on schema app, public to service_role;
alter function app.index_video() owner to service_role;
alter function search_videos(text) owner to service_role;
revoke create on schema app, public from service_role;
