-- Nothing that a person said of a place is lost when two rows turn out to be one, or when a file brings what is there.
-- What an item of an import really gave to its place, so that undoing it takes back that and nothing else.
alter table import_items
  add column gave_note boolean not null default false,
  add column gave_days date[] not null default '{}' check (cardinality(gave_days) <= 1000);

grant create on schema app to service_role;
set local role service_role;

/* Gives identified places the notes and visits of the files that brought them, beside those that they have. */
create or replace function app.keep_import_notes(owner uuid, identified uuid[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  item record;
  known user_places;
  is_new_note boolean;
  new_days date[];
begin
  for item in
    select i.import_id, i.position, i.note, i.visited_on, v.restaurant_name,
           -- A place that no index has is known by its video.
           coalesce(v.enrich_place_id, v.id::text) as place_id
      from import_items i
      join videos v on v.user_id = i.user_id and v.id = i.video_id and v.identify_state = 'identified'
     where i.user_id = owner and i.video_id = any (identified) and (i.note is not null or i.visited_on <> '{}')
     order by place_id, i.import_id, i.position
  loop
    select * into known from user_places where user_id = owner and place_id = item.place_id for update;
    is_new_note := item.note is not null and position(item.note in coalesce(known.note, '')) = 0
      and char_length(concat_ws(E'\n', known.note, item.note)) <= 4000;
    new_days := array(select day from unnest(item.visited_on) as day where day <> all (coalesce(known.visited_on, '{}')));
    new_days := new_days[:1000 - cardinality(coalesce(known.visited_on, '{}'))];
    continue when not is_new_note and new_days = '{}';
    insert into user_places (user_id, place_id, place_name, note, visited_on)
      values (owner, item.place_id, item.restaurant_name, item.note, new_days)
    on conflict (user_id, place_id) do update
      set note = case when is_new_note then concat_ws(E'\n', user_places.note, item.note) else user_places.note end,
          visited_on = user_places.visited_on || new_days;
    update import_items set gave_note = gave_note or is_new_note, gave_days = gave_days || new_days
      where user_id = owner and import_id = item.import_id and import_items.position = item.position;
  end loop;
end
$$;

-- Imports of before gave all of it.
update import_items set gave_note = note is not null, gave_days = visited_on where note is not null or visited_on <> '{}';

/* Takes back the notes and visits that an import gave, and entries of places that then say nothing. */
create function app.take_import_notes(owner uuid, import uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  item record;
begin
  for item in
    select i.note, i.gave_note, i.gave_days, coalesce(v.enrich_place_id, v.id::text) as place_id
      from import_items i join videos v on v.user_id = i.user_id and v.id = i.video_id
     where i.user_id = owner and i.import_id = import and (i.gave_note or i.gave_days <> '{}')
  loop
    update user_places p
       set note = case when item.gave_note
             then nullif(btrim(replace(E'\n' || p.note || E'\n', E'\n' || item.note || E'\n', E'\n'), E'\n'), '')
             else p.note end,
           visited_on = array(select day from unnest(p.visited_on) as day where day <> all (item.gave_days))
     where p.user_id = owner and p.place_id = item.place_id;
    delete from user_places p
     where p.user_id = owner and p.place_id = item.place_id
       and p.note is null and not p.want and p.visited_on = '{}' and p.own_rating is null and p.dish is null;
  end loop;
end
$$;

/* Gives a place what the person said of another one, beside what they said of it. */
create function app.hand_over_place(owner uuid, gone text, kept text) returns void
language sql security definer set search_path = public, pg_temp as $$
  with said as (delete from user_places where user_id = owner and place_id = gone and gone <> kept returning *)
  insert into user_places (user_id, place_id, place_name, want, visited_on, own_rating, note, dish)
    select owner, kept, place_name, want, visited_on, own_rating, note, dish from said
  on conflict (user_id, place_id) do update
    set want = user_places.want or excluded.want,
        visited_on = (array(select unnest(user_places.visited_on) union select unnest(excluded.visited_on) order by 1))[:1000],
        own_rating = coalesce(user_places.own_rating, excluded.own_rating),
        note = case when position(excluded.note in coalesce(user_places.note, '')) > 0 then user_places.note
                    else left(concat_ws(E'\n', user_places.note, excluded.note), 4000) end,
        dish = coalesce(user_places.dish, excluded.dish)
$$;

/* Removes a row that is the same as another one of the person, which takes over all that they said with it. */
create function app.hand_over_video(owner uuid, gone uuid, kept uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into list_videos (list_id, video_id, user_id, added_by, position)
    select e.list_id, kept, e.user_id, e.added_by, e.position from list_videos e where e.video_id = gone
  on conflict do nothing;
  insert into import_entries (user_id, import_id, list_id, video_id, position)
    select e.user_id, e.import_id, e.list_id, kept, e.position
      from import_entries e
      join imports m on m.user_id = e.user_id and m.id = e.import_id
      join video_lists l on l.user_id = e.user_id and l.id = e.list_id
     where e.user_id = owner and e.video_id = gone
       -- "Quiero ir" is for places that are new, unless the file names it.
       and (l.kind <> 'want_to_try' or m.parts @> jsonb_build_array(jsonb_build_object('listId', l.id)))
  on conflict do nothing;
  update imports m
     set known = m.known + c.total,
         reading = m.reading - case when c.state in ('running', 'learning') then c.total else 0 end,
         identified = m.identified - case when c.state = 'identified' then c.total else 0 end,
         open = m.open - case when c.state in ('question', 'unidentified') then c.total else 0 end
    from (
      select i.import_id, v.identify_state as state, count(*)::integer as total
        from import_items i join videos v on v.user_id = i.user_id and v.id = i.video_id
       where i.user_id = owner and i.video_id = gone and i.state = 'added'
       group by i.import_id, v.identify_state
    ) as c
   where m.user_id = owner and m.id = c.import_id;
  update import_items set video_id = kept, state = case state when 'added' then 'known' else state end
   where user_id = owner and video_id = gone;
  update corrections set video_id = kept where user_id = owner and video_id = gone;
  perform app.hand_over_place(owner, gone::text, coalesce(v.enrich_place_id, v.id::text))
     from videos v where v.user_id = owner and v.id = kept;
  delete from videos where user_id = owner and id = gone;
  perform app.fill_import_lists(owner, array[kept]);
  perform app.keep_import_notes(owner, array[kept]);
end
$$;
revoke execute on function app.hand_over_place, app.hand_over_video from public;

reset role;
revoke create on schema app from service_role;
