/*
 * As in migration 0022, without the corrections of accounts that are marked for deletion: such a person neither counts
 * towards an agreement nor against one, until the account is restored.
 */
create or replace view app.name_votes with (security_invoker = true) as
  with counted as not materialized (
    select creator, name_key, to_place_id, network, is_established
      from corrections
     where name_key is not null and network is not null and user_id <> all ((select auth.users_to_delete())::uuid[])
  )
  select places.*, others.people as people_against, places.people >= 2 and places.people > others.people as is_agreed
    from (
      select creator, name_key, to_place_id,
             count(*) filter (where is_established) + bool_or(not is_established)::int as people
        from (
          select creator, name_key, to_place_id, network, bool_or(is_established) as is_established
            from counted
           group by creator, name_key, to_place_id, network
        ) as networks
       group by creator, name_key, to_place_id
    ) as places
   cross join lateral (
     select count(*) filter (where is_established) + coalesce(bool_or(not is_established), false)::int as people
       from (
         select bool_or(is_established) as is_established
           from counted
          where creator = places.creator and name_key = places.name_key and to_place_id <> places.to_place_id
          group by network
       ) as networks
   ) as others;
