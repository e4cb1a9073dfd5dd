-- What a client writes by itself has bounds, as what the server reads of posts and places has. `not valid`: rows that
-- are there stay, every later write is checked.
alter table videos
  add constraint texts_in_bounds check (
    greatest(
      char_length(title), char_length(creator_name), char_length(provider_thumbnail_url),
      char_length(places_photo_url), char_length(photo_attribution_html), char_length(restaurant_name),
      char_length(restaurant_address), char_length(restaurant_location), char_length(restaurant_cuisine),
      char_length(restaurant_phone), char_length(restaurant_website), char_length(google_maps_url),
      char_length(opening_hours), char_length(time_zone), char_length(extracted_dish_name),
      char_length(distance_label), char_length(enrich_place_id), char_length(enrich_place_name),
      char_length(enrich_place_address), char_length(evidence_city_hint)
    ) <= 4096
    -- An address of ours around the platform's, written in %.
    and char_length(thumbnail_url) <= 16384
    and greatest(char_length(description), char_length(embed_html)) <= 20000
    and cardinality(diet_tags) <= 100 and octet_length(diet_tags::text) <= 10000
    and octet_length(reviews::text) <= 100000
    and octet_length(opening_hours_weekday_text::text) <= 20000
    and octet_length(extracted_ingredients::text) <= 20000
    and octet_length(enrich_suggestions::text) <= 50000
    and octet_length(evidence_queries_used::text) <= 20000
  ) not valid;
alter table video_places
  add constraint texts_in_bounds check (
    greatest(char_length(name), char_length(address), char_length(location)) <= 4096
    and cardinality(cuisine) <= 100 and octet_length(cuisine::text) <= 10000
    and octet_length(evidence::text) <= 50000
  ) not valid;
alter table my_places add constraint texts_in_bounds check (char_length(place_name) <= 4096) not valid;
alter table corrections
  add constraint texts_in_bounds check (
    greatest(
      char_length(canonical_url), char_length(platform), char_length(creator_name), char_length(from_place_id),
      char_length(to_place_id)
    ) <= 4096
  ) not valid;

/* Which analysis a video comes from is the server's to say: its words are searched. A row sent back as read passes. */
create function app.keep_analysis() returns trigger language plpgsql as $$
begin
  new.analysis_id := case when tg_op = 'UPDATE' then old.analysis_id end;
  return new;
end
$$;
create trigger keep_analysis before insert or update of analysis_id on videos
  for each row when (current_user = 'authenticated') execute function app.keep_analysis();

-- Too many is for the caller to mend, not a fault of ours: PT429 is answered with 429.
grant create on schema public to service_role;
set local role service_role;
create or replace function add_list_comment(list_id uuid, body text) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written uuid;
begin
  if auth.uid() is null or not app.list_takes_comments(add_list_comment.list_id) then
    raise exception 'comments_not_allowed' using errcode = '42501';
  end if;
  if (select count(*) >= 20 from list_comments c
       where c.user_id = auth.uid() and c.created_at > now() - interval '10 minutes') then
    raise exception 'too_many_comments' using errcode = 'PT429';
  end if;
  insert into list_comments (user_id, list_id, body)
    values (auth.uid(), add_list_comment.list_id, btrim(add_list_comment.body)) returning id into written;
  return written;
end
$$;
reset role;
revoke create on schema public from service_role;
