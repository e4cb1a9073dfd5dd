/*
 * A correction that names a place teaches: in posts of this creator, this name means that place. It changes the
 * answers of the person who made it; those of everybody once two people agree (app.name_votes). Only the server
 * writes such rows: it alone knows what the post says and from which network the correction came. Corrections in a
 * person's own words stay notes for the operator and teach nothing, because they name no place.
 */
alter table corrections
  -- Whose posts: platform and handle, or platform and name of a creator without a handle.
  add column creator text check (char_length(creator) between 3 and 300),
  -- The name as the post writes it, and its letters and digits alone, by which it is found again.
  add column name text check (char_length(name) between 1 and 200),
  add column name_key text check (char_length(name_key) between 1 and 200),
  -- How the post located the place that was wrong: kinds of reasons, e.g. {city,address}.
  add column located_by text[] not null default '{}' check (cardinality(located_by) <= 10),
  -- The network around the person's address (an IPv4 /24, an IPv6 /48); null when the correction counts for them alone.
  add column network text check (char_length(network) <= 60),
  -- The account was at least a day old at the time of the correction.
  add column is_established boolean not null default false,
  add constraint lesson_is_whole check (num_nulls(creator, name, name_key) in (0, 3)),
  add constraint lesson_names_a_place check (name_key is null or to_place_id is not null),
  drop constraint corrections_restaurant_name_check,
  -- Places of the index may have shorter and longer names than people may type.
  add constraint corrections_restaurant_name_check check (
    char_length(btrim(restaurant_name)) between case when name_key is null then 2 else 1 end
      and case when name_key is null then 80 else 200 end
  );

create unique index corrections_by_lesson on corrections (user_id, creator, name_key) where name_key is not null;
create index corrections_by_creator on corrections (creator, name_key) where name_key is not null;

revoke insert on corrections from authenticated;
grant insert (user_id, video_id, platform, creator_name, from_place_id, restaurant_name, restaurant_location)
  on corrections to authenticated;

/*
 * How many people say that a name means a place, and how many say another one.
 *
 * People count as independent when their accounts and their networks differ and they are not both new. One person can
 * open many sessions: an account has one row for a name. One person can open many accounts: those of a network count
 * as one, and new accounts of all networks count as one together. A network is a /48 and not a /64, because a
 * household gets up to 65,536 of the latter. So `people` is the number of networks with an account that was a day old,
 * plus one if there is another network with new accounts only.
 *
 * A name is in force for everybody when at least two people say so and they are more than those who say otherwise: a
 * change of mind of one of the two, the removal of an entry or account, or two others who disagree take it back.
 */
create view app.name_votes with (security_invoker = true) as
  select places.*, others.people as people_against, places.people >= 2 and places.people > others.people as is_agreed
    from (
      select creator, name_key, to_place_id,
             count(*) filter (where is_established) + bool_or(not is_established)::int as people
        from (
          select creator, name_key, to_place_id, network, bool_or(is_established) as is_established
            from corrections
           where name_key is not null and network is not null
           group by creator, name_key, to_place_id, network
        ) as networks
       group by creator, name_key, to_place_id
    ) as places
   cross join lateral (
     select count(*) filter (where is_established) + coalesce(bool_or(not is_established), false)::int as people
       from (
         select bool_or(is_established) as is_established
           from corrections
          where creator = places.creator and name_key = places.name_key and to_place_id <> places.to_place_id
            and network is not null
          group by network
       ) as networks
   ) as others;
revoke all on app.name_votes from public;
grant select on app.name_votes to service_role;
