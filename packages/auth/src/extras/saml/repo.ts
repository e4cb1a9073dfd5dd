import { type Queryable, sql } from '../../database.ts'

/** Names the attributes of an assertion that a claim of the user is read from. */
export interface AttributeRule {
  name?: string | undefined
  names?: string[] | undefined
  default?: unknown
}

export interface SsoProvider {
  id: string
  entity_id: string
  metadata_xml: string
  metadata_url: string | null
  attribute_mapping: { keys?: Record<string, AttributeRule> | undefined }
  name_id_format: string | null
  disabled: boolean
  created_at: Date
  updated_at: Date
  domains: { id: string; domain: string; created_at: string; updated_at: string }[]
}

const COLUMNS = sql`p.*, (select coalesce(json_agg(json_build_object(
    'id', d.id, 'domain', d.domain, 'created_at', d.created_at, 'updated_at', d.updated_at
  ) order by d.domain), '[]') from auth.sso_domains d where d.sso_provider_id = p.id) as domains`

export function listProviders(db: Queryable): Promise<SsoProvider[]> {
  return sql<SsoProvider>`select ${COLUMNS} from auth.sso_providers p order by p.created_at, p.id`.many(db)
}

export function findSsoProvider(db: Queryable, id: string): Promise<SsoProvider | undefined> {
  return sql<SsoProvider>`select ${COLUMNS} from auth.sso_providers p where p.id = ${id}`.one(db)
}

export function findProviderByDomain(db: Queryable, domain: string): Promise<SsoProvider | undefined> {
  return sql<SsoProvider>`select ${COLUMNS} from auth.sso_providers p
    where p.id = (select sso_provider_id from auth.sso_domains
      where domain = ${domain.toLowerCase()})`.one(db)
}

export type ProviderFields = Omit<SsoProvider, 'id' | 'created_at' | 'updated_at' | 'domains'>

/** Throws the driver's duplicate-key failure when the entity id is known. */
export async function saveProvider(
  db: Queryable,
  id: string | undefined,
  fields: ProviderFields,
): Promise<string> {
  const row = await sql<{ id: string }>`insert into auth.sso_providers as p
       (id, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format, disabled)
     values (coalesce(${id}::uuid, gen_random_uuid()), ${fields.entity_id}, ${fields.metadata_xml},
       ${fields.metadata_url}, ${fields.attribute_mapping}, ${fields.name_id_format}, ${fields.disabled})
     on conflict (id) do update set metadata_xml = excluded.metadata_xml, metadata_url = excluded.metadata_url,
       attribute_mapping = excluded.attribute_mapping, name_id_format = excluded.name_id_format,
       disabled = excluded.disabled, updated_at = now() returning id`.only(db)
  return row.id
}

/** Throws the driver's duplicate-key failure when another provider has one of the domains. */
export async function replaceDomains(
  db: Queryable,
  providerId: string,
  domains: readonly string[],
): Promise<void> {
  const known = sql`from auth.sso_domains where sso_provider_id = ${providerId}`
  await sql`delete ${known} and domain <> all (${domains})`.run(db)
  await sql`insert into auth.sso_domains (sso_provider_id, domain) select ${providerId}, d
    from unnest(${domains}::text[]) d where not exists (select 1 ${known} and domain = d)`.run(db)
}

/** A sign-in that waits for the answer of its provider. */
export interface RelayState {
  id: string
  sso_provider_id: string
  flow_state_id: string
  request_id: string
  created_at: Date
}

export async function saveRelayState(db: Queryable, state: Omit<RelayState, 'created_at'>): Promise<void> {
  await sql`insert into auth.saml_relay_states (id, sso_provider_id, flow_state_id, request_id)
      values (${state.id}, ${state.sso_provider_id}, ${state.flow_state_id}, ${state.request_id})`.run(db)
}

/** Takes a relay state, so that only one answer to it is read, good or bad. */
export function takeRelayState(db: Queryable, id: string): Promise<RelayState | undefined> {
  return sql<RelayState>`delete from auth.saml_relay_states where id = ${id} returning *`.one(db)
}
