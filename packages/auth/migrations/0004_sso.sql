-- Sign-in with the identity provider of an organisation.
create table auth.sso_providers (
  id uuid primary key default gen_random_uuid(),
  entity_id text not null unique,
  metadata_xml text not null,
  metadata_url text,
  attribute_mapping jsonb not null default '{}',
  name_id_format text,
  disabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table auth.sso_providers enable row level security;
alter table auth.sso_providers force row level security;
create policy service_only on auth.sso_providers to current_user using (true) with check (true);
revoke all on auth.sso_providers from public;

create table auth.sso_domains (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  domain text not null unique check (domain = lower(domain)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sso_domains_provider_idx on auth.sso_domains (sso_provider_id);

alter table auth.sso_domains enable row level security;
alter table auth.sso_domains force row level security;
create policy service_only on auth.sso_domains to current_user using (true) with check (true);
revoke all on auth.sso_domains from public;

-- One row per authentication request that is under way; the answer must name its request_id.
create table auth.saml_relay_states (
  id uuid primary key default gen_random_uuid(),
  sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
  flow_state_id uuid not null references auth.flow_states (id) on delete cascade,
  request_id text not null,
  created_at timestamptz not null default now()
);
create index saml_relay_states_created_at_idx on auth.saml_relay_states (created_at);

alter table auth.saml_relay_states enable row level security;
alter table auth.saml_relay_states force row level security;
create policy service_only on auth.saml_relay_states to current_user using (true) with check (true);
revoke all on auth.saml_relay_states from public;
