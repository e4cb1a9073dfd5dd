/*
 * As in migration 0025, but accounts younger than a day count for nobody, and networks are compared only within one
 * family of addresses: whoever has an IPv4 and an IPv6 address at one line would otherwise be two people. `people` is the
 * number of networks with an established account, in the family that has more of them.
 */
create or replace view app.name_votes with (security_invoker = true) as
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
