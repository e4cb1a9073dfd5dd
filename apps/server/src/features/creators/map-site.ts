import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { placeId } from '@antojo/domain/places/place-facts'
import { creatorMapText } from '@antojo/i18n/creator-map'
import { type CreatorMap, creatorMapPage, MAP_PAGES } from './map-page.ts'
import { asHtml, markup, withoutTags } from '../../core/markup.ts'
import { outlinesAround } from './outlines.ts'

const require = createRequire(import.meta.url)
const OWN_FILES = ['map.js', 'map.css']
const LIBRARY_FILES = ['leaflet.js', 'leaflet.css']
const MAX_FEED_ITEMS = 50

/** Writes a creator's map as a static site: two pages, a map that needs no foreign host, GeoJSON and RSS. */
export async function writeMapSite(map: CreatorMap, dir: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  const points = map.places.map(({ place }) => place)
  const texts: Readonly<Record<string, string>> = {
    [MAP_PAGES.es]: creatorMapPage(map, 'es'),
    [MAP_PAGES.en]: creatorMapPage(map, 'en'),
    'places.geojson': geoJson(map),
    'feed.xml': rss(map),
    'outlines.js': `globalThis.antojoOutlines = ${JSON.stringify(await outlinesAround(points))}\n`,
  }
  for (const [name, text] of Object.entries(texts)) await writeFile(join(dir, name), text)
  for (const name of OWN_FILES)
    await copyFile(fileURLToPath(new URL(`site/${name}`, import.meta.url)), join(dir, name))
  for (const name of LIBRARY_FILES) {
    const text = await readFile(require.resolve(`leaflet/dist/${name}`), 'utf8')
    // Removes the reference to the source map, which is not copied.
    await writeFile(join(dir, name), text.replace(/^\/\/# sourceMappingURL=.*$/mu, ''))
  }
}

/** The places as GeoJSON (RFC 7946). */
function geoJson({ places }: CreatorMap): string {
  const features = places.map(({ place, confidence, posts }) => ({
    type: 'Feature',
    id: placeId(place),
    geometry: { type: 'Point', coordinates: [place.lng, place.lat] },
    properties: {
      name: place.name,
      address: place.address,
      city: place.city,
      country: place.country,
      cuisine: place.cuisine,
      confidence: Number(confidence.toFixed(3)),
      posts: posts.map(({ url, title, publishedAt }) => ({ url, title, published: publishedAt })),
    },
  }))
  return JSON.stringify({ type: 'FeatureCollection', features })
}

/** The most recently shown places as RSS 2.0 with GeoRSS points. */
function rss({ creator, channelUrl, places, made }: CreatorMap): string {
  const values = { creator, places: places.length }
  const items = places.slice(0, MAX_FEED_ITEMS).map(({ place, posts: [post] }) => {
    const date = post?.publishedAt ?? null
    return markup`<item>
<title>${withoutTags([place.name, place.city].filter(Boolean).join(', '))}</title>
<link>${post?.url ?? ''}</link>
<guid isPermaLink="false">${placeId(place)}</guid>
<description>${asHtml(post?.title ?? '')}</description>
${date === null ? null : markup`<pubDate>${date.toUTCString()}</pubDate>`}
<georss:point>${place.lat} ${place.lng}</georss:point>
</item>
`
  })
  return markup`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:georss="http://www.georss.org/georss">
<channel>
<title>${withoutTags(creatorMapText('es', 'creator_map_title', values))}</title>
<link>${channelUrl ?? ''}</link>
<description>${asHtml(creatorMapText('es', 'creator_map_description', values))}</description>
<language>es</language>
<lastBuildDate>${made.toUTCString()}</lastBuildDate>
${items}</channel>
</rss>
`.text
}
