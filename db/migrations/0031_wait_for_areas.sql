-- The area whose places are being fetched for an open row, and the fetch that its next try waits for.
alter table videos
  add column identify_area text check (char_length(identify_area) <= 200),
  add constraint area_when_running check (identify_area is null or identify_state in ('running', 'question'));
alter table app.identify_tries add column waits_for bigint;
create index identify_tries_waiting on app.identify_tries (waits_for) where waits_for is not null;

create or replace function app.settle_identification() returns trigger language plpgsql as $$
begin
  if current_user = 'authenticated' then
    if tg_op = 'INSERT' then
      new.identify_state := 'identified';
      new.identified_at := null;
    else
      new.identify_state := old.identify_state;
      new.identify_reason := old.identify_reason;
      new.identify_question := old.identify_question;
      new.identify_area := old.identify_area;
      new.identified_at := old.identified_at;
    end if;
  end if;
  if tg_op = 'UPDATE' and old.identify_state = 'identified' or new.restaurant_name is not null then
    new.identify_state := 'identified';
  end if;
  if new.identify_state = 'identified' then
    new.identify_reason := null;
    new.identify_question := null;
    new.identify_area := null;
    if tg_op = 'UPDATE' and old.identify_state <> 'identified' then
      new.identified_at := clock_timestamp();
    end if;
  end if;
  return new;
end
$$;

-- Made again, because its `*` is the list of the columns that the table had when it was made.
create or replace function nearby_videos(lat double precision, lng double precision) returns setof videos
  language sql stable rows 1000
  begin atomic
    select * from videos v
     where v.user_id = (select auth.uid()) and v.enrich_place_lat is not null
       and v.identify_state = 'identified' and not v.is_diagnostic
     order by app.on_earth(v.enrich_place_lat, v.enrich_place_lng) <-> app.on_earth(nearby_videos.lat, nearby_videos.lng);
  end;
