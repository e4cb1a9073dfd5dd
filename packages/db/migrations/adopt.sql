-- What a database of the last files before the release lacks to be as these files make it: the role of a person who asks
-- the server itself, see 0001_roles.sql.
do $$
begin
  begin
    create role antojo_person nologin noinherit;
  exception when duplicate_object or unique_violation then null;
  end;
  if not pg_has_role(current_user, 'antojo_person', 'SET') then
    execute format('grant antojo_person to %I with inherit false, set true', current_user);
  end if;
  if not pg_has_role('antojo_person', 'authenticated', 'USAGE') then
    grant authenticated to antojo_person with inherit true, set false;
  end if;
end
$$;
