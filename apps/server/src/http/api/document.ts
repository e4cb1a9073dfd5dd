import { errorBody } from '@antojo/contract/error-codes'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ACCESS, type Access, type Operation, OPERATIONS } from './operations.ts'

/** A route as it was registered. */
export interface Route {
  readonly method: string
  readonly url: string
  readonly body?: unknown
  readonly querystring?: unknown
  readonly params?: unknown
}

type Json = Readonly<Record<string, unknown>>

/** The methods that `/mcp` refuses, as its protocol asks for. */
const REFUSED = new Set(['GET /mcp', 'DELETE /mcp'])

const SECURITY: Readonly<Record<Access, readonly Json[]>> = {
  session: [{ session: [] }],
  administrator: [{ session: [] }],
  token: [{ token: [] }],
  tokenOrSession: [{ token: [] }, { session: [] }],
  guest: [{}, { session: [] }],
  everybody: [],
}

/** Collects the routes that are registered after this call, without those that only answer HEAD. */
export function collectRoutes(app: FastifyInstance): readonly Route[] {
  const routes: Route[] = []
  app.addHook('onRoute', ({ method, url, schema }) => {
    for (const each of [method].flat())
      if (each !== 'HEAD' && !REFUSED.has(`${each} ${url}`)) routes.push({ method: each, url, ...schema })
  })
  return routes
}

/** The OpenAPI 3.1 document of these routes (https://spec.openapis.org/oas/v3.1.1.html). */
export function apiDocument(routes: readonly Route[], version: string) {
  const paths: Record<string, Record<string, Json>> = {}
  for (const route of routes) {
    const operation = OPERATIONS[`${route.method} ${route.url}`]
    if (operation === undefined) throw new Error(`${route.method} ${route.url} has no entry in OPERATIONS.`)
    const path = route.url.replaceAll(/:(?<name>\w+)/gu, '{$<name>}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describe(route, operation) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Antojo',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'The product routes. Signing in is under `/auth/v1` (the API of Supabase Auth) and the rows of videos, lists and notes under `/rest/v1` (the API of PostgREST); their own clients read both.',
    },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody, 'output') },
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The access token of a session.' },
        token: { type: 'http', scheme: 'bearer', description: 'A personal token, made in the settings.' },
      },
    },
  }
}

function describe(route: Route, operation: Operation): Json {
  const parameters = [...parametersOf(route.params, 'path'), ...parametersOf(route.querystring, 'query')]
  const own = route.body instanceof z.ZodType ? { 'application/json': route.body } : {}
  const bodies = Object.entries(operation.bodies ?? own)
  return {
    summary: operation.summary,
    description: ACCESS[operation.access],
    tags: [tagOf(route.url)],
    operationId: operationId(route),
    security: SECURITY[operation.access],
    ...(parameters.length > 0 && { parameters }),
    ...(bodies.length > 0 && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          bodies.map(([type, schema]) => [type, { schema: schema ? schemaOf(schema, 'input') : {} }]),
        ),
      },
    }),
    responses: responsesOf(operation),
  }
}

/** Statuses of success without a body. */
const EMPTY = new Set([204, 303, 304])

function responsesOf({ answer, statuses, failures }: Operation): Json {
  const successes = (statuses ?? [answer === null ? 204 : 200]).map((status) => [
    status,
    { description: 'Done.', ...(!EMPTY.has(status) && { content: contentOf(answer) }) },
  ])
  const refusals = Object.entries({ default: ERROR, ...mapped(failures ?? {}) }).map(([status, schema]) => [
    status,
    { description: 'Refused; the code says why.', content: { 'application/json': { schema } } },
  ])
  return Object.fromEntries([...successes, ...refusals])
}

const ERROR: Json = { $ref: '#/components/schemas/Error' }

function mapped(failures: Readonly<Record<string, z.ZodType>>): Readonly<Record<string, Json>> {
  return Object.fromEntries(
    Object.entries(failures).map(([status, schema]) => [status, schemaOf(schema, 'output')]),
  )
}

/** Bytes have no schema in OpenAPI 3.1. */
function contentOf(answer: Operation['answer']): Json {
  if (answer instanceof z.ZodType) return { 'application/json': { schema: schemaOf(answer, 'output') } }
  return Object.fromEntries((answer ?? []).map((type) => [type, { schema: {} }]))
}

/** The first part of a path that says something. */
function tagOf(url: string): string {
  return url.split('/').find((part) => !['', 'functions', 'v1'].includes(part)) ?? ''
}

function parametersOf(schema: unknown, where: 'path' | 'query'): readonly Json[] {
  if (!(schema instanceof z.ZodType)) return []
  const { properties, required } = objectSchema.parse(schemaOf(schema, 'input'))
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: property,
  }))
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).default([]),
})

/** JSON Schema of draft 2020-12, which OpenAPI 3.1 uses. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** `POST /imports/:id/start` is `postImportsIdStart`. */
function operationId({ method, url }: Route): string {
  const words = url.split(/\W+/u).filter(Boolean)
  return method.toLowerCase() + words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join('')
}
