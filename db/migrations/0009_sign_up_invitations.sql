-- Links that let somebody have an account where not everybody may (SIGNUP=invite).
create table signup_invitations (
  id uuid not null default gen_random_uuid() unique,
  user_id uuid not null references users (id) on delete cascade,
  -- Only the hash of the link's token is kept.
  token_hash bytea not null unique,
  -- `list` stands for an invitation to a list that has let somebody in: here its accounts are counted.
  kind text not null default 'account' check (kind in ('account', 'list')),
  accounts smallint not null default 0,
  max_accounts smallint not null check (max_accounts between 1 and 10),
  revoked_at timestamptz,
  expires_at timestamptz not null default now() + interval '14 days',
  created_at timestamptz not null default now(),
  primary key (user_id, id),
  check (accounts between 0 and max_accounts)
);

alter table signup_invitations enable row level security;
alter table signup_invitations force row level security;
create policy by_person on signup_invitations to antojo_person using (user_id = (select auth.uid()));
create policy by_service on signup_invitations to service_role using (true) with check (true);
revoke all on signup_invitations from public, anon, authenticated;
grant select, insert, update, delete on signup_invitations to service_role;
grant select (id, user_id, kind, accounts, max_accounts, revoked_at, expires_at, created_at),
  insert (user_id, token_hash, max_accounts), update (revoked_at), delete on signup_invitations to antojo_person;

grant create on schema app to service_role;
set local role service_role;

/*
 * True while no account was ever made that is more than a visit. A caller that is told so holds a lock until its
 * transaction ends: the next one waits and then finds the account.
 */
create function app.is_first_account() returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from app.installation) or exists (select from users where is_admin or email is not null) then
    return false;
  end if;
  perform pg_advisory_xact_lock(hashtext('antojo first account'));
  return not exists (select from app.installation)
    and not exists (select from users where is_admin or email is not null);
end
$$;

/*
 * The inviter behind a token that lets one more person have an account. An invitation to a list does so for five
 * people, and a person's lists for five such invitations a day: row security lets everybody make as many as they like.
 */
create function app.find_invitation(token_hash bytea) returns table (user_id uuid, kind text)
language sql stable security definer rows 1 set search_path = public, pg_temp as $$
  select s.user_id, s.kind from signup_invitations s
   where s.token_hash = find_invitation.token_hash and s.kind = 'account'
     and s.revoked_at is null and s.expires_at > now() and s.accounts < s.max_accounts
  union all
  select i.user_id, 'list' from list_invites i join video_lists l on l.user_id = i.user_id and l.id = i.list_id
   where i.token_hash = find_invitation.token_hash and i.expires_at > now()
     and (l.share_options ->> 'allow_collaborators')::boolean
     and coalesce(
       (select s.accounts < s.max_accounts from signup_invitations s where s.token_hash = i.token_hash),
       (select count(*) < 5 from signup_invitations s
         where s.user_id = i.user_id and s.kind = 'list' and s.created_at > now() - interval '1 day'))
$$;

/* Counts an account against the invitation; false when it lets nobody in any more. */
create function app.use_invitation(token_hash bytea) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- People who come by the same inviter's links take turns, so that the bounds hold.
  perform from users u where u.id = (select f.user_id from app.find_invitation(use_invitation.token_hash) f)
    for no key update;
  insert into signup_invitations (user_id, token_hash, kind, max_accounts, expires_at)
    select i.user_id, i.token_hash, 'list', 5, i.expires_at
      from app.find_invitation(use_invitation.token_hash) f
      join list_invites i on f.kind = 'list' and i.token_hash = use_invitation.token_hash
    on conflict do nothing;
  update signup_invitations s set accounts = s.accounts + 1
   where s.token_hash = use_invitation.token_hash
     and exists (select from app.find_invitation(use_invitation.token_hash));
  return found;
end
$$;

-- The auth service calls them as the user that owns the database.
revoke execute on function app.is_first_account(), app.find_invitation(bytea), app.use_invitation(bytea) from public;
grant execute on function app.is_first_account(), app.find_invitation(bytea), app.use_invitation(bytea) to session_user;

reset role;
revoke create on schema app from service_role;
