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

const STYLE = markup`:root{color-scheme:light dark;font:16px/1.4 Figtree,system-ui,sans-serif;background:light-dark(#fff7ec,#1c110d);color:light-dark(#2b1a14,#fbefdf)}
body{margin:0;padding:20px;overflow-wrap:anywhere}h1{font-size:1.4rem;line-height:1.2;margin:0 0 4px;text-wrap:balance}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:12px;list-style:none;margin:16px 0;padding:0}
li{display:grid;align-content:start;grid-template-rows:auto 1fr;padding:14px 16px 4px;border:1px solid light-dark(#ead9c2,#40291f);border-radius:16px;background:light-dark(#fffdf9,#281a14)}
h2{font-size:1rem;margin:0}p{margin:2px 0;color:light-dark(#6a5145,#cfb8a6)}
a{grid-row:3;justify-self:start;padding:11px 0;color:light-dark(#1f4e79,#9cc7ee);font-weight:600}
main>a{display:inline-block;padding:11px 20px;border-radius:12px;background:#c8321f;color:#fff;text-decoration:none}`

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
