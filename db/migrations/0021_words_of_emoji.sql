-- A post often says its dish by an emoji alone: it is found by the words that find the same as the emoji.
grant create on schema app to service_role;
set local role service_role;

/* The names of the emoji of a text. */
create function app.names_of_emoji(of text) returns text
language plpgsql stable set search_path = public, pg_temp as $$
begin
  -- Most texts have no emoji.
  if of !~ '[^\x01-\x24f]' then return null; end if;
  return (select string_agg(distinct name, ' ') from app.family_words where word !~ '^[a-z0-9]' and position(word in of) > 0);
end
$$;

/* Keeps what the search finds of a video; see 0008_search.sql. */
create or replace function app.index_video() returns trigger
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
      || app.stems(left(concat_ws(' ', app.names_of_emoji(concat_ws(' ', new.title, new.description)),
           new.description, transcript), 100000), 'D')
  )
  on conflict (user_id, video_id) do update set names = excluded.names, stems = excluded.stems;
  return null;
end
$$;

reset role;
revoke create on schema app from service_role;

alter table videos no force row level security;
alter table app.video_search no force row level security;
update app.video_search s set stems = s.stems || app.stems(named.names, 'D')
  from (select v.user_id, v.id, app.names_of_emoji(concat_ws(' ', v.title, v.description)) as names from videos v) as named
 where named.names is not null and s.user_id = named.user_id and s.video_id = named.id;
alter table videos force row level security;
alter table app.video_search force row level security;
