-- What a person says of a place, whichever video shows it, and what they put right.
create table user_places (
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
  primary key (user_id, place_id),
  constraint texts_in_bounds check (char_length(place_name) <= 4096)
);
create trigger check_created_at before insert or update of created_at on user_places
  for each row when (current_user in ('authenticated', 'antojo_person')) execute function app.check_created_at();
create trigger touch before update on user_places for each row execute function app.touch();

alter table user_places enable row level security;
alter table user_places force row level security;
create policy by_owner on user_places to authenticated using (user_id = (select auth.uid()));
create policy by_service on user_places to service_role using (true) with check (true);
create policy not_hidden on user_places as restrictive to anon, authenticated, service_role
  using (user_id <> all ((select app.hidden_users())::uuid[]));
revoke all on user_places from public, anon, authenticated;
grant select, insert, update, delete on user_places to authenticated, service_role;

/*
 * What a person put right: the operator sees how good the answers are, and names are learned.
 *
 * A correction that names a place teaches: in posts of this creator, this name means that place. It changes the
 * answers of the person who made it; those of everybody once two people agree (app.name_votes). Only the server
 * writes such rows: it alone knows what the post says and from which network the correction came. Corrections in a
 * person's own words stay notes for the operator and teach nothing, because they name no place.
 */
create table corrections (
  id uuid not null default gen_random_uuid() unique,
  user_id uuid not null default auth.uid() references users (id) on delete cascade,
  video_id uuid,
  canonical_url text,
  platform text,
  creator_name text,
  from_place_id text,
  to_place_id text,
  restaurant_name text not null,
  restaurant_location text check (char_length(btrim(restaurant_location)) between 2 and 80),
  created_at timestamptz not null default now(),
  -- Whose posts: platform and handle, or platform and name of a creator without a handle.
  creator text check (char_length(creator) between 3 and 300),
  -- The name as the post writes it, and its letters and digits alone, by which it is found again.
  name text check (char_length(name) between 1 and 200),
  name_key text check (char_length(name_key) between 1 and 200),
  -- How the post located the place that was wrong: kinds of reasons, e.g. {city,address}.
  located_by text[] not null default '{}' check (cardinality(located_by) <= 10),
  -- The network around the person's address (an IPv4 /24, an IPv6 /48); null when the correction counts for them alone.
  network text check (char_length(network) <= 60),
  -- The account was at least a day old at the time of the correction.
  is_established boolean not null default false,
  primary key (user_id, id),
  foreign key (user_id, video_id) references videos (user_id, id) on delete set null (video_id),
  constraint lesson_is_whole check (num_nulls(creator, name, name_key) in (0, 3)),
  constraint lesson_names_a_place check (name_key is null or to_place_id is not null),
  -- Places of the index may have shorter and longer names than people may type.
  constraint corrections_restaurant_name_check check (
    char_length(btrim(restaurant_name)) between case when name_key is null then 2 else 1 end
      and case when name_key is null then 80 else 200 end
  ),
  constraint texts_in_bounds check (
    greatest(
      char_length(canonical_url), char_length(platform), char_length(creator_name), char_length(from_place_id),
      char_length(to_place_id)
    ) <= 4096
  )
);
create trigger refuse_too_many after insert on corrections
  referencing new table as added for each statement execute function app.refuse_too_many('user_id', '5000');
create index corrections_by_video on corrections (user_id, video_id);
create index corrections_newest on corrections (created_at desc);
create unique index corrections_by_lesson on corrections (user_id, creator, name_key) where name_key is not null;
create index corrections_by_creator on corrections (creator, name_key) where name_key is not null;

alter table corrections enable row level security;
alter table corrections force row level security;
create policy by_owner_select on corrections for select to authenticated using (user_id = (select auth.uid()));
create policy by_owner_insert on corrections for insert to authenticated with check (user_id = (select auth.uid()));
-- What is deleted ends its effect for everybody. Notes for the operator stay.
create policy by_person_delete on corrections for delete to antojo_person
  using (user_id = (select auth.uid()) and name_key is not null);
create policy by_service on corrections to service_role using (true) with check (true);
create policy not_hidden on corrections as restrictive to anon, authenticated, service_role
  using (user_id <> all ((select app.hidden_users())::uuid[]));
revoke all on corrections from public, anon, authenticated;
grant select, insert (user_id, video_id, platform, creator_name, from_place_id, restaurant_name, restaurant_location)
  on corrections to authenticated;
grant select, insert, update, delete on corrections to service_role;
grant delete on corrections to antojo_person;

/*
 * How many people say that a name means a place, and how many say another one.
 *
 * People count as independent when their accounts and their networks differ. One person can open many sessions: an
 * account has one row for a name. One person can open many accounts: those of a network count as one, and accounts
 * younger than a day count for nobody. A network is a /48 and not a /64, because a household gets up to 65,536 of the
 * latter. Networks are compared only within one family of addresses: whoever has an IPv4 and an IPv6 address at one line
 * would otherwise be two people. So `people` is the number of networks with an established account, in the family that
 * has more of them. People whose account is marked for deletion neither count towards an agreement nor against one,
 * until the account is restored.
 *
 * A name is in force for everybody when at least two people say so and they are more than those who say otherwise: a
 * change of mind of one of the two, the removal of an entry or account, or two others who disagree take it back.
 */
create view app.name_votes with (security_invoker = true) as
  with counted as not materialized (
    select creator, name_key, to_place_id, network, network like '%/48' as is_ipv6
      from corrections
     where name_key is not null and network is not null and is_established
       and user_id <> all ((select auth.users_to_delete())::uuid[])
  )
  select places.*, others.people as people_against, places.people >= 2 and places.people > others.people as is_agreed
    from (
      select creator, name_key, to_place_id,
             greatest(count(distinct network) filter (where is_ipv6), count(distinct network) filter (where not is_ipv6)) as people
        from counted
       group by creator, name_key, to_place_id
    ) as places
   cross join lateral (
     select greatest(count(distinct network) filter (where is_ipv6), count(distinct network) filter (where not is_ipv6)) as people
       from counted
      where creator = places.creator and name_key = places.name_key and to_place_id <> places.to_place_id
   ) as others;
revoke all on app.name_votes from public;
grant select on app.name_votes to service_role;
