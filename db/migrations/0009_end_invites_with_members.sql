-- An invitation is for whoever holds its link. Whom the owner takes off a list, or lets only look from now on, may
-- still hold it: the list's invitations end with that.
create function app.end_invites() returns trigger language plpgsql as $$
begin
  -- Somebody who leaves by themselves owns no invitations of the list.
  delete from public.list_invites where list_id = old.list_id and user_id = auth.uid();
  return null;
end
$$;
create trigger end_invites after delete on list_members for each row execute function app.end_invites();
create trigger end_invites_to_edit after update of access on list_members
  for each row when (old.access = 'edit' and new.access = 'view') execute function app.end_invites();
