-- Whoever may no longer change a list is refused, as an insert into it is, instead of being answered as if it had worked.
create or replace function arrange_list(list_id uuid, video_ids uuid[], first integer default 0) returns setof uuid
language plpgsql rows 100 as $$
begin
  if arrange_list.list_id not in (select * from app.lists_to_edit()) then
    raise exception 'edit_not_allowed' using errcode = '42501';
  end if;
  return query
    update list_videos e set position = arrange_list.first + o.n - 1
      from unnest(video_ids) with ordinality as o(id, n)
     where e.list_id = arrange_list.list_id and e.video_id = o.id
    returning e.video_id;
end
$$;

/* People may take what they added out of any list. */
create or replace function take_place_out(list_id uuid, video_id uuid) returns setof uuid
language plpgsql rows 2 as $$
begin
  return query
    delete from list_videos e
     where e.list_id = take_place_out.list_id and e.video_id in (select app.videos_of_place(take_place_out.video_id))
    returning e.video_id;
  if not found and take_place_out.list_id not in (select * from app.lists_to_edit()) then
    raise exception 'edit_not_allowed' using errcode = '42501';
  end if;
end
$$;
