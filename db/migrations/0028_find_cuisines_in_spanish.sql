-- A search finds a cuisine under the name that the card shows in each language. Rows hold the key of a cuisine, which is its
-- English name; the Spanish names are those of the app's messages.
grant create on schema app, public to service_role;
set local role service_role;

create function app.cuisine_names(keys text) returns text language sql immutable parallel safe
  return keys || coalesce((
    select ' ' || string_agg(names.spanish, ' ')
      from (values
        ('Japanese', 'japonesa'), ('Mexican', 'mexicana'), ('Italian', 'italiana'), ('Thai', 'tailandesa'),
        ('Korean', 'coreana'), ('Chinese', 'china'), ('Indian', 'india'), ('Mediterranean', 'mediterránea'),
        ('Seafood', 'mariscos'), ('Steakhouse', 'carnes'), ('Burgers', 'hamburguesas'), ('Barbecue', 'barbacoa'),
        ('Cafe', 'café'), ('Bakery', 'panadería'), ('Dessert', 'postres'), ('French', 'francesa'), ('Spanish', 'española'),
        ('Peruvian', 'peruana'), ('Argentine', 'argentina'), ('Vegetarian', 'vegetariana'), ('Vegan', 'vegana'),
        ('Ramen', 'ramen')
      ) as names (key, spanish)
     where names.key = any (string_to_array(replace(keys, ', ', ','), ','))), '');

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
      || app.stems(left(concat_ws(' ', new.description, transcript), 100000), 'D')
  )
  on conflict (user_id, video_id) do update set names = excluded.names, stems = excluded.stems;
  return null;
end
$$;

update app.video_search s
   set names = app.fold(concat_ws(' ', s.names, app.cuisine_names(v.restaurant_cuisine))),
       stems = s.stems || app.stems(app.cuisine_names(v.restaurant_cuisine), 'B')
  from videos v
 where v.user_id = s.user_id and v.id = s.video_id and v.restaurant_cuisine is not null;

reset role;
revoke create on schema app, public from service_role;
