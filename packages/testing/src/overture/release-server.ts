import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type StandInPlace, writePlaces } from './write-places.ts'

/** How the server misbehaves when it is asked for files of places. */
export type Misbehaviour = 'none' | 'no ranges' | 'html' | 'cut' | 'gone' | 'hang up' | 'busy' | 'slow'

/** A local stand-in for Overture's public bucket and its STAC catalog. */
export interface ReleaseServer {
  /** The folder of `catalog.json`. */
  readonly url: string
  /** `host:port`. */
  readonly host: string
  /** Bytes of places files that were sent, and the number of requests for them. */
  readonly sent: { bytes: number; requests: number }
  /** Misbehaves from the given request for a file on; the first request is 1. */
  behave(rudeness: Misbehaviour, fromRequest?: number): void
  /** Delays files of places until the returned function is called. */
  hold(): () => void
  /** Publishes a release; the last one is the newest. */
  publish(id: string, files: readonly ReleaseFile[]): Promise<void>
  close(): Promise<void>
}

export interface ReleaseFile {
  readonly path: string
  readonly bbox: readonly [number, number, number, number]
}

// Cells of about 50 km. Releases sort places by a space-filling curve, so each of their row groups covers a small area,
// too.
function cell({ lat, lng }: StandInPlace): number {
  return Math.floor(lng * 2) * 1000 + Math.floor(lat * 2)
}

/** Writes places into files of a release, each sorted by position. */
export async function writeRelease(
  dir: string,
  places: readonly StandInPlace[],
  { files, rowGroupSize }: { readonly files: number; readonly rowGroupSize: number },
): Promise<ReleaseFile[]> {
  const sorted = places.toSorted((a, b) => cell(a) - cell(b))
  const size = Math.ceil(sorted.length / files)
  const written: ReleaseFile[] = []
  for (let file = 0; file < files; file += 1) {
    const some = sorted.slice(file * size, (file + 1) * size)
    if (some.length === 0) break
    const path = join(dir, `part-${String(file).padStart(5, '0')}.zstd.parquet`)
    await writePlaces(path, some, rowGroupSize)
    written.push({ path, bbox: extentOf(some) })
  }
  return written
}

function extentOf(places: readonly StandInPlace[]): [number, number, number, number] {
  const box: [number, number, number, number] = [180, 90, -180, -90]
  for (const { lat, lng } of places) {
    box[0] = Math.min(box[0], lng)
    box[1] = Math.min(box[1], lat)
    box[2] = Math.max(box[2], lng)
    box[3] = Math.max(box[3], lat)
  }
  return box
}

export async function startReleaseServer(): Promise<ReleaseServer> {
  const documents = new Map<string, string>()
  const paths = new Map<string, string>()
  const sent = { bytes: 0, requests: 0 }
  let rudeness: Misbehaviour = 'none'
  let from = 1
  let held: Promise<void> = Promise.resolve()
  const server = createServer((request, answer) => {
    const path = request.url ?? ''
    const document = documents.get(path)
    const file = paths.get(path)
    if (document !== undefined) answer.setHeader('content-type', 'application/json').end(document)
    else if (file === undefined) answer.writeHead(404).end()
    else {
      sent.requests += 1
      const now = sent.requests >= from ? rudeness : 'none'
      void held.then(() => sendFile(file, { request, answer, rudeness: now, sent }))
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const host = `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const releases: string[] = []
  return {
    url: `http://${host}`,
    host,
    sent,
    behave: (next, fromRequest = 1) => {
      rudeness = next
      from = sent.requests + fromRequest
    },
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
    publish: async (id, files) => {
      releases.push(id)
      for (const [path, document] of catalogOf(id, files)) documents.set(path, JSON.stringify(document))
      for (const file of files) paths.set(filePath(id, file), file.path)
      documents.set('/catalog.json', JSON.stringify(rootOf(releases)))
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const filePath = (id: string, { path }: ReleaseFile): string =>
  `/release/${id}/theme=places/type=place/${basename(path)}`
const child = (href: string) => ({ rel: 'child', href, type: 'application/json' })

function rootOf(releases: readonly string[]) {
  const links = releases.map((id) => child(`./${id}/catalog.json`))
  return { type: 'Catalog', id: 'Overture Releases', stac_version: '1.1.0', latest: releases.at(-1), links }
}

function item(number: number): string {
  return String(number).padStart(5, '0')
}

/** The documents of one release, in the layout of stac.overturemaps.org. */
function catalogOf(id: string, files: readonly ReleaseFile[]): [string, object][] {
  const links = files.map((_, number) => ({ rel: 'item', href: `./${item(number)}/${item(number)}.json` }))
  const themes = [child('./buildings/catalog.json'), child('./places/catalog.json')]
  return [
    [`/${id}/catalog.json`, { type: 'Catalog', id, stac_version: '1.1.0', links: themes }],
    [
      `/${id}/places/catalog.json`,
      { type: 'Catalog', id: 'places', links: [child('./place/collection.json')] },
    ],
    [`/${id}/places/place/collection.json`, { type: 'Collection', id: 'place', links }],
    ...files.map((file, number): [string, object] => [
      `/${id}/places/place/${item(number)}/${item(number)}.json`,
      {
        type: 'Feature',
        id: item(number),
        bbox: file.bbox,
        assets: { aws: { href: filePath(id, file), type: 'application/vnd.apache.parquet' } },
      },
    ]),
  ]
}

/** How much later than usual a slow bucket answers. */
const SLOW_MS = 40

interface Sending {
  readonly request: IncomingMessage
  readonly answer: ServerResponse
  readonly rudeness: Misbehaviour
  readonly sent: { bytes: number }
}

async function sendFile(path: string, { request, answer, rudeness, sent }: Sending): Promise<void> {
  if (rudeness === 'gone') return void answer.writeHead(404).end()
  if (rudeness === 'html')
    return void answer.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Please wait…</h1>')
  if (rudeness === 'busy') return void answer.writeHead(503, { 'retry-after': '1' }).end()
  if (rudeness === 'slow') await pause(SLOW_MS)
  if (rudeness === 'hang up') return void request.socket.destroy()
  const { size } = await stat(path)
  const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
  if (asked === null || rudeness === 'no ranges') {
    answer.writeHead(200, { 'content-length': size })
    return void createReadStream(path).pipe(answer)
  }
  const start = Number(asked[1])
  const last = Math.min(size - 1, asked[2] === '' ? size - 1 : Number(asked[2]))
  const cut = rudeness === 'cut' ? Math.floor((last - start) / 2) : 0
  const etag = `"${basename(path)}-${size}"`
  answer.writeHead(206, {
    'content-range': `bytes ${start}-${last}/${size}`,
    'content-length': last - start + 1 - cut,
    etag,
  })
  sent.bytes += last - start + 1
  createReadStream(path, { start, end: last - cut }).pipe(answer)
}
