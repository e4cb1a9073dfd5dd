import type { VideoRow } from '@antojo/contract/video-row'
import type { Database } from '@antojo/db/database'
import { VERSION } from '@antojo/db/version'
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { AppError } from '../../core/app-error.ts'
import type { RateBudgetName } from '../../core/budget-table.ts'
import type { TokenOwner } from '../tokens/service.ts'
import { addToList, makeList, noteVisit, readLists, readPlace, readPlaces } from './repo.ts'
import { choose, foundPlace, present, searchInput, understand } from './search.ts'

export interface McpDeps {
  readonly database: Database
  /** Saves a link for the person, like `POST /functions/v1/capture`. */
  capture(text: string): Promise<{ readonly video: VideoRow }>
  /** Counts a tool call of the person; throws `rate_limited`. */
  take(budget: RateBudgetName): Promise<void>
  /** Logs an unexpected failure. */
  onFailure(error: unknown): void
}

const READ_ONLY = { readOnlyHint: true, openWorldHint: false } as const
const WRITES = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const
const NO_POSITION = 'Say where you are (`near`) to sort by distance.'
const list = z.object({ id: z.string(), name: z.string(), kind: z.string(), places: z.number() })

/** The tools and resources that a token's scopes allow, for one request of its owner. */
export function createMcpServer(owner: TokenOwner, deps: McpDeps): McpServer {
  const server = new McpServer({ name: 'antojo', title: 'Antojo', version: VERSION })
  const { scopes } = owner
  if (scopes.includes('read')) {
    addSearch(server, owner, deps)
    addReading(server, owner, deps)
  }
  if (scopes.includes('capture')) addCapture(server, deps)
  if (scopes.includes('write')) addWriting(server, owner, deps)
  return server
}

function addSearch(server: McpServer, { user }: TokenOwner, deps: McpDeps): void {
  const { database } = deps
  server.registerTool(
    'search_places',
    {
      title: 'Search my places',
      description:
        'Searches the restaurants that this person saved from food videos: by words, distance, opening time, cuisine, price or list.',
      inputSchema: searchInput,
      outputSchema: { places: z.array(foundPlace), note: z.string().optional() },
      annotations: READ_ONLY,
    },
    (input) =>
      answer(deps, 'dataRequest', async () => {
        const wanted = understand(input)
        const rows = await database.withActor(user.actor, (tx) =>
          readPlaces(tx, { userId: user.id, text: wanted.text, listId: wanted.list_id }),
        )
        return {
          places: choose(rows, wanted, new Date()),
          ...(wanted.lacksPosition && { note: NO_POSITION }),
        }
      }),
  )
}

function addReading(server: McpServer, { user }: TokenOwner, deps: McpDeps): void {
  const { database } = deps
  server.registerTool(
    'get_place',
    {
      title: 'Get one of my places',
      description: 'One saved restaurant by the id that search_places gave.',
      inputSchema: z.strictObject({ id: z.uuid() }),
      outputSchema: { place: foundPlace },
      annotations: READ_ONLY,
    },
    ({ id }) =>
      answer(deps, 'dataRequest', async () => {
        const row = await database.withActor(user.actor, (tx) => readPlace(tx, user.id, id))
        if (!row) throw new AppError('not_found', 'There is no such place in this collection.')
        return { place: present(row, { at: new Date() }) }
      }),
  )
  const lists = () => database.withActor(user.actor, (tx) => readLists(tx, user.id))
  server.registerTool(
    'list_lists',
    {
      title: 'My lists',
      description: 'The lists of this person with the number of places in each.',
      inputSchema: z.strictObject({}),
      outputSchema: { lists: z.array(list) },
      annotations: READ_ONLY,
    },
    () => answer(deps, 'dataRequest', async () => ({ lists: [...(await lists())] })),
  )
  const template = new ResourceTemplate('antojo://lists/{id}', {
    list: async () => {
      await deps.take('dataRequest')
      const resources = (await lists()).map(({ id, name, places }) => ({
        uri: `antojo://lists/${id}`,
        name,
        description: `${places}`,
        mimeType: 'application/json',
      }))
      return { resources }
    },
  })
  server.registerResource(
    'list',
    template,
    { title: 'A list', description: 'The places of a list', mimeType: 'application/json' },
    async (uri, { id }) => {
      await deps.take('dataRequest')
      const listId = z.uuid().parse(id)
      const rows = await database.withActor(user.actor, (tx) =>
        readPlaces(tx, { userId: user.id, text: '', listId }),
      )
      const places = rows.map((row) => present(row, { at: new Date() }))
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(places) }] }
    },
  )
}

function addCapture(server: McpServer, deps: McpDeps): void {
  server.registerTool(
    'capture_link',
    {
      title: 'Save a link',
      description:
        'Saves the link of a TikTok, Instagram, YouTube or Facebook post. Its restaurant is identified in the background.',
      inputSchema: z.strictObject({
        url: z.string().min(1).max(5000),
        text: z.string().max(5000).optional().describe('Words that help to find the restaurant.'),
      }),
      outputSchema: { id: z.string(), state: z.string(), name: z.string().nullable() },
      annotations: { ...WRITES, openWorldHint: true },
    },
    ({ url, text }) =>
      answer(deps, 'capture', async () => {
        const { video } = await deps.capture([url, text].filter(Boolean).join('\n'))
        return { id: video.id, state: video.identify_state, name: video.restaurant_name }
      }),
  )
}

function addWriting(server: McpServer, { user }: TokenOwner, deps: McpDeps): void {
  const { database } = deps
  server.registerTool(
    'make_list',
    {
      title: 'Make a list',
      description: 'Makes a private list.',
      inputSchema: z.strictObject({ name: z.string().trim().min(1).max(120) }),
      outputSchema: { id: z.string() },
      annotations: { ...WRITES, idempotentHint: false },
    },
    ({ name }) =>
      answer(deps, 'dataRequest', async () => ({
        id: await database.withActor(user.actor, (tx) => makeList(tx, user.id, name)),
      })),
  )
  server.registerTool(
    'add_to_list',
    {
      title: 'Add places to a list',
      description: 'Puts saved places into one of this person’s lists.',
      inputSchema: z.strictObject({ list_id: z.uuid(), ids: z.array(z.uuid()).min(1).max(100) }),
      outputSchema: { added: z.number() },
      annotations: WRITES,
    },
    ({ list_id: listId, ids }) =>
      answer(deps, 'dataRequest', async () => {
        const added = await database.withActor(user.actor, (tx) =>
          addToList(tx, { userId: user.id, listId, ids }),
        )
        if (added === null) throw new AppError('not_found', 'There is no such list.')
        return { added }
      }),
  )
  server.registerTool(
    'mark_visited',
    {
      title: 'Mark a place as visited',
      description: 'Notes that this person was at a saved place, with a note and a rating if they want.',
      inputSchema: z.strictObject({
        id: z.uuid(),
        day: z.iso.date().describe('The day there, such as 2026-05-01.'),
        note: z.string().max(4000).optional(),
        rating: z.number().min(0.5).max(5).optional(),
      }),
      outputSchema: { visited: z.array(z.string()) },
      annotations: WRITES,
    },
    ({ id, ...visit }) =>
      answer(deps, 'dataRequest', () =>
        database.withActor(user.actor, async (tx) => {
          const row = await readPlace(tx, user.id, id)
          if (!row?.place_id) throw new AppError('not_found', 'There is no such place in this collection.')
          const place = { userId: user.id, placeId: row.place_id, placeName: row.name }
          await noteVisit(tx, { ...place, day: visit.day, note: visit.note, rating: visit.rating })
          return { visited: [...((await readPlace(tx, user.id, id))?.visited ?? [])] }
        }),
      ),
  )
}

/** A failure becomes a result that the model can read; it reveals nothing about the server. */
async function answer(
  deps: McpDeps,
  budget: RateBudgetName,
  work: () => Promise<Record<string, unknown>>,
): Promise<CallToolResult> {
  try {
    await deps.take(budget)
    const result = await work()
    return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result }
  } catch (error) {
    if (!(error instanceof AppError)) deps.onFailure(error)
    const text =
      error instanceof AppError ? `${error.code}: ${error.message}` : 'internal: The server failed.'
    return { content: [{ type: 'text', text }], isError: true }
  }
}
