import { Readable } from 'node:stream'
import { PLACE_EXPORT_FORMATS } from '@antojo/contract/transfer/place-export'
import {
  type FeedFile,
  feedParams,
  feedQuery,
  type FeedResponse,
} from '@antojo/contract/transfer/place-feeds'
import type { Database } from '@antojo/db/database'
import type { Actor } from '@antojo/db/scope'
import { AppError } from '../../core/app-error.ts'
import { markup } from '../../core/markup.ts'
import { idParams, type ProductApp, type RequestScope, type User } from '../../core/request-scope.ts'
import type { Credentials } from '../credentials/service.ts'
import { contentTypeOf, placesFile } from '../exports/service.ts'
import {
  countFeeds,
  type Feed,
  feedOf,
  findFeed,
  makeFeed,
  newestPosts,
  removeFeed,
  removeFeeds,
  versionOf,
} from './repo.ts'
import { rss, RSS_TYPE } from './service.ts'

export interface FeedDeps {
  readonly database: Database
  readonly scope: RequestScope
  readonly credentials: Credentials
  /** The public URL of this server. */
  readonly publicUrl: string
  /** False for an account that is banned, deleted or scheduled for deletion. */
  isActive(userId: string): Promise<boolean>
}

/** Seconds between two reads of a file by Google Earth and by caches. */
const REFRESH_AFTER = 900

/** `/places/feeds`: a person's live links; `/feeds/{id}/{file}`: the files that programs read there. */
export function feedRoutes(app: ProductApp, deps: FeedDeps): void {
  const { database, scope, credentials, publicUrl } = deps
  app.get('/places/feeds', { schema: { querystring: feedQuery } }, async (request) => {
    return read(deps, await scope.user(request), request.query.list ?? null)
  })

  app.post('/places/feeds', { schema: { querystring: feedQuery } }, async (request, reply) => {
    const user = await scope.user(request)
    const list = request.query.list ?? null
    const there = await read(deps, user, list)
    void reply.code(201)
    if (there.feed !== null) return there
    const wanted = { kind: 'live_address_made', language: request.headers['accept-language'] } as const
    const made = await credentials.issue(user, wanted, (tx) => makeFeed(tx, user.id, list))
    if (made === null) throw new AppError('not_found', 'There is no such list.')
    return read(deps, user, list)
  })

  app.delete('/places/feeds', async (request, reply) => {
    const { id, actor } = await scope.user(request)
    await database.asPerson(actor, (tx) => removeFeeds(tx, id))
    return reply.code(204).send()
  })

  app.delete('/places/feeds/:id', { schema: { params: idParams } }, async (request, reply) => {
    const { id, actor } = await scope.user(request)
    const isRemoved = await database.asPerson(actor, (tx) => removeFeed(tx, id, request.params.id))
    if (!isRemoved) throw new AppError('not_found', 'There is no such address.')
    return reply.code(204).send()
  })

  app.get(
    '/feeds/:id/:file',
    { schema: { params: feedParams }, config: { budget: 'placeFeed' } },
    async (request, reply) => {
      const { id, file } = request.params
      const feed = await database.asSystem('find a feed', (tx) => findFeed(tx, id))
      if (!feed || !(await deps.isActive(feed.user_id)))
        throw new AppError('not_found', 'This address does not exist, or not any more.')
      const actor = actorOf(feed)
      const version = await database.withActor(actor, (tx) => versionOf(tx, feed))
      const etag = `W/"${version}"`
      void reply
        .header('etag', etag)
        .header('cache-control', `private, max-age=${REFRESH_AFTER}`)
        .header('x-robots-tag', 'noindex')
        .header('content-security-policy', "default-src 'none'; sandbox")
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.type(typeOf(file)).send(await contentOf({ database, feed, file, publicUrl }))
    },
  )
}

function read({ database }: FeedDeps, { id, actor }: User, list: string | null): Promise<FeedResponse> {
  return database.asPerson(actor, async (tx) => {
    const feed = await feedOf(tx, id, list)
    return { feed: feed ? { id: feed.id } : null, ofPerson: await countFeeds(tx, id) }
  })
}

/** The feed's owner, under row security. */
function actorOf({ user_id: sub }: Feed): Actor {
  return { role: 'authenticated', claims: { sub, role: 'authenticated' } }
}

const formatOf = (file: FeedFile) => PLACE_EXPORT_FORMATS.find((format) => file === `places.${format}`)

function typeOf(file: FeedFile): string {
  const format = formatOf(file)
  if (format !== undefined) return contentTypeOf(format)
  return file === 'rss.xml' ? RSS_TYPE : contentTypeOf('kml')
}

interface Wanted {
  readonly database: Database
  readonly feed: Feed
  readonly file: FeedFile
  readonly publicUrl: string
}

async function contentOf({ database, feed, file, publicUrl }: Wanted): Promise<Readable | string> {
  const format = formatOf(file)
  const address = `${publicUrl}/feeds/${feed.id}`
  if (format === undefined && file === 'network.kml') return networkLink(`${address}/places.kml`)
  const actor = actorOf(feed)
  if (format === undefined)
    return rss(await database.withActor(actor, (tx) => newestPosts(tx, feed)), {
      title: 'Antojo',
      link: publicUrl,
      self: `${address}/rss.xml`,
    })
  const wanted = { format, list: feed.list_id ?? undefined, isPrivate: false } as const
  // A program reads the table, so its headings stay the same whoever asks.
  const { text } = await placesFile(database, { id: feed.user_id, actor }, { ...wanted, language: 'en' })
  return Readable.from(text)
}

/** https://developers.google.com/kml/documentation/kmlreference#networklink */
function networkLink(href: string): string {
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<NetworkLink>
<name>Antojo</name>
<Link><href>${href}</href><refreshMode>onInterval</refreshMode><refreshInterval>${REFRESH_AFTER}</refreshInterval></Link>
</NetworkLink>
</kml>
`.text
}
