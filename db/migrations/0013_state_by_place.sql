-- What a person says belongs to a place, whichever of its videos they said it on: a place is in a list when any of its
-- videos is. The tables stay as they are: a list holds the video that was on the screen.
alter table user_settings add column each_video boolean not null default false;
comment on column user_settings.each_video is 'One card for each video, instead of one for all videos of a place.';
comment on column user_settings.group_by_place is 'Before 1.1: replaced by each_video.';

/* The videos of the same place as this one, itself included: those of its owner that the caller may read. */
create function app.videos_of_place(video uuid) returns setof uuid language sql stable rows 2 as $$
  select video union
  select twin.id from videos one
    join videos twin on twin.user_id = one.user_id and twin.place_key = one.place_key
     and twin.identify_state = 'identified' and not twin.is_diagnostic
   where one.id = video
$$;

/* Computed column of `video_lists`: the owner's videos whose place is in the list. */
create function place_videos(list video_lists) returns uuid[] language sql stable as $$
  select coalesce(array_agg(id), '{}') from (
    select e.video_id as id from list_videos e where e.user_id = list.user_id and e.list_id = list.id
    union
    select twin.id from list_videos e
      join videos one on one.user_id = list.user_id and one.id = e.video_id
      join videos twin on twin.user_id = list.user_id and twin.place_key = one.place_key
       and twin.identify_state = 'identified' and not twin.is_diagnostic
     where e.user_id = list.user_id and e.list_id = list.id
  ) as shown
$$;

/* Computed column of `video_lists`: how many places the caller sees in it. */
create function place_count(list video_lists) returns integer language sql stable as $$
  select count(distinct coalesce(v.place_key, e.video_id::text))::integer
    from list_videos e left join videos v on v.id = e.video_id
   where e.user_id = list.user_id and e.list_id = list.id
$$;

/* The lists that hold the place of a video. */
create function lists_of_place(video_id uuid) returns setof uuid language sql stable rows 5 as $$
  select distinct e.list_id from list_videos e
   where e.video_id in (select app.videos_of_place(lists_of_place.video_id))
$$;

/* Takes the place of a video out of a list; returns the videos that stood there for it. */
create function take_place_out(list_id uuid, video_id uuid) returns setof uuid language sql rows 2 as $$
  delete from list_videos e
   where e.list_id = take_place_out.list_id and e.video_id in (select app.videos_of_place(take_place_out.video_id))
  returning e.video_id
$$;

grant create on schema app to service_role;
set local role service_role;

/* A place stays in its lists when one of its videos is deleted: the newest other one stands there for it. */
create function app.keep_place_in_lists() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  twin uuid := (
    select v.id from videos v
     where v.user_id = old.user_id and v.place_key = old.place_key and v.id <> old.id
       and v.identify_state = 'identified' and not v.is_diagnostic
     order by v.created_at desc limit 1);
begin
  if twin is not null then
    insert into list_videos (list_id, video_id, user_id, added_by, position)
      select e.list_id, twin, e.user_id, e.added_by, e.position from list_videos e where e.video_id = old.id
    on conflict do nothing;
  end if;
  return old;
end
$$;

reset role;
revoke create on schema app from service_role;

-- Not when the account goes, and all of its videos with it.
create trigger keep_place_in_lists before delete on videos
  for each row when (current_user = 'authenticated' and old.place_key is not null and pg_trigger_depth() = 0)
  execute function app.keep_place_in_lists();
