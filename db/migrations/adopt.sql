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
