-- What people say under a list, where its owner allows comments.
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

-- Read and written by the functions below, which know the list that the caller names; taken back by the writer or by
-- the list's owner.
alter table list_comments enable row level security;
alter table list_comments force row level security;
create policy by_author_select on list_comments for select to authenticated using (user_id = (select auth.uid()));
create policy by_author_delete on list_comments for delete to authenticated using (user_id = (select auth.uid()));
create policy by_owner on list_comments to authenticated
  using (exists (select from video_lists l where l.user_id = (select auth.uid()) and l.id = list_id));
create policy by_service on list_comments to service_role using (true) with check (true);
create policy not_hidden on list_comments as restrictive to anon, authenticated, service_role
  using (user_id <> all ((select app.hidden_users())::uuid[]));
revoke all on list_comments from public, anon, authenticated;
grant select, delete on list_comments to authenticated;
grant select, insert, update, delete on list_comments to service_role;

grant create on schema app, public to service_role;
set local role service_role;

/* True when the caller may open the list and its owner allows comments. Naming the id is the capability. */
create function app.list_takes_comments(list_id uuid) returns boolean
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (
    select from video_lists l
     where l.id = list_takes_comments.list_id and (l.share_options ->> 'allow_comments')::boolean
       and (l.user_id = auth.uid() or l.visibility in ('unlisted', 'public')
            or exists (select from list_members m where m.list_id = l.id and m.user_id = auth.uid())))
$$;

/* The comments of a list, oldest first, for whoever may open it. A hidden creator has no name here either. */
create function read_list_comments(list_id uuid)
returns table (id uuid, author_name text, author_picture text, body text, created_at timestamptz, removable boolean)
language sql stable security definer rows 50 set search_path = public, pg_temp as $$
  select c.id, case when not by.hidden then u.display_name end, case when not by.hidden then u.avatar_url end, c.body,
         c.created_at, coalesce(c.user_id = auth.uid() or o.user_id = auth.uid(), false)
    from app.opened(read_list_comments.list_id) o
    join list_comments c on c.list_id = read_list_comments.list_id
    cross join lateral (select o.hidden and c.user_id = o.user_id as hidden) as by
    join users u on u.id = c.user_id
   where app.list_takes_comments(read_list_comments.list_id)
   order by c.created_at, c.id limit 500
$$;

/*
 * Writes a comment of the caller's and returns its id; at most 20 of one person in ten minutes. Who writes many at once
 * has them counted one after another: else each would see the count before the others. Too many is for the caller to
 * mend, not a fault of ours: PT429 is answered with 429.
 */
create function add_list_comment(list_id uuid, body text) returns uuid
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written uuid;
begin
  if auth.uid() is null or not app.list_takes_comments(add_list_comment.list_id) then
    raise exception 'comments_not_allowed' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(hashtext('list_comments'), hashtext(auth.uid()::text));
  if (select count(*) >= 20 from list_comments c
       where c.user_id = auth.uid() and c.created_at > now() - interval '10 minutes') then
    raise exception 'too_many_comments' using errcode = 'PT429';
  end if;
  insert into list_comments (user_id, list_id, body)
    values (auth.uid(), add_list_comment.list_id, btrim(add_list_comment.body)) returning id into written;
  return written;
end
$$;
revoke execute on function add_list_comment(uuid, text) from public;
grant execute on function add_list_comment(uuid, text) to authenticated;

reset role;
revoke create on schema app, public from service_role;
