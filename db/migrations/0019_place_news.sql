-- What became of a person's places by a newer release of their source: {"closed": true, "name", "lat", "lng", "source",
-- "release"}. It is told and offered; the person's videos stay as they are.
alter table user_places
  add column news jsonb check (jsonb_typeof(news) = 'object' and octet_length(news::text) <= 5000),
  add column is_news_seen boolean not null default false;
create index user_places_news on user_places (user_id) where news is not null;
create index videos_of_any_person on videos (enrich_place_id) where identify_state = 'identified';

grant create on schema public to service_role;
set local role service_role;

/* Computed column of `videos`: what became of its place, as its owner was told; also for visitors of a shared list, who
   may not read the owner's row. By the stored row and the place that the caller knows of it, so that a made-up row says
   nothing of what others keep. */
create function place_news(video videos) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return (select p.news from videos v
    join user_places p on p.user_id = v.user_id and p.place_id = v.enrich_place_id
   where v.id = video.id and v.enrich_place_id = video.enrich_place_id);
end
$$;
grant execute on function place_news(videos) to anon, authenticated;

reset role;
revoke create on schema public from service_role;

grant create on schema app to service_role;
set local role service_role;

/* The words of a place beside its videos, by which they are found: note, dish, and what became of it. */
create function app.words_of_place(place user_places) returns text language sql immutable parallel safe as $$
  select concat_ws(' ', place.note, place.dish,
    case when (place.news -> 'closed')::boolean then 'cerrado cerrados cerrada cerradas cerró closed' end,
    case when place.news ? 'lat' then 'mudado mudados mudó moved' end,
    case when place.news ? 'name' then 'renombrado renombrados renamed' end,
    case when place.news is not null then 'cambios cambió changes changed' end)
$$;

create or replace function app.index_note() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.words_of_place(new) = '' then
    delete from app.beside_search where user_id = new.user_id and noted_place_id = new.place_id and video_id is null;
    return null;
  end if;
  insert into app.beside_search (user_id, noted_place_id, stems)
    values (new.user_id, new.place_id, app.stems(app.words_of_place(new), 'D'))
    on conflict (noted_place_id, user_id, video_id, place_id) do update set stems = excluded.stems;
  return null;
end
$$;

reset role;
create or replace function app.fill_beside_search() returns void
language sql set search_path = public, pg_temp as $$
  insert into app.beside_search (user_id, noted_place_id, stems)
    select user_id, place_id, app.stems(app.words_of_place(p), 'D') from user_places p
     where app.words_of_place(p) <> ''
    on conflict do nothing;
  insert into app.beside_search (user_id, video_id, place_id, stems)
    select user_id, video_id, place_id, app.stems(concat_ws(' ', name, location, address), 'D')
      from video_places where position > 0
    on conflict do nothing
$$;
revoke create on schema app from service_role;

drop trigger index_note on user_places;
drop trigger index_changed_note on user_places;
create trigger index_note after insert on user_places for each row
  when (new.note is not null or new.dish is not null or new.news is not null) execute function app.index_note();
create trigger index_changed_note after update on user_places for each row
  when ((new.note, new.dish, new.news) is distinct from (old.note, old.dish, old.news)) execute function app.index_note();
