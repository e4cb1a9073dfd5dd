import { type FileHandle, open } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import { Compression, EtagMismatch, PMTiles, type RangeResponse, type Source, TileType } from 'pmtiles'
import { z } from 'zod'
import type { GuardedFetch } from '../http/guarded-fetch.ts'

/** The tiles of a PMTiles archive, version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). */
export type MapArchive = Awaited<ReturnType<typeof openMapArchive>>

/** Larger parts are refused: the tiles of a map of streets have at most some hundred kilobytes. */
const MAX_PART_BYTES = 4 * 1024 ** 2
const MAX_UNPACKED_BYTES = 16 * 1024 ** 2
const RANGE_TIMEOUT_MS = 8_000

const metadata = z.object({ attribution: z.string().catch('') })

/**
 * Opens a file, or a URL whose server supports ranges. Throws with the reason when it is not an archive of vector
 * tiles.
 */
export async function openMapArchive(at: string, fetch: GuardedFetch) {
  const file = at.startsWith('/') ? await open(at) : null
  try {
    const archive = new PMTiles(file ? fileSource(at, file) : addressSource(at, fetch), undefined, unpack)
    const { maxZoom, tileType } = await archive.getHeader()
    if (tileType !== TileType.Mvt) throw new Error('its tiles are pictures, not vectors')
    const { attribution } = metadata.parse(await archive.getMetadata())
    return {
      maxZoom,
      attribution,
      /** A vector tile, decompressed; null where the archive has none. Throws when the archive cannot be read. */
      tile: async (zoom: number, x: number, y: number) => {
        const found = await archive.getZxy(zoom, x, y)
        return found === undefined ? null : Buffer.from(found.data)
      },
      close: async () => file?.close(),
    }
  } catch (error) {
    await file?.close()
    throw error
  }
}

function fileSource(path: string, file: FileHandle): Source {
  return {
    getKey: () => path,
    getBytes: async (offset, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bounded(length)), 0, length, offset)
      return { data: arrayBuffer(buffer.subarray(0, bytesRead)) }
    },
  }
}

function addressSource(url: string, fetch: GuardedFetch): Source {
  return {
    getKey: () => url,
    getBytes: async (offset, length, signal, knownEtag): Promise<RangeResponse> => {
      const answer = await fetch({
        url,
        headers: { range: `bytes=${offset}-${offset + bounded(length) - 1}`, 'accept-encoding': 'identity' },
        timeoutMs: RANGE_TIMEOUT_MS,
        maxBytes: length,
        signal,
      })
      if (!answer.ok) throw new Error(`${answer.reason}: ${answer.detail}`)
      if (answer.status !== 206) throw new Error(`status ${answer.status} for a range, not 206`)
      const etag = answer.headers.get('etag')
      // There is a new release at this URL, so the library has to read its directories again.
      if (knownEtag !== undefined && etag !== undefined && etag !== knownEtag) throw new EtagMismatch(etag)
      return { data: arrayBuffer(answer.body), ...(etag !== undefined && { etag }) }
    },
  }
}

function bounded(length: number): number {
  if (length > MAX_PART_BYTES) throw new Error(`a part of ${length} bytes`)
  return length
}

const UNPACKERS = {
  [Compression.Gzip]: promisify(gunzip),
  [Compression.Brotli]: promisify(brotliDecompress),
  [Compression.Zstd]: promisify(zstdDecompress),
} as const

async function unpack(packed: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None || compression === Compression.Unknown) return packed
  return arrayBuffer(await UNPACKERS[compression](packed, { maxOutputLength: MAX_UNPACKED_BYTES }))
}

/** The library reads whole buffers, so this copies the bytes out of a shared one. */
function arrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
