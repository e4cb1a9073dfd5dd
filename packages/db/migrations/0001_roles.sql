-- The three roles of the data API, the role of a person who asks the server itself, and the functions that read who is
-- asking. Roles belong to the whole server, so they may exist already, and another database may be making them at this
-- moment.
do $$
declare
  wanted text;
begin
  foreach wanted in array array['anon', 'authenticated', 'service_role', 'antojo_person'] loop
    begin
      execute format('create role %I nologin noinherit', wanted);
    exception when duplicate_object or unique_violation then null;
    end;
    if not pg_has_role(current_user, wanted, 'SET') then
      -- Not inherited: whoever forgets to take a role sees nothing, instead of everything.
      execute format('grant %I to %I with inherit false, set true', wanted, current_user);
    end if;
  end loop;
  -- All that the data API lets a person do, and in the policies `by_person` what only the server does for them.
  if not pg_has_role('antojo_person', 'authenticated', 'USAGE') then
    grant authenticated to antojo_person with inherit true, set false;
  end if;
end
$$;

grant usage on schema public to anon, authenticated, service_role;

create schema if not exists auth;
grant usage on schema auth to anon, authenticated, service_role;

/* Helpers of policies and triggers; never exposed by the data API. */
create schema if not exists app;
grant usage on schema app to anon, authenticated, service_role;

create function auth.jwt() returns jsonb
  language sql stable parallel safe
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb;

create function auth.uid() returns uuid
  language sql stable parallel safe
  return (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid;

create function auth.role() returns text
  language sql stable parallel safe
  return nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role';

/*
 * Capabilities: the ids of unlisted lists and videos which the request itself names. Whoever serves the
 * request sets `request.capabilities` to a JSON array of the uuids that stand in it as `eq` (or `in`)
 * filters on `id`, `list_id` or `video_id`; a policy lets an unlisted row through only when its id is
 * among them. Ids that do not stand in the request can so never be found by asking.
 */
create function app.capabilities() returns uuid[]
  language sql stable parallel safe
  return coalesce(
    (select array_agg(value::uuid)
       from jsonb_array_elements_text(nullif(current_setting('request.capabilities', true), '')::jsonb)),
    '{}'::uuid[]
  );
