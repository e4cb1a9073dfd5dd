-- Every pasted link is kept, also when nobody knows its restaurant yet. `identify_state` alone decides whether a row counts
-- as a place: an open row (any state but `identified`) is its owner's alone, cannot be in a list, and is found by nothing
-- but its own filter. It cannot become open again.
alter table videos
  add column identify_state text not null default 'identified'
    check (identify_state in ('identified', 'running', 'question', 'unidentified')),
  -- The code of what was missing or failed.
  add column identify_reason text check (char_length(identify_reason) <= 100),
  -- The choices of the pending question, at most three, as the answer to the person had them.
  add column identify_question jsonb
    check (jsonb_typeof(identify_question) = 'array' and octet_length(identify_question::text) <= 50000),
  add column identified_at timestamptz,
  add constraint question_when_asked check ((identify_state = 'question') = (identify_question is not null)),
  add constraint reason_when_unidentified check (identify_reason is null or identify_state = 'unidentified');
create index videos_open on videos (user_id, created_at desc, id desc) where identify_state <> 'identified';

create policy open_rows_by_owner on videos as restrictive to anon, authenticated
  using (identify_state = 'identified' or user_id = (select auth.uid()));

/*
 * A row that gets the name of a restaurant is identified, whoever wrote the name. Clients cannot write the state
 * themselves.
 */
create function app.settle_identification() returns trigger language plpgsql as $$
begin
  if current_user = 'authenticated' then
    if tg_op = 'INSERT' then
      new.identify_state := 'identified';
      new.identified_at := null;
    else
      new.identify_state := old.identify_state;
      new.identify_reason := old.identify_reason;
      new.identify_question := old.identify_question;
      new.identified_at := old.identified_at;
    end if;
  end if;
  if tg_op = 'UPDATE' and old.identify_state = 'identified' or new.restaurant_name is not null then
    new.identify_state := 'identified';
  end if;
  if new.identify_state = 'identified' then
    new.identify_reason := null;
    new.identify_question := null;
    if tg_op = 'UPDATE' and old.identify_state <> 'identified' then
      new.identified_at := clock_timestamp();
    end if;
  end if;
  return new;
end
$$;
create trigger settle_identification before insert or update on videos
  for each row execute function app.settle_identification();

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
  primary key (user_id, video_id),
  foreign key (user_id, video_id) references videos (user_id, id) on delete cascade
);
create index identify_tries_due on app.identify_tries (next_try_at);
alter table app.identify_tries enable row level security;
alter table app.identify_tries force row level security;
create policy by_service on app.identify_tries to service_role using (true) with check (true);
revoke all on app.identify_tries from public;
grant select, insert, update, delete on app.identify_tries to service_role;

drop policy by_editor_insert on list_videos;
create policy by_editor_insert on list_videos for insert to authenticated with check (
  list_id in (select app.lists_to_edit())
  and added_by = (select auth.uid())
  and exists (select from videos v
               where v.user_id = (select auth.uid()) and v.id = video_id and v.identify_state = 'identified')
);

grant create on schema app, public to service_role;
set local role service_role;

/* Adds to the owners' counts, once per statement: row by row, a large insert would write one row ever again. */
create or replace function app.count_extractions() returns trigger
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

/*
 * A video as strangers see it whose creator is hidden. `id` is made from its address, which they see as well; `twin`
 * tells videos of one address apart. What only its owner needs, and what is theirs alone, is empty.
 */
create or replace function app.without_creator(video videos, twin bigint) returns videos
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

/* The newest 200 public videos, newest first: what people without an account look through. */
create or replace function public_videos() returns setof videos
language sql stable security definer rows 200 set search_path = public, pg_temp as $$
  select case when app.shows_creator(v.share_options) then v else app.without_creator(v, 1) end
    from videos v
   where v.visibility = 'public' and v.identify_state = 'identified' and not v.is_diagnostic
   order by v.created_at desc, v.id desc limit 200
$$;

/*
 * The caller's videos that match the words, best first: stems of all words in Spanish or English, the text as
 * a part of a name, or, when neither finds anything, names that differ by a slip (word similarity ≥ 0.5).
 * A caller without an account searches the newest 1,000 public videos by stems, so that a search costs the same
 * however many there are. Of a text that fits very many videos, 5,000 are ranked.
 */
create or replace function search_videos(q text) returns setof videos
language plpgsql stable security definer rows 50 set search_path = public, pg_temp
set pg_trgm.word_similarity_threshold = 0.5 set plan_cache_mode = force_custom_plan as $$
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
      select (shown.video).*
        from (
          select case when app.shows_creator((found.v).share_options) then found.v
                      else app.without_creator(found.v, 1) end as video
            from (
              select v
                from (
                  select p.user_id, p.id from videos p where p.visibility = 'public' and p.identify_state = 'identified'
                     and not p.is_diagnostic
                   order by p.created_at desc, p.id desc limit 1000
                ) as newest
                join app.video_search s on s.user_id = newest.user_id and s.video_id = newest.id
                join videos v on v.user_id = newest.user_id and v.id = newest.id
               where s.stems @@ wanted
               order by ts_rank(s.stems, wanted) desc, v.created_at desc limit 50
            ) as found
          offset 0
        ) as shown;
    return;
  end if;
  return query
    select v.*
      from (
        select * from app.video_search f
         where f.user_id = me and (f.stems @@ wanted or f.names like '%' || words || '%') limit 5000
      ) as s join videos v on v.user_id = s.user_id and v.id = s.video_id
     where v.identify_state = 'identified' and not v.is_diagnostic
     order by ts_rank(s.stems, wanted) + word_similarity(words, s.names) desc, v.created_at desc, v.id limit 1000;
  if found or length(words) < 4 then
    return;
  end if;
  return query
    select v.*
      from (select * from app.video_search f where f.user_id = me and words <% f.names limit 5000) as s
      join videos v on v.user_id = s.user_id and v.id = s.video_id
     where v.identify_state = 'identified' and not v.is_diagnostic
     order by word_similarity(words, s.names) desc, v.created_at desc, v.id limit 50;
end
$$;

/*
 * Copies the videos of a list that the caller can read into a list of the caller's, keeping their order, and
 * returns how many entries are new. What the caller has already is not copied twice. The copies belong to
 * the caller; the shared analysis and the public facts of the place go along, the other person's own do not.
 */
create or replace function copy_list(from_list uuid, to_list uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  me uuid := auth.uid();
  copied integer;
begin
  perform from video_lists l where l.id = from_list
    and (l.user_id = me or l.visibility in ('unlisted', 'public')
         or exists (select from list_members m where m.list_id = l.id and m.user_id = me));
  if not found then
    raise exception 'list_not_found' using errcode = '42501';
  end if;
  perform from video_lists l where l.id = to_list and l.user_id = me;
  if not found then
    raise exception 'list_not_found' using errcode = '42501';
  end if;
  insert into videos (
      user_id, platform, video_url, canonical_url, thumbnail_url, provider_thumbnail_url, places_photo_url,
      photo_attribution_html, title, creator_name, description, views, likes, embed_html, restaurant_name,
      restaurant_address, restaurant_location, restaurant_cuisine, restaurant_rating, user_ratings_total,
      restaurant_price_range, restaurant_phone, restaurant_website, diet_tags, google_maps_url, open_now,
      opening_hours_weekday_text, opening_hours, time_zone, reviews, extracted_dish_name, extracted_ingredients,
      extracted_estimated_price, extracted_price_currency, enrich_place_id, enrich_place_name,
      enrich_place_address, enrich_place_lat, enrich_place_lng, enrich_confidence, enrich_state, enrich_progress,
      decision, analysis_id)
    select
      me, platform, video_url, canonical_url, thumbnail_url, provider_thumbnail_url, places_photo_url,
      photo_attribution_html, title, v.creator_name, description, views, likes, embed_html, restaurant_name,
      restaurant_address, restaurant_location, restaurant_cuisine, restaurant_rating, user_ratings_total,
      restaurant_price_range, restaurant_phone, restaurant_website, diet_tags, google_maps_url, open_now,
      opening_hours_weekday_text, opening_hours, time_zone, reviews, extracted_dish_name, extracted_ingredients,
      extracted_estimated_price, extracted_price_currency, enrich_place_id, enrich_place_name,
      enrich_place_address, enrich_place_lat, enrich_place_lng, enrich_confidence, enrich_state, enrich_progress,
      decision, analysis_id
    from list_videos e join videos v on v.id = e.video_id
    where e.list_id = from_list and v.user_id <> me and not v.is_diagnostic
  on conflict (user_id, canonical_url) do nothing;
  insert into video_places (user_id, video_id, place_id, position, name, address, location, lat, lng, cuisine,
      confidence, evidence)
    select me, mine.id, p.place_id, p.position, p.name, p.address, p.location, p.lat, p.lng, p.cuisine,
           p.confidence, p.evidence
      from list_videos e
      join videos v on v.id = e.video_id
      join videos mine on mine.user_id = me and mine.canonical_url = v.canonical_url
      join video_places p on p.user_id = v.user_id and p.video_id = v.id
     where e.list_id = from_list and v.user_id <> me
       and not exists (select from video_places q where q.user_id = me and q.video_id = mine.id)
  on conflict do nothing;
  insert into list_videos (list_id, video_id, user_id, added_by, position)
    select to_list, mine.id, me, me, e.position
      from list_videos e
      join videos v on v.id = e.video_id
      join videos mine on mine.user_id = me and mine.canonical_url = v.canonical_url
       and mine.identify_state = 'identified'
     where e.list_id = from_list
  on conflict do nothing;
  get diagnostics copied = row_count;
  return copied;
end
$$;

reset role;
revoke create on schema app, public from service_role;

create trigger end_identification after update on videos
  for each row when (old.identify_state <> 'identified' and new.identify_state = 'identified')
  execute function app.end_identification();

/* The caller's videos with a known place, nearest to the point first. */
create or replace function nearby_videos(lat double precision, lng double precision) returns setof videos
  language sql stable rows 1000
  begin atomic
    select * from videos v
     where v.user_id = (select auth.uid()) and v.enrich_place_lat is not null
       and v.identify_state = 'identified' and not v.is_diagnostic
     order by app.on_earth(v.enrich_place_lat, v.enrich_place_lng) <-> app.on_earth(nearby_videos.lat, nearby_videos.lng);
  end;
