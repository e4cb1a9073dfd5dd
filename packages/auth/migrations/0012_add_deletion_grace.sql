-- An account that is to be deleted waits until this moment; its owner may restore it before.
alter table auth.users add column delete_after timestamptz;
create index users_delete_after_idx on auth.users (delete_after) where delete_after is not null;

-- Policies of the application hide the content of these accounts, and refuse their requests. Both functions run as the
-- owner of the tables, because nobody else reads them, and both are plpgsql, whose plans are kept.

/* Ids of the accounts that wait for their deletion. */
create function auth.users_to_delete() returns uuid[]
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return array(select id from auth.users where delete_after is not null);
end
$$;

/* Refuses a request whose account waits for its deletion: its access tokens are good for some time yet. */
create function auth.check_request() returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from auth.users where id = auth.uid() and delete_after is not null) then
    raise exception 'This account will be deleted' using errcode = 'PT401';
  end if;
end
$$;
