-- An account that waits for its deletion (auth.users.delete_after) is shown to nobody, not even to its owner: restrictive
-- policies hide its rows, also from functions that run as the service for somebody else. The server's own work, such as
-- backups and the deletion itself, still sees everything.

/* Accounts whose rows the caller does not see. */
create function app.hidden_users() returns uuid[]
language plpgsql stable parallel safe as $$
begin
  if auth.role() in ('anon', 'authenticated') then
    return auth.users_to_delete();
  end if;
  return '{}';
end
$$;

create policy not_hidden on users as restrictive to anon, authenticated, service_role
  using (id <> all ((select app.hidden_users())::uuid[]));
create policy not_hidden on list_videos as restrictive to anon, authenticated, service_role
  using (added_by <> all ((select app.hidden_users())::uuid[]));
do $$
declare
  owned text;
begin
  foreach owned in array array['user_settings', 'videos', 'video_places', 'user_places', 'corrections', 'video_lists',
                               'list_members', 'list_comments'] loop
    execute format(
      'create policy not_hidden on %I as restrictive to anon, authenticated, service_role
         using (user_id <> all ((select app.hidden_users())::uuid[]))', owned);
  end loop;
end
$$;

grant create on schema app to service_role;
set local role service_role;

/* The picture that a person chose, for everybody who sees that person. */
create function app.profile_picture(user_id uuid) returns bytea
language sql stable security definer set search_path = public, pg_temp as $$
  select p.webp from user_pictures p join users u on u.id = p.user_id where u.id = profile_picture.user_id
$$;

reset role;
revoke create on schema app from service_role;
