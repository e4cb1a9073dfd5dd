-- One analysis per canonical URL, shared by everybody who pastes it. Only the server reads it.
create table analyses (
  id uuid primary key default gen_random_uuid(),
  canonical_url text not null unique check (char_length(canonical_url) <= 2048),
  platform text not null check (platform in ('YouTube', 'TikTok', 'Instagram', 'Facebook', 'Other')),
  pipeline_version integer not null,
  state text not null check (state in ('running', 'done', 'failed')),
  -- Who may write the result, and until when others wait for it; see app.claim_analysis.
  lease uuid,
  lease_until timestamptz,
  attempts integer not null default 1,
  -- What was read: caption, Open Graph, lines of text in frames, transcript.
  evidence jsonb not null default '{}',
  transcript text,
  decision text check (decision in ('accepted', 'needs_confirmation', 'weak_data', 'oembed_required')),
  -- Best candidate and reasons, in the shape the pipeline gives them.
  result jsonb,
  confidence double precision check (confidence between 0 and 1),
  -- For the KPIs of the operator (docs/operating.md).
  address_used boolean not null default false,
  -- [{"step", "state", "ms", "found"}] in the order in which the steps ran.
  steps jsonb not null default '[]',
  error_code text,
  error_detail text,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Made for a guest, without what costs money: done again for the first person with an account who asks.
  for_guest boolean not null default false,
  -- Readings on demand since that time; see app.claim_analysis.
  rereads smallint not null default 0,
  reread_since timestamptz
);
create index analyses_finished_at on analyses (finished_at desc);
create trigger touch before update on analyses for each row execute function app.touch();

alter table analyses enable row level security;
alter table analyses force row level security;
create policy by_service on analyses to service_role using (true) with check (true);
revoke all on analyses from public, anon, authenticated;
grant select, insert, update, delete on analyses to service_role;

/*
 * Single flight over all nodes. Returns the row and, when the caller is to do the work, the lease under
 * which it may write the result:
 *   update analyses set state = 'done', … where id = $1 and lease = $2
 * A result that comes after the lease was given to somebody else so changes nothing. Without a lease the
 * row is either done, or being worked on by another caller until `lease_until`: ask again a little later.
 * A done row of an older pipeline, or one older than `fresh_after`, is claimed anew; a failed one too, unless it
 * failed less than 3 s ago: that answers a whole crowd, so that the platform is asked once.
 * What is there already is read anew on demand five times an hour, whoever asks. After that the caller gets what is
 * there, as everybody else does.
 * The unique index on canonical_url decides between callers that arrive together. Call it in a transaction
 * of its own: until that ends, other callers wait for it.
 */
create function app.claim_analysis(
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
revoke execute on function app.claim_analysis from public;
grant execute on function app.claim_analysis to service_role;

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
