-- What people say under a list, where its owner allows comments, and what a list looks like from outside.

create table list_comments (
  id uuid not null default gen_random_uuid() unique,
  -- Who wrote it.
  user_id uuid not null default auth.uid() references users (id) on delete cascade,
  list_id uuid not null references video_lists (id) on delete cascade,
  body text not null check (char_length(btrim(body)) between 1 and 1000),
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);
create index list_comments_of_list on list_comments (list_id, created_at, id);

alter table list_comments enable row level security;
alter table list_comments force row level security;
-- Read and written by the two functions below, which know the list that the caller names; taken back by the
-- writer or by the list's owner.
create policy by_author_select on list_comments for select to authenticated using (user_id = (select auth.uid()));
create policy by_author_delete on list_comments for delete to authenticated using (user_id = (select auth.uid()));
create policy by_owner on list_comments to authenticated
  using (exists (select from video_lists l where l.user_id = (select auth.uid()) and l.id = list_id));
create policy by_service on list_comments to service_role using (true) with check (true);
revoke all on list_comments from public, anon, authenticated;
grant select, delete on list_comments to authenticated;
grant select, insert, update, delete on list_comments to service_role;

/* True when the caller may open the list and its owner allows comments. Naming the id is the capability. */
create function app.list_takes_comments(list_id uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from video_lists l
     where l.id = list_takes_comments.list_id and (l.share_options ->> 'allow_comments')::boolean
       and (l.user_id = auth.uid() or l.visibility in ('unlisted', 'public')
            or exists (select from list_members m where m.list_id = l.id and m.user_id = auth.uid())))
$$;

/* The comments of a list, oldest first, for whoever may open it. */
create function read_list_comments(list_id uuid)
returns table (id uuid, author_name text, author_picture text, body text, created_at timestamptz, removable boolean)
language sql stable security definer rows 50 set search_path = public, pg_temp as $$
  select c.id, u.display_name, u.avatar_url, c.body, c.created_at,
         coalesce(c.user_id = auth.uid() or l.user_id = auth.uid(), false)
    from list_comments c
    join video_lists l on l.id = c.list_id
    join users u on u.id = c.user_id
   where c.list_id = read_list_comments.list_id and app.list_takes_comments(read_list_comments.list_id)
   order by c.created_at, c.id limit 500
$$;

/* Writes a comment of the caller's and returns its id; at most 20 of one person in ten minutes. */
create function add_list_comment(list_id uuid, body text) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written uuid;
begin
  if auth.uid() is null or not app.list_takes_comments(add_list_comment.list_id) then
    raise exception 'comments_not_allowed' using errcode = '42501';
  end if;
  if (select count(*) >= 20 from list_comments c
       where c.user_id = auth.uid() and c.created_at > now() - interval '10 minutes') then
    raise exception 'too_many_comments' using errcode = '54000';
  end if;
  insert into list_comments (user_id, list_id, body)
    values (auth.uid(), add_list_comment.list_id, btrim(add_list_comment.body)) returning id into written;
  return written;
end
$$;
revoke execute on function add_list_comment(uuid, text) from public;
grant execute on function add_list_comment(uuid, text) to authenticated;

/* Computed columns of `video_lists`: how many videos the caller sees in it, and the pictures of the first four. */
create function video_count(list video_lists) returns integer language sql stable as $$
  select count(*)::integer from list_videos e where e.user_id = list.user_id and e.list_id = list.id
$$;

create function cover_images(list video_lists) returns text[] language sql stable as $$
  select coalesce(array_agg(first.image), '{}')
    from (
      select coalesce(v.thumbnail_url, v.provider_thumbnail_url, v.places_photo_url) as image
        from list_videos e join videos v on v.id = e.video_id
       where e.user_id = list.user_id and e.list_id = list.id
         and coalesce(v.thumbnail_url, v.provider_thumbnail_url, v.places_photo_url) is not null
       order by e.position, e.created_at, e.video_id limit 4
    ) as first
$$;

grant create on schema app, public to service_role;
alter function app.list_takes_comments(uuid) owner to service_role;
alter function read_list_comments(uuid) owner to service_role;
alter function add_list_comment(uuid, text) owner to service_role;
revoke create on schema app, public from service_role;
