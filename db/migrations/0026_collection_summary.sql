grant create on schema public to service_role;
set local role service_role;

/*
 * The caller's collection in numbers, not counting some videos: videos, places, [name, places] of each city and cuisine, the
 * most frequent first; and for the map, a video of each place whose `restaurant_location` is the city.
 */
create function collection_summary(without uuid[]) returns jsonb
  language sql stable
  begin atomic
    with own as materialized (
      select v.id, v.video_url, v.title, v.restaurant_name, v.restaurant_rating, v.restaurant_cuisine, v.enrich_place_id,
             v.enrich_place_lat, v.enrich_place_lng, coalesce(v.place_key, v.id::text) as key,
             btrim(split_part(v.restaurant_location, ',', 1)) as restaurant_location
        from videos v
       where v.user_id = (select auth.uid()) and v.identify_state = 'identified' and not v.is_diagnostic and v.id <> all (without)
    ), places as materialized (
      select distinct on (o.key) o.* from own o order by o.key, o.id
    ), named as (
      select 'city' as kind, p.restaurant_location as name, p.key from places p
      union
      select 'cuisine', btrim(part), p.key from places p, regexp_split_to_table(nullif(p.restaurant_cuisine, 'N/A'), '[,;/|·]') as part
    ), counted as (
      select n.kind, jsonb_agg(jsonb_build_array(n.name, n.places) order by n.places desc, n.name) as names
        from (select kind, min(name) as name, count(distinct key) as places from named where name not in ('', 'N/A') group by kind, lower(name)) n
       group by n.kind
    )
    select jsonb_build_object(
      'videos', (select count(*) from own),
      'places', (select count(*) from places),
      'cities', coalesce((select c.names from counted c where c.kind = 'city'), '[]'),
      'cuisines', coalesce((select c.names from counted c where c.kind = 'cuisine'), '[]'),
      'points', coalesce((select jsonb_agg(to_jsonb(p) order by p.id) from places p where p.enrich_place_lat is not null), '[]'));
  end;

reset role;
revoke create on schema public from service_role;
