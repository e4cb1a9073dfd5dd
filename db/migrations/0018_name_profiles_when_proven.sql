-- Name and picture of a sign-up wait until its address is proven, and then come to the profile: nobody names the
-- profile of an address that is not theirs.
grant create on schema app to service_role;
set local role service_role;

/* The name and picture that came with the sign-up which proved the address of an account. */
create function app.on_account_proven() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update users set
    display_name = nullif(btrim(left(new.raw_user_meta_data ->> 'full_name', 80)), ''),
    avatar_url = (select url from (select new.raw_user_meta_data ->> 'avatar_url' as url) as given
      where url ~* '^https?://' and char_length(url) <= 2048)
  where id = new.id;
  return null;
end
$$;

reset role;
revoke create on schema app from service_role;

-- What a visitor wrote into their profile stays when they prove an address.
create trigger app_account_proven after update of email_confirmed_at, phone_confirmed_at on auth.users
  for each row when (
    old.email_confirmed_at is null and old.phone_confirmed_at is null and not old.is_anonymous
    and (new.email_confirmed_at is not null or new.phone_confirmed_at is not null)
  ) execute function app.on_account_proven();
