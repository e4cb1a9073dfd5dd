/* A shared list and an invitation count places, as the owner's own lists do; both columns keep their name. */
grant create on schema public to service_role;
set local role service_role;
create or replace function read_list(list_id uuid)
returns table (id uuid, name text, description text, kind text, visibility text, share_options jsonb,
  "position" double precision, created_at timestamptz, video_count integer, cover_images text[], creator_name text,
  access text, member_count integer)
language sql stable security definer rows 1 set search_path = public, pg_temp as $$
  select l.id, l.name, l.description, l.kind, l.visibility, l.share_options, l.position,
         case when o.hidden then date_trunc('day', l.created_at, 'UTC') else l.created_at end,
         place_count(l), cover_images(l),
         (select u.display_name from users u where u.id = l.user_id and app.shows_creator(l.share_options)),
         o.access, case when o.access = 'owner' then member_count(l) else 0 end
    from app.opened(read_list.list_id) o
    join video_lists l on l.user_id = o.user_id and l.id = read_list.list_id
$$;

create or replace function read_list_invite(token text)
returns table (name text, kind text, cover_images text[], video_count integer, creator_name text, access text)
language sql stable security definer rows 1 set search_path = public, pg_temp as $$
  select l.name, l.kind, cover_images(l), place_count(l), u.display_name, i.access
    from list_invites i
    join video_lists l on l.user_id = i.user_id and l.id = i.list_id
    join users u on u.id = i.user_id
   where i.token_hash = sha256(read_list_invite.token::bytea) and i.expires_at > now()
     and (l.share_options ->> 'allow_collaborators')::boolean
$$;
reset role;
revoke create on schema public from service_role;
