import { randomBytes } from 'node:crypto'
import { preferredLanguage } from '@antojo/auth/http/language'
import type { Database } from '@antojo/db/database'
import { creatorMapText } from '@antojo/i18n/creator-map'
import { embedTexts, listPreviewTitle, type PreviewLanguage } from '@antojo/i18n/list-preview'
import { type Markup, markup } from '../../core/markup.ts'
import { idParams, type ProductApp } from '../../core/request-scope.ts'
import { listedPlaces, type ListedPlace, type SharedList } from './repo.ts'
import { readShared } from './service.ts'

export interface EmbedDeps {
  readonly database: Database
  readonly publicUrl: string
}

/** The most places that a page or file of a shared list shows. */
const MAX_PLACES = 1_000

/**
 * `/list/{id}/embed`: a shared list as a page that other sites may show in a frame, for reading only: no script, no
 * cookie, nothing of the reader's account. `/list/{id}/places.geojson`: its places that have a position.
 */
export function embedRoutes(app: ProductApp, { database, publicUrl }: EmbedDeps): void {
  const read = (id: string) => readShared(database, id, (tx) => listedPlaces(tx, id, MAX_PLACES))
  app.get('/list/:id/embed', { schema: { params: idParams } }, async (request, reply) => {
    const { list, more: places } = await read(request.params.id)
    const language = preferredLanguage(request.headers['accept-language'], 'es')
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .removeHeader('x-frame-options')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
      )
      .header('cache-control', 'public, max-age=300')
      .type('text/html; charset=utf-8')
      .send(page({ list, places, language, nonce, address: `${publicUrl}/list/${request.params.id}` }))
  })
  app.get('/list/:id/places.geojson', { schema: { params: idParams } }, async (request, reply) => {
    const { more: places } = await read(request.params.id)
    const features = places.flatMap(({ lat, lng, ...properties }) =>
      lat === null || lng === null
        ? []
        : [{ type: 'Feature', geometry: { type: 'Point', coordinates: [lng, lat] }, properties }],
    )
    return reply
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=300')
      .type('application/geo+json')
      .send(JSON.stringify({ type: 'FeatureCollection', features }))
  })
}

const STYLE = markup`:root{color-scheme:light dark;font:16px/1.4 system-ui,sans-serif}body{margin:0;padding:16px}
h1{font-size:1.25rem;margin:0 0 4px}ul{list-style:none;margin:12px 0;padding:0}
li{padding:10px 0;border-top:1px solid color-mix(in srgb,currentColor 20%,transparent)}
h2{font-size:1rem;margin:0}p{margin:2px 0}a{color:inherit;display:inline-block;padding:10px 12px 10px 0}`

interface Shown {
  readonly list: SharedList
  readonly places: readonly ListedPlace[]
  readonly language: PreviewLanguage
  readonly nonce: string
  readonly address: string
}

function page({ list, places, language, nonce, address }: Shown): string {
  const { open, text } = embedTexts(language)
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${list.description ?? text}">
<title>${list.name}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1 dir="auto">${listPreviewTitle(list.name, list.places, language)}</h1>
${list.description === null ? null : markup`<p dir="auto">${list.description}</p>`}
<ul>${places.map((place) => placeItem(place, language))}</ul>
<a href="${address}" target="_blank" rel="noopener">${open}</a>
</main>
</body>
</html>
`.text
}

function placeItem({ name, address, lat, lng }: ListedPlace, language: PreviewLanguage): Markup {
  const query = encodeURIComponent(lat === null || lng === null ? [name, address].join(' ') : `${lat},${lng}`)
  const maps = `https://www.google.com/maps/search/?api=1&query=${query}`
  return markup`<li><h2 dir="auto">${name}</h2>${address === null ? null : markup`<p dir="auto">${address}</p>`}<a href="${maps}" target="_blank" rel="noopener noreferrer nofollow">${creatorMapText(language, 'creator_map_directions')}<span hidden> ${name}</span></a></li>`
}
