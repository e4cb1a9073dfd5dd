import { many, one, type Queryable, run } from '../../database.ts'

/** How an attribute of an assertion becomes a claim of the user. */
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
  attribute_mapping: { keys?: Record<string, AttributeRule> }
  name_id_format: string | null
  disabled: boolean
  created_at: Date
  updated_at: Date
  domains: { id: string; domain: string; created_at: string; updated_at: string }[]
}

const COLUMNS = `p.*, (select coalesce(json_agg(json_build_object('id', d.id, 'domain', d.domain, 'created_at', d.created_at,
  'updated_at', d.updated_at) order by d.domain), '[]') from auth.sso_domains d where d.sso_provider_id = p.id) as domains`

export function listProviders(db: Queryable): Promise<SsoProvider[]> {
  return many<SsoProvider>(db, `select ${COLUMNS} from auth.sso_providers p order by p.created_at, p.id`)
}

export function findSsoProvider(db: Queryable, id: string): Promise<SsoProvider | undefined> {
  return one<SsoProvider>(db, `select ${COLUMNS} from auth.sso_providers p where p.id = $1`, [id])
}

export function findProviderByDomain(db: Queryable, domain: string): Promise<SsoProvider | undefined> {
  return one<SsoProvider>(
    db,
    `select ${COLUMNS} from auth.sso_providers p
     where p.id = (select sso_provider_id from auth.sso_domains where domain = $1)`,
    [domain.toLowerCase()],
  )
}

export interface ProviderFields {
  entityId: string
  metadataXml: string
  metadataUrl: string | null
  attributeMapping: SsoProvider['attribute_mapping']
  nameIdFormat: string | null
  disabled: boolean
}

/** Throws the driver's duplicate-key failure when the entity id is known. */
export async function saveProvider(
  db: Queryable,
  id: string | undefined,
  fields: ProviderFields,
): Promise<string> {
  const row = await one<{ id: string }>(
    db,
    `insert into auth.sso_providers as p (id, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format, disabled)
     values (coalesce($1::uuid, gen_random_uuid()), $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set metadata_xml = excluded.metadata_xml, metadata_url = excluded.metadata_url,
       attribute_mapping = excluded.attribute_mapping, name_id_format = excluded.name_id_format,
       disabled = excluded.disabled, updated_at = now() returning id`,
    [
      id ?? null,
      fields.entityId,
      fields.metadataXml,
      fields.metadataUrl,
      fields.attributeMapping,
      fields.nameIdFormat,
      fields.disabled,
    ],
  )
  if (row === undefined) throw new Error('insert returned no row')
  return row.id
}

/** Throws the driver's duplicate-key failure when another provider has one of the domains. */
export async function replaceDomains(
  db: Queryable,
  providerId: string,
  domains: readonly string[],
): Promise<void> {
  await run(db, 'delete from auth.sso_domains where sso_provider_id = $1 and domain <> all ($2)', [
    providerId,
    domains,
  ])
  await run(
    db,
    `insert into auth.sso_domains (sso_provider_id, domain) select $1, d from unnest($2::text[]) d
     where not exists (select 1 from auth.sso_domains where sso_provider_id = $1 and domain = d)`,
    [providerId, domains],
  )
}

/** Deletes the provider. Its users stay, and cannot sign in until they belong to another one. */
export async function deleteProvider(db: Queryable, id: string): Promise<number> {
  return run(db, 'delete from auth.sso_providers where id = $1', [id])
}

export interface RelayState {
  ssoProviderId: string
  flowId: string
  requestId: string
  createdAt: Date
}

export async function saveRelayState(
  db: Queryable,
  state: { id: string } & Omit<RelayState, 'createdAt'>,
): Promise<void> {
  await run(
    db,
    'insert into auth.saml_relay_states (id, sso_provider_id, flow_state_id, request_id) values ($1, $2, $3, $4)',
    [state.id, state.ssoProviderId, state.flowId, state.requestId],
  )
}

/** Takes a relay state, so that only one answer to it is read, good or bad. */
export async function takeRelayState(db: Queryable, id: string): Promise<RelayState | undefined> {
  const row = await one<{
    sso_provider_id: string
    flow_state_id: string
    request_id: string
    created_at: Date
  }>(db, 'delete from auth.saml_relay_states where id = $1 returning *', [id])
  if (row === undefined) return undefined
  const {
    sso_provider_id: ssoProviderId,
    flow_state_id: flowId,
    request_id: requestId,
    created_at: createdAt,
  } = row
  return { ssoProviderId, flowId, requestId, createdAt }
}
