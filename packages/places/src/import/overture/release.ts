import { z } from 'zod'
import { boxesOverlap, type Box } from '../../geo.ts'
import { readJson, RemoteError, type RemoteOptions } from '../remote/remote-file.ts'

/** A release of Overture's places: its id, such as `2026-10-21.0`, and its GeoParquet files with their extents. */
export interface Release {
  readonly id: string
  readonly files: readonly { readonly url: string; readonly box: Box }[]
}

/** STAC 1.1: catalogs and collections link to children and items; the field `latest` is Overture's own. */
const node = z.object({
  latest: z.string().optional(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
})
const item = z.object({
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  assets: z.record(z.string(), z.object({ href: z.string() })),
})

/** The number of items that are read in parallel. */
const ITEMS_AT_ONCE = 6

/** Finds the newest release, or the one with this id, and its files that overlap the boxes. */
export async function readRelease(
  base: string,
  box: Box | undefined,
  options: RemoteOptions & { readonly id?: string | undefined },
): Promise<Release> {
  const root = await readRoot(base, options)
  const id = options.id ?? root.id
  let url = root.url
  let current = root.links
  for (const name of [id, 'places', 'place']) {
    const next = current.find(({ rel, href }) => rel === 'child' && pathParts(href, url).at(-2) === name)
    if (next === undefined) throw new RemoteError('not_found', `${url} has no "${name}"`)
    url = new URL(next.href, url).href
    current = linksOf(await readJson(url, options), url).links
  }
  const items = current.filter(({ rel }) => rel === 'item').map(({ href }) => new URL(href, url).href)
  const files: { url: string; box: Box }[] = []
  for (let start = 0; start < items.length; start += ITEMS_AT_ONCE) {
    const some = items.slice(start, start + ITEMS_AT_ONCE)
    files.push(...(await Promise.all(some.map((each) => readItem(each, options)))))
  }
  return { id, files: files.filter((file) => box === undefined || boxesOverlap(file.box, box)) }
}

/** The id of the newest release. */
export async function newestRelease(base: string, options: RemoteOptions): Promise<string> {
  return (await readRoot(base, options)).id
}

async function readRoot(
  base: string,
  options: RemoteOptions,
): Promise<{ id: string; url: string; links: z.infer<typeof node>['links'] }> {
  const url = base.endsWith('.json') ? base : `${base.replace(/\/$/, '')}/catalog.json`
  const { latest, links } = linksOf(await readJson(url, options), url)
  if (latest === undefined) throw new RemoteError('wrong_content', `${url} names no latest release`)
  return { id: latest, url, links }
}

function linksOf(value: unknown, url: string): z.infer<typeof node> {
  const { data } = node.safeParse(value)
  if (data === undefined) throw new RemoteError('wrong_content', `${url} is no STAC catalog`)
  return data
}

function pathParts(href: string, base: string): readonly string[] {
  return new URL(href, base).pathname.split('/')
}

/** The HTTPS URL of the file; the same asset also has `s3:` and Azure URLs. */
async function readItem(url: string, options: RemoteOptions): Promise<{ url: string; box: Box }> {
  const { data } = item.safeParse(await readJson(url, options))
  const asset = data?.assets['aws'] ?? Object.values(data?.assets ?? {})[0]
  if (data === undefined || asset === undefined)
    throw new RemoteError('wrong_content', `${url} is no STAC item`)
  const [west, south, east, north] = data.bbox
  return { url: new URL(asset.href, url).href, box: { west, south, east, north } }
}
