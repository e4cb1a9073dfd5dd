import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import sharp from 'sharp'
import { MAX_ZOOM, streetArchive, vectorTile } from './streets.ts'

/** How the server of the archive answers. */
export type ArchiveBehaviour = 'ranges' | 'no ranges' | 'html' | 'gone'

/**
 * Local hosts like those of public map services: a style, its glyphs and its sprites on three hosts, and an archive of
 * tiles on another.
 */
export interface MapHosts {
  readonly styleUrl: string
  readonly archiveUrl: string
  /** `host:port` of the archive and the style. */
  readonly hosts: readonly string[]
  /** The origins that browsers load the style's parts from. */
  readonly origins: readonly string[]
  /** Requests by the host's purpose, e.g. `glyphs`. */
  readonly requests: ReadonlyMap<string, number>
  behave(manner: ArchiveBehaviour): void
  close(): Promise<void>
}

type Serve = (path: string, request: IncomingMessage, answer: ServerResponse) => void

export async function startMapHosts(): Promise<MapHosts> {
  const requests = new Map<string, number>()
  const servers: Server[] = []
  let manner: ArchiveBehaviour = 'ranges'
  const start = async (purpose: string, serve: Serve): Promise<string> => {
    const server = createServer(counted(requests, purpose, serve)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    servers.push(server)
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`
  }
  const archive = streetArchive()
  const icon = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#b00' } })
    .png()
    .toBuffer()
  const glyphs = await start('glyphs', (_path, _request, answer) => answer.end())
  const sprite = await start('sprite', (path, _request, answer) =>
    path.endsWith('.json')
      ? json(answer, { dot: { x: 0, y: 0, width: 8, height: 8, pixelRatio: 1 } })
      : answer.setHeader('content-type', 'image/png').end(icon),
  )
  const tiles = await start('tiles', (path, _request, answer) => {
    if (path === '/planet')
      return json(answer, { tilejson: '3.0.0', maxzoom: MAX_ZOOM, tiles: [`${tiles}/{z}/{x}/{y}.pbf`] })
    const [zoom = 0, x = 0, y = 0] = path.slice(1).replace('.pbf', '').split('/').map(Number)
    answer.end(vectorTile(zoom, x, y) ?? '')
  })
  const style = await start('style', (_path, _request, answer) =>
    json(answer, styleOf({ tiles, glyphs, sprite })),
  )
  const archiveHost = await start('archive', (_path, request, answer) =>
    serveArchive(archive, manner, request, answer),
  )
  return {
    styleUrl: `${style}/styles/liberty`,
    archiveUrl: `${archiveHost}/planet.pmtiles`,
    hosts: [style, archiveHost].map((url) => new URL(url).host),
    origins: [style, tiles, glyphs, sprite],
    requests,
    behave: (next) => {
      manner = next
    },
    close: async () => {
      await Promise.all(
        servers.map(async (server) => {
          server.closeAllConnections()
          server.close()
          await once(server, 'close')
        }),
      )
    },
  }
}

function counted(requests: Map<string, number>, purpose: string, serve: Serve): RequestListener {
  return (request, answer) => {
    requests.set(purpose, (requests.get(purpose) ?? 0) + 1)
    answer.setHeader('access-control-allow-origin', '*')
    serve(new URL(request.url ?? '', 'http://host').pathname, request, answer)
  }
}

function json(answer: ServerResponse, body: unknown): void {
  answer.setHeader('content-type', 'application/json').end(JSON.stringify(body))
}

/** A style like OpenFreeMap's: tiles by TileJSON, and URL templates for glyphs and sprites. */
function styleOf({
  tiles,
  glyphs,
  sprite,
}: Readonly<Record<'tiles' | 'glyphs' | 'sprite', string>>): unknown {
  return {
    version: 8,
    name: 'Streets',
    sources: {
      openmaptiles: { type: 'vector', url: `${tiles}/planet`, attribution: 'OpenFreeMap © OpenMapTiles' },
    },
    glyphs: `${glyphs}/fonts/{fontstack}/{range}.pbf`,
    sprite: `${sprite}/sprites/ofm`,
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': '#f8f4f0' } },
      {
        id: 'water',
        type: 'fill',
        source: 'openmaptiles',
        'source-layer': 'water',
        paint: { 'fill-color': '#9fc5e8' },
      },
      {
        id: 'roads',
        type: 'line',
        source: 'openmaptiles',
        'source-layer': 'roads',
        paint: { 'line-width': 5, 'line-color': '#e8a33d' },
      },
      {
        id: 'names',
        type: 'symbol',
        source: 'openmaptiles',
        'source-layer': 'roads',
        layout: { 'text-field': ['get', 'name'], 'text-font': ['Noto Sans Regular'], 'icon-image': 'dot' },
      },
    ],
  }
}

function serveArchive(
  archive: Buffer,
  manner: ArchiveBehaviour,
  request: IncomingMessage,
  answer: ServerResponse,
): void {
  const range = /^bytes=(?<from>\d+)-(?<to>\d+)$/u.exec(request.headers.range ?? '')?.groups
  if (manner === 'gone') return void answer.writeHead(404).end()
  if (manner === 'html') return void answer.setHeader('content-type', 'text/html').end('<h1>Sign in</h1>')
  if (manner === 'no ranges' || range === undefined) return void answer.end(archive)
  const part = archive.subarray(Number(range['from']), Number(range['to']) + 1)
  answer.writeHead(206, { etag: '"1"', 'content-length': part.length }).end(part)
}
