-- What a database of the last files before the release lacks to be as these files make it: see baseline.json.
-- Rows that were there before a check may break it, so `not valid` stays on those checks.
alter table user_places rename constraint my_places_dish_check to user_places_dish_check;
alter table user_places rename constraint my_places_note_check to user_places_note_check;
alter table user_places rename constraint my_places_own_rating_check to user_places_own_rating_check;
alter table user_places rename constraint my_places_place_id_check to user_places_place_id_check;
alter table user_places rename constraint my_places_user_id_fkey to user_places_user_id_fkey;
alter table user_places rename constraint my_places_visited_on_check to user_places_visited_on_check;

-- They removed what the versions before them had stored of Google's places, in every database that is adopted here.
drop function app.forget_facts_of_google();
drop function app.without_google(jsonb);
drop function app.words_in_post(jsonb);

-- The role antojo_person: its rights, and its place in what nobody but the server writes.
create policy by_person on user_pictures to antojo_person using (user_id = (select auth.uid()));
grant select, insert, update, delete on user_pictures to antojo_person;
create policy by_person_delete on corrections for delete to antojo_person
  using (user_id = (select auth.uid()) and name_key is not null);
grant delete on corrections to antojo_person;
create policy by_person on signup_invitations to antojo_person using (user_id = (select auth.uid()));
grant select (id, user_id, kind, accounts, max_accounts, revoked_at, expires_at, created_at),
  insert (user_id, token_hash, max_accounts), update (revoked_at), delete on signup_invitations to antojo_person;
create policy by_person on personal_tokens to antojo_person using (user_id = (select auth.uid()));
grant select (id, user_id, name, scopes, last_used_at, expires_at, created_at),
  insert (user_id, name, token_hash, scopes, expires_at, created_at), delete on personal_tokens to antojo_person;
create policy by_person on live_feeds to antojo_person using (user_id = (select auth.uid()));
grant select, insert, delete on live_feeds to antojo_person;
create policy by_person on imports to antojo_person using (user_id = (select auth.uid()));
grant select, insert, update, delete on imports to antojo_person;
create policy by_person on import_items to antojo_person using (user_id = (select auth.uid()));
grant select, insert, update, delete on import_items to antojo_person;
create policy by_person on import_entries to antojo_person using (user_id = (select auth.uid()));
grant select, insert, update, delete on import_entries to antojo_person;
create or replace function app.settle_identification() returns trigger language plpgsql as $$
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
drop trigger keep_analysis on videos;
create trigger keep_analysis before insert or update of analysis_id on videos
  for each row when (current_user in ('authenticated', 'antojo_person')) execute function app.keep_analysis();
drop trigger refuse_retired_id on videos;
create trigger refuse_retired_id before insert on videos
  for each row when (current_user in ('authenticated', 'antojo_person')) execute function app.refuse_retired_id();
drop trigger refuse_retired_id on video_lists;
create trigger refuse_retired_id before insert on video_lists
  for each row when (current_user in ('authenticated', 'antojo_person')) execute function app.refuse_retired_id();

-- Open rows, which nothing finds, are not indexed any more.
drop trigger index_for_search on videos;
create trigger index_for_search
  after insert or update of restaurant_name, title, restaurant_cuisine, extracted_dish_name, extracted_ingredients,
    restaurant_location, restaurant_address, creator_name, description, analysis_id
  on videos for each row when (new.identify_state = 'identified') execute function app.index_video();

-- Notes of imported files, for their places.
alter table import_items add column note text check (char_length(note) <= 2000),
  add column visited_on date[] not null default '{}' check (cardinality(visited_on) <= 1000),
  add column texts jsonb check (jsonb_typeof(texts) = 'array' and octet_length(texts::text) <= 150000),
  add column place_url text check (char_length(place_url) <= 2048),
  add column waits_for bigint,
  add column reason text check (char_length(reason) <= 60),
  add column is_by_hand boolean not null default false,
  drop constraint import_items_state_check,
  add constraint import_items_state_check
    check (state in ('written', 'new', 'known', 'added', 'joined', 'nameless'));
create index import_items_written on import_items (user_id, import_id, position) where state = 'written';
create index import_items_beside on import_items (user_id, import_id, place_url) where place_url is not null;
alter table imports add column nameless integer not null default 0, add column judging_until timestamptz,
  add column archive bytea, add column made jsonb check (octet_length(made::text) <= 10000000);
grant create on schema app to service_role;
set local role service_role;
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
create or replace function app.fill_lists_of_video() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.fill_import_lists(new.user_id, array[new.id]);
  perform app.keep_import_notes(new.user_id, array[new.id]);
  return null;
end
$$;
reset role;
revoke create on schema app from service_role;
alter table app.installation add column hides_streets boolean not null default false, drop column shows_streets;

-- Who is in a list, and what an invitation is to.
create function member_count(list video_lists) returns integer language sql stable as $$
  select count(*)::integer from list_members m where m.list_id = list.id
$$;
set local role service_role;
drop function read_list(uuid);
create function read_list(list_id uuid)
returns table (id uuid, name text, description text, kind text, visibility text, share_options jsonb,
  "position" double precision, created_at timestamptz, video_count integer, cover_images text[], creator_name text,
  access text, member_count integer)
language sql stable security definer rows 1 set search_path = public, pg_temp as $$
  select l.id, l.name, l.description, l.kind, l.visibility, l.share_options, l.position,
         case when o.hidden then date_trunc('day', l.created_at, 'UTC') else l.created_at end,
         video_count(l), cover_images(l),
         (select u.display_name from users u where u.id = l.user_id and app.shows_creator(l.share_options)),
         o.access, case when o.access = 'owner' then member_count(l) else 0 end
    from app.opened(read_list.list_id) o
    join video_lists l on l.user_id = o.user_id and l.id = read_list.list_id
$$;
create function read_list_invite(token text)
returns table (name text, kind text, cover_images text[], video_count integer, creator_name text, access text)
language sql stable security definer rows 1 set search_path = public, pg_temp as $$
  select l.name, l.kind, cover_images(l), video_count(l), u.display_name, i.access
    from list_invites i
    join video_lists l on l.user_id = i.user_id and l.id = i.list_id
    join users u on u.id = i.user_id
   where i.token_hash = sha256(read_list_invite.token::bytea) and i.expires_at > now()
     and (l.share_options ->> 'allow_collaborators')::boolean
$$;
reset role;

-- Own notes and further places of a video are searched.
create index video_places_further on video_places (user_id) where position > 0;
grant create on schema app to service_role;
set local role service_role;
create function app.videos_noted(owner uuid, words text) returns table (video_id uuid)
  language sql stable set search_path = public, pg_temp as $$
    select v.id
      from user_places n
     cross join lateral (
        select id from videos where user_id = owner and enrich_place_id = n.place_id
        union all
        select id from videos
         where user_id = owner
           and id = case when n.place_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then n.place_id::uuid end
     ) as v
     where n.user_id = owner and app.fold(n.note) like '%' || words || '%'
     limit 1000
$$;
create function app.videos_showing(owner uuid, words text) returns table (video_id uuid)
  language sql stable set search_path = public, pg_temp as $$
    select distinct p.video_id
      from video_places p
     where p.user_id = owner and p.position > 0
       and app.fold(concat_ws(' ', p.name, p.location, p.address))
           like all (select '%' || word || '%' from unnest(string_to_array(words, ' ')) as word)
     limit 1000
$$;
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
        select each.video_id, max(each.rank) as rank
          from (
            (select f.video_id, ts_rank(f.stems, wanted) + word_similarity(words, f.names) as rank
               from app.video_search f
              where f.user_id = me and (f.stems @@ wanted or f.names like '%' || words || '%') limit 5000)
            union all select noted.video_id, 0.3 from app.videos_noted(me, words) as noted
            union all select showing.video_id, 0.5 from app.videos_showing(me, words) as showing
          ) as each
         group by each.video_id
      ) as s join videos v on v.user_id = me and v.id = s.video_id
     where v.identify_state = 'identified' and not v.is_diagnostic
     order by s.rank desc, v.created_at desc, v.id limit 1000;
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
reset role;
revoke create on schema app from service_role;

-- One card for all videos of a place.
alter table user_settings add column group_by_place boolean not null default false;
alter table videos add column place_key text generated always as (coalesce(
    enrich_place_id,
    lower(restaurant_name) || ' ' || round(enrich_place_lat::numeric, 3)::text || ',' || round(enrich_place_lng::numeric, 3)::text
  )) stored;
create index videos_by_place_key on videos (user_id, place_key) where identify_state = 'identified' and not is_diagnostic;
create or replace function nearby_videos(lat double precision, lng double precision) returns setof videos
  language sql stable rows 1000
  begin atomic
    select * from videos v
     where v.user_id = (select auth.uid()) and v.enrich_place_lat is not null
       and v.identify_state = 'identified' and not v.is_diagnostic
     order by app.on_earth(v.enrich_place_lat, v.enrich_place_lng) <-> app.on_earth(nearby_videos.lat, nearby_videos.lng);
  end;
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
