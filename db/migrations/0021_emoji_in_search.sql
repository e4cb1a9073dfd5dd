-- The emoji of a title or caption are found by what they mean: "tacos" finds a video that says only 🌮.
grant create on schema app to service_role;
set local role service_role;

/* The names of a text's emoji. */
create function app.emoji_names(said text) returns text language sql stable as $$
  select string_agg(distinct name, ' ') from app.family_words
   -- Most texts have none.
   where said ~ '[^\x01-\x24f]' and word !~ '^[a-z0-9]' and position(word in said) > 0
$$;

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
      || app.stems(left(concat_ws(' ', app.emoji_names(concat_ws(' ', new.title, new.description)),
           new.description, transcript), 100000), 'D')
  )
  on conflict (user_id, video_id) do update set names = excluded.names, stems = excluded.stems;
  return null;
end
$$;

update app.video_search s
   set stems = s.stems || app.stems(app.emoji_names(concat_ws(' ', v.title, v.description)), 'D')
  from videos v
 where v.user_id = s.user_id and v.id = s.video_id and concat_ws(' ', v.title, v.description) ~ '[^\x01-\x24f]';

reset role;
revoke create on schema app from service_role;
