-- Names the table like its neighbours: `user_…` holds what belongs to one person.
alter table my_places rename to user_places;
alter index my_places_pkey rename to user_places_pkey;
