-- Who writes many comments at once has them counted one after another: else each would see the count before the others.
-- And the people of a list see names that were chosen, never a part of an e-mail address.
grant create on schema public to service_role;
set local role service_role;

/* Writes a comment of the caller's and returns its id; at most 20 of one person in ten minutes. */
create or replace function add_list_comment(list_id uuid, body text) returns uuid
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

/* The people of a list, for its owner and its members. */
create or replace function list_people(list_id uuid)
returns table (user_id uuid, display_name text, avatar_url text, access text, created_at timestamptz)
language sql stable security definer rows 10 set search_path = public, pg_temp as $$
  with people as (
    select l.user_id, 'owner' as access, l.created_at from video_lists l where l.id = list_people.list_id
    union all
    select m.user_id, m.access, m.created_at from list_members m where m.list_id = list_people.list_id
  )
  select p.user_id, u.display_name, u.avatar_url, p.access, p.created_at
    from people p join users u on u.id = p.user_id
   where exists (select from people where user_id = auth.uid())
   order by p.access = 'owner' desc, p.created_at
$$;

reset role;
revoke create on schema public from service_role;
