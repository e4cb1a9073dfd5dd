/*
 * Of Google's places only the id may be kept (docs/providers.md). Earlier versions kept more: whole places in analyses,
 * names and addresses in questions, suggestions and saved places. These are stored under the words of the post.
 */
create function app.words_in_post(evidence jsonb) returns text language sql immutable parallel safe as $$
  select btrim(r.reason ->> 'words')
    from jsonb_array_elements(case jsonb_typeof(evidence) when 'array' then evidence else '[]' end)
         with ordinality as r (reason, nth),
         array_position(
           array['correction', 'name', 'alias', 'misspelt-name', 'partial-name', 'handle', 'hashtag'],
           r.reason ->> 'kind') as rank
   where rank is not null and btrim(r.reason ->> 'words') <> ''
   order by rank, nth limit 1
$$;

create function app.without_google(options jsonb) returns jsonb language sql immutable parallel safe as $$
  select coalesce(jsonb_agg(o.option order by o.nth), '[]')
    from jsonb_array_elements(case jsonb_typeof(options) when 'array' then options else '[]' end)
         with ordinality as o (option, nth)
   where (o.option ->> 'place_id' like 'google:%') is not true
$$;

create function app.forget_facts_of_google() returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update video_places p
     set name = coalesce(app.words_in_post(p.evidence), left(nullif(btrim(v.title), ''), 80), 'Restaurante'),
         address = null, location = null, lat = null, lng = null, cuisine = '{}'
    from videos v
   where v.user_id = p.user_id and v.id = p.video_id and p.place_id like 'google:%';
  -- A name that the person typed stays.
  update videos v
     set restaurant_name = case when v.restaurant_name = v.enrich_place_name then p.name else v.restaurant_name end,
         enrich_place_name = p.name, google_maps_url = null, places_photo_url = null, photo_attribution_html = null,
         reviews = '[]'
    from video_places p
   where p.user_id = v.user_id and p.video_id = v.id and p.place_id = v.enrich_place_id
     and v.enrich_place_id like 'google:%';
  -- Only the server writes these two columns together, and it writes no others without them.
  update videos
     set restaurant_address = null, restaurant_location = null, restaurant_cuisine = null, diet_tags = '{}',
         restaurant_rating = null, user_ratings_total = null, restaurant_price_range = null, restaurant_phone = null,
         restaurant_website = null, open_now = null, opening_hours_weekday_text = null, opening_hours = null,
         time_zone = null, enrich_place_address = null, enrich_place_lat = null, enrich_place_lng = null
   where enrich_place_id like 'google:%' and enrich_place_address is not null;
  update videos set enrich_suggestions = app.without_google(enrich_suggestions)
   where enrich_suggestions::text like '%"google:%';
  -- The post is read again, and the question is asked with current facts.
  with asked as (
    update videos set identify_state = 'unidentified', identify_question = null
     where identify_question::text like '%"google:%' returning user_id, id)
  update app.identify_tries t set next_try_at = now() from asked where t.user_id = asked.user_id and t.video_id = asked.id;
  update corrections set restaurant_name = name, restaurant_location = null
   where to_place_id like 'google:%' and name is not null;
  delete from analyses where result::text like '%"source": "google"%';
end
$$;
revoke all on function app.forget_facts_of_google from public;
grant execute on function app.forget_facts_of_google to service_role;
