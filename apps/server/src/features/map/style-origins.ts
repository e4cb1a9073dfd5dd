import { z } from 'zod'
import type { GuardedFetch } from '../../adapters/http/guarded-fetch.ts'
import { parseJson } from '../../adapters/http/fetch-body.ts'

const STYLE_TIMEOUT_MS = 8_000
const MAX_STYLE_BYTES = 4 * 1024 ** 2
/** A style with more origins is not a map but an attempt to open the policy to everything. */
const MAX_ORIGINS = 12

/** https://maplibre.org/maplibre-style-spec/, only the fields with URLs. */
const style = z.object({
  glyphs: z.string().optional(),
  sprite: z.union([z.string(), z.array(z.object({ url: z.string() }))]).optional(),
  sources: z
    .record(
      z.string(),
      z.object({
        url: z.string().optional(),
        tiles: z.array(z.string()).optional(),
        data: z.unknown().optional(),
      }),
    )
    .default({}),
})
/** https://github.com/mapbox/tilejson-spec */
const tileJson = z.object({ tiles: z.array(z.string()) })

/**
 * The origins that a MapLibre style loads from: its own, and those of its tiles, glyphs and sprites. Throws with the
 * reason when the style cannot be read; unreadable sources are left out.
 */
export async function styleOrigins(url: string, fetch: GuardedFetch): Promise<readonly string[]> {
  const { glyphs, sprite, sources } = style.parse(await readJson(url, fetch))
  const sprites = typeof sprite === 'string' ? [sprite] : (sprite ?? []).map((each) => each.url)
  const described = Object.values(sources).flatMap((source) => source.url ?? [])
  const tiles = await Promise.all(described.map((each) => tilesOf(new URL(each, url).href, fetch)))
  const addresses = [
    url,
    ...(glyphs === undefined ? [] : [glyphs]),
    ...sprites,
    ...described,
    ...tiles.flat(),
    ...Object.values(sources).flatMap(({ tiles: own, data }) => [
      ...(own ?? []),
      ...(typeof data === 'string' ? [data] : []),
    ]),
  ]
  const origins = new Set(addresses.map((address) => new URL(address, url).origin))
  return [...origins].filter((origin) => /^https?:/u.test(origin)).slice(0, MAX_ORIGINS)
}

/** The URLs of tiles in a TileJSON document; empty when it cannot be read. */
async function tilesOf(url: string, fetch: GuardedFetch): Promise<readonly string[]> {
  const found = tileJson.safeParse(await readJson(url, fetch).catch(() => null))
  return found.success ? found.data.tiles.map((each) => new URL(each, url).href) : []
}

async function readJson(url: string, fetch: GuardedFetch): Promise<unknown> {
  const answer = await fetch({ url, timeoutMs: STYLE_TIMEOUT_MS, maxBytes: MAX_STYLE_BYTES })
  if (!answer.ok) throw new Error(`${answer.reason}: ${answer.detail}`)
  if (answer.status !== 200) throw new Error(`status ${answer.status}`)
  return parseJson(answer.body)
}
