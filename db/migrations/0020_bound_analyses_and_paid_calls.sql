-- How many calls of services that cost money the installation has made, by day (UTC) and service, over all nodes.
create table app.paid_calls (
  day date not null,
  service text not null check (service in ('llm', 'speech', 'places')),
  calls integer not null check (calls >= 0),
  -- Of these, what guests caused.
  guest_calls integer not null check (guest_calls between 0 and calls),
  primary key (day, service)
);
alter table app.paid_calls enable row level security;
alter table app.paid_calls force row level security;
create policy by_service on app.paid_calls to service_role using (true) with check (true);
revoke all on app.paid_calls from public;
grant select, insert, update, delete on app.paid_calls to service_role;

-- Made for a guest, without what costs money: done again for the first person with an account who asks.
alter table analyses add column for_guest boolean not null default false;
-- Readings on demand since that time; see app.claim_analysis.
alter table analyses add column rereads smallint not null default 0;
alter table analyses add column reread_since timestamptz;

/*
 * As before, with one more condition: what is there already is read anew on demand five times an hour, whoever asks.
 * After that the caller gets what is there, as everybody else does.
 */
create or replace function app.claim_analysis(
  url text,
  of_platform text,
  version integer,
  lease_seconds integer,
  fresh_after timestamptz default '-infinity'
) returns table (id uuid, state text, lease uuid, lease_until timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
  mine uuid := gen_random_uuid();
  -- Not now(): a caller that waited for the row would count the lease from before it waited.
  until timestamptz := clock_timestamp() + make_interval(secs => lease_seconds);
  hour_ago timestamptz := clock_timestamp() - interval '1 hour';
begin
  return query
    insert into analyses as a (canonical_url, platform, pipeline_version, state, lease, lease_until)
    values (url, of_platform, version, 'running', mine, until)
    on conflict (canonical_url) do update
      set state = 'running', lease = mine, lease_until = until, pipeline_version = version,
          attempts = case when a.state = 'done' then 1 else a.attempts + 1 end,
          rereads = case when fresh_after = '-infinity' then a.rereads
                         when a.reread_since > hour_ago then a.rereads + 1 else 1 end,
          reread_since = case when fresh_after = '-infinity' or a.reread_since > hour_ago then a.reread_since
                              else clock_timestamp() end,
          started_at = clock_timestamp(), finished_at = null, error_code = null, error_detail = null
      where (a.state = 'failed' and a.finished_at < clock_timestamp() - interval '3 s')
         or (a.state = 'running' and a.lease_until < clock_timestamp())
         or (a.state = 'done' and a.pipeline_version < version)
         or (a.state in ('failed', 'done') and a.finished_at < fresh_after
             and (a.rereads < 5 or a.reread_since <= hour_ago))
    returning a.id, a.state, a.lease, a.lease_until;
  if not found then
    return query
      select a.id, a.state, null::uuid, a.lease_until from analyses a where a.canonical_url = url;
  end if;
end
$$;

-- Nobody reads these: the same is in `evidence` and `result`, and nothing is written here any more.
set local role service_role;
update analyses set oembed = null, transcript = null, mentions = '[]', candidates = '[]', queries_used = '[]'
 where oembed is not null or transcript is not null or mentions <> '[]' or candidates <> '[]';
reset role;
