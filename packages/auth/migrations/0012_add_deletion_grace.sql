-- An account that is to be deleted waits until this moment; its owner may restore it before.
alter table auth.users add column delete_after timestamptz;
create index users_delete_after_idx on auth.users (delete_after) where delete_after is not null;

/* Ids of the accounts that wait for their deletion, for policies of the application. Plpgsql keeps its plan. */
create function auth.users_to_delete() returns uuid[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array(select id from auth.users where delete_after is not null);
end
$$;
