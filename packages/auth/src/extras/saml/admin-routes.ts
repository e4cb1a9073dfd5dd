import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { audit } from '../../audit.ts'
import type { Answer, AuthContext } from '../../context.ts'
import { duplicateKey, inTransaction, sql } from '../../database.ts'
import { AuthError, describeError, invalid } from '../../errors.ts'
import { requireAdmin } from '../../http/bearer.ts'
import { readBody, readId } from '../../http/body.ts'
import {
  findSsoProvider,
  listProviders,
  type ProviderFields,
  replaceDomains,
  saveProvider,
  type SsoProvider,
} from './repo.ts'
import { parseIdpMetadata } from './saml.ts'

const rule = z.object({
  name: z.string().optional(),
  names: z.array(z.string()).optional(),
  default: z.unknown().optional(),
})
const domain = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9.-]+\.[a-z]{2,}$/)
const providerSchema = z.object({
  type: z.string().optional(),
  metadata_url: z.url().optional(),
  metadata_xml: z.string().optional(),
  domains: z.array(domain).optional(),
  attribute_mapping: z.object({ keys: z.record(z.string(), rule).optional() }).optional(),
  name_id_format: z.string().optional(),
  disabled: z.boolean().optional(),
})
/** Metadata of one identity provider, with its certificates. */
const MAX_METADATA_BYTES = 512 * 1024
type ProviderBody = z.output<typeof providerSchema>

/** Administration of SAML identity providers. */
export function ssoAdminRoutes(app: FastifyInstance, ctx: AuthContext): void {
  app.get('/admin/sso/providers', async (request) => {
    await requireAdmin(ctx, request)
    return { items: (await listProviders(ctx.pool)).map(present) }
  })

  app.post('/admin/sso/providers', { bodyLimit: MAX_METADATA_BYTES }, async (request, reply) => {
    const { actorId } = await requireAdmin(ctx, request)
    const body = readBody(providerSchema, request)
    if (body.type !== 'saml') throw invalid(`Only 'saml' supported for SSO provider type`)
    if ((body.metadata_url === undefined) === (body.metadata_xml === undefined))
      throw invalid('Either metadata_xml or metadata_url must be set')
    return reply.code(201).send(await save(ctx, { body, existing: undefined, actorId }))
  })

  app.get('/admin/sso/providers/:idp_id', async (request) => {
    await requireAdmin(ctx, request)
    return present(await requireKnown(ctx, readId(request, 'idp_id')))
  })

  app.put('/admin/sso/providers/:idp_id', { bodyLimit: MAX_METADATA_BYTES }, async (request) => {
    const { actorId } = await requireAdmin(ctx, request)
    const existing = await requireKnown(ctx, readId(request, 'idp_id'))
    return save(ctx, { body: readBody(providerSchema, request), existing, actorId })
  })

  app.delete('/admin/sso/providers/:idp_id', async (request) => {
    const { actorId } = await requireAdmin(ctx, request)
    const provider = await requireKnown(ctx, readId(request, 'idp_id'))
    await inTransaction(ctx.pool, async (tx) => {
      // Its users stay, and cannot sign in until they belong to another provider.
      await sql`delete from auth.sso_providers where id = ${provider.id}`.run(tx)
      const traits = { provider: provider.id, deleted: true }
      await audit(tx, 'admin_changed_sso', undefined, { actorId, traits })
    })
    return present(provider)
  })
}

interface Saving {
  body: ProviderBody
  existing: SsoProvider | undefined
  actorId: string | undefined
}

async function save(ctx: AuthContext, { body, existing, actorId }: Saving): Promise<Answer> {
  const fields = await fieldsOf(ctx, body, existing)
  const id = await inTransaction(ctx.pool, async (tx) => {
    const saved = await saveProvider(tx, existing?.id, fields)
    if (body.domains !== undefined) await replaceDomains(tx, saved, body.domains)
    await audit(tx, 'admin_changed_sso', undefined, { actorId, traits: { provider: saved } })
    return saved
  }).catch((error: unknown) => {
    const constraint = duplicateKey(error)
    if (constraint === undefined) throw error
    const isEntity = constraint === 'sso_providers_entity_id_key'
    throw new AuthError(isEntity ? 'saml_idp_already_exists' : 'sso_domain_already_exists')
  })
  return present(await requireKnown(ctx, id))
}

async function fieldsOf(
  ctx: AuthContext,
  body: ProviderBody,
  existing: SsoProvider | undefined,
): Promise<ProviderFields> {
  const xml =
    body.metadata_url === undefined
      ? (body.metadata_xml ?? existing?.metadata_xml ?? '')
      : await fetchMetadata(ctx, body.metadata_url)
  const parsed = parseIdpMetadata(xml)
  if (!parsed.ok) throw invalid(`SAML Metadata XML cannot be used: ${parsed.reason}`)
  const { entityId } = parsed.metadata
  if (existing !== undefined && existing.entity_id !== entityId)
    throw invalid('SAML Metadata can be updated only if the EntityID matches for the provider')
  return {
    entity_id: entityId,
    metadata_xml: xml,
    metadata_url: body.metadata_url ?? existing?.metadata_url ?? null,
    attribute_mapping: body.attribute_mapping ?? existing?.attribute_mapping ?? {},
    name_id_format: body.name_id_format ?? existing?.name_id_format ?? null,
    disabled: body.disabled ?? existing?.disabled ?? false,
  }
}

const MAX_METADATA = 1024 * 1024
const FETCH_MS = 10_000

async function fetchMetadata(ctx: AuthContext, url: string): Promise<string> {
  if (!url.startsWith('https://')) throw invalid('metadata_url is not a HTTPS URL')
  try {
    const answer = await ctx.fetch(url, { signal: AbortSignal.timeout(FETCH_MS) })
    const text = answer.ok ? await answer.text() : ''
    if (text !== '' && text.length <= MAX_METADATA) return text
  } catch (error) {
    ctx.log.error({ failure: describeError(error) }, 'SAML metadata could not be fetched')
  }
  throw new AuthError('saml_metadata_fetch_failed')
}

async function requireKnown(ctx: AuthContext, id: string): Promise<SsoProvider> {
  const provider = await findSsoProvider(ctx.pool, id)
  if (provider === undefined)
    throw new AuthError('sso_provider_not_found', 'A SSO provider with this UUID does not exist')
  return provider
}

function present(provider: SsoProvider): Record<string, unknown> {
  const { id, disabled, domains, entity_id, metadata_xml, metadata_url, attribute_mapping, name_id_format } =
    provider
  return {
    id,
    disabled,
    saml: {
      entity_id,
      metadata_xml,
      ...(metadata_url === null ? {} : { metadata_url }),
      attribute_mapping,
      ...(name_id_format === null ? {} : { name_id_format }),
    },
    domains,
    created_at: provider.created_at.toISOString(),
    updated_at: provider.updated_at.toISOString(),
  }
}
