/* Writes where these entries stand in the order of a list, from `first` on, whoever added them. An insert asks for own videos. */
create function arrange_list(list_id uuid, video_ids uuid[], first integer default 0) returns setof uuid
language sql rows 100 as $$
  update list_videos e set position = arrange_list.first + o.n - 1
    from unnest(video_ids) with ordinality as o(id, n)
   where e.list_id = arrange_list.list_id and e.video_id = o.id
  returning e.video_id
$$;
