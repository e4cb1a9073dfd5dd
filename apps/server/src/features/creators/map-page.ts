import { type CreatorMapLanguage, creatorMapText } from '@antojo/i18n/creator-map'
import type { SourceCount } from '@antojo/places/sources'
import type { CreatorPlaces, ShowingPost, ShownPlace } from './find-places.ts'
import { type Markup, markup } from '../../core/markup.ts'

/** The contents of a creator's map site. */
export interface CreatorMap extends CreatorPlaces {
  readonly creator: string
  readonly channelUrl: string | null
  readonly postsRead: number
  /** True when the channel has more posts than were read. */
  readonly cut: boolean
  readonly made: Date
  readonly sources: readonly SourceCount[]
}

/** The page of each language; the first one is the site's entry. */
export const MAP_PAGES = { es: 'index.html', en: 'en.html' } as const satisfies Record<
  CreatorMapLanguage,
  string
>

const OTHER_LANGUAGE = {
  es: { language: 'en', name: 'English' },
  en: { language: 'es', name: 'Español' },
} as const
const MAX_UNSURE = 500
const MAX_OPEN_POSTS = 3
/** No request leaves the site. `file:` allows opening the page from the disk. */
const POLICY =
  "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file: data:; base-uri 'none'; form-action 'none'"

/** The page of a creator's map in one language. It is readable without a script, and loads nothing from other hosts. */
export function creatorMapPage(map: CreatorMap, language: CreatorMapLanguage): string {
  const t = texts(language)
  const { creator, places, postsRead } = map
  const title = t('creator_map_title', { creator })
  const other = OTHER_LANGUAGE[language]
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${t('creator_map_description', { creator, places: places.length })}">
<title>${title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="leaflet.css">
<link rel="stylesheet" href="map.css">
<link rel="alternate" type="application/rss+xml" title="${title}" href="feed.xml">
<script defer src="leaflet.js"></script>
<script defer src="outlines.js"></script>
<script defer src="map.js"></script>
</head>
<body>
<header>
<p class="languages"><a href="${MAP_PAGES[other.language]}" hreflang="${other.language}" lang="${other.language}">${other.name}</a></p>
<h1 dir="auto">${title}</h1>
<p>${t('creator_map_counts', { places: places.length, posts: postsRead })}</p>
<p class="quiet">${t('creator_map_updated', { date: dateText(map.made, language) })}${map.cut ? ` · ${t('creator_map_partial')}` : ''}${link(map.channelUrl, t('creator_map_channel'))}</p>
</header>
<main>
${places.length === 0 ? markup`<p>${t('creator_map_empty')}</p>` : placesPart(map, language)}
${map.unsure.length === 0 ? null : unsurePart(map, language)}
</main>
${footer(map, language)}
</body>
</html>
`.text
}

function texts(language: CreatorMapLanguage) {
  return (...args: Parameters<typeof creatorMapText> extends [unknown, ...infer Rest] ? Rest : never) =>
    creatorMapText(language, ...args)
}

function placesPart({ places }: CreatorMap, language: CreatorMapLanguage): Markup {
  const t = texts(language)
  const cities = byCity(places)
  const options = cities.flatMap(([city, of]) =>
    city === '' ? [] : [markup`<option value="${city}">${city} (${of.length})</option>`],
  )
  return markup`<div id="map" role="region" aria-label="${t('creator_map_map')}" data-zoom-in="${t('creator_map_zoom_in')}" data-zoom-out="${t('creator_map_zoom_out')}" hidden></div>
<form class="filters" role="search" hidden>
<label>${t('creator_map_search')}<input type="search" name="words" autocomplete="off"></label>
<label>${t('creator_map_city')}<select name="city"><option value="">${t('creator_map_all_cities')}</option>${options}</select></label>
<p role="status" data-shown="${t('creator_map_shown')}" data-none="${t('creator_map_none')}"></p>
</form>
${cities.map(
  ([city, of]) => markup`<section data-city="${city}">
<h2><bdi>${city === '' ? t('creator_map_no_city') : city}</bdi> <small>${of.length}</small></h2>
<ul class="cards">${of.map((shown) => card(shown, language))}</ul>
</section>
`,
)}`
}

/** Places by city, the city with the most places first; places without a known city last, under an empty name. */
function byCity(places: readonly ShownPlace[]): [string, ShownPlace[]][] {
  const groups = Map.groupBy(places, ({ place }) => place.city ?? '')
  return [...groups].toSorted(([a, left], [b, right]) =>
    (a === '') === (b === '') ? right.length - left.length : a === '' ? 1 : -1,
  )
}

function card({ place, confidence, posts }: ShownPlace, language: CreatorMapLanguage): Markup {
  const t = texts(language)
  const address = [place.address, place.neighbourhood].filter((part) => part !== undefined).join(', ')
  const words = posts.find((post) => post.words !== null)?.words ?? null
  const query = encodeURIComponent(`${place.lat},${place.lng}`)
  const older = posts.slice(MAX_OPEN_POSTS)
  return markup`<li class="card" data-lat="${place.lat}" data-lng="${place.lng}">
<h3><bdi>${place.name}</bdi></h3>
${address === '' ? null : markup`<p class="quiet" dir="auto">${address}</p>`}
${words === null ? null : markup`<p class="words">${t('creator_map_words')}: <q><bdi>${words}</bdi></q></p>`}
<ul class="posts">${posts.slice(0, MAX_OPEN_POSTS).map((post) => postLine(post, language))}</ul>
${
  older.length === 0
    ? null
    : markup`<details><summary>${t('creator_map_more_posts', { n: older.length })}</summary><ul class="posts">${older.map((post) => postLine(post, language))}</ul></details>`
}
<p class="actions"><span class="sure">${t('creator_map_sure', { percent: Math.floor(confidence * 100) })}</span><button type="button" hidden>${t('creator_map_show')}</button><a href="https://www.google.com/maps/search/?api=1&query=${query}" rel="noreferrer nofollow">${t('creator_map_directions')}</a></p>
</li>
`
}

function postLine(
  post: Pick<ShowingPost, 'url' | 'title' | 'publishedAt'>,
  language: CreatorMapLanguage,
): Markup {
  const date = post.publishedAt
  const time =
    date === null
      ? null
      : markup` <time datetime="${date.toISOString().slice(0, 10)}">${dateText(date, language)}</time>`
  return markup`<li><a href="${post.url}" rel="noreferrer nofollow ugc"><bdi>${post.title === '' ? post.url : post.title}</bdi></a>${time}</li>`
}

function unsurePart({ unsure }: CreatorMap, language: CreatorMapLanguage): Markup {
  const t = texts(language)
  return markup`<details class="unsure"><summary>${t('creator_map_unsure', { n: unsure.length })}</summary>
<p>${t('creator_map_unsure_text')}</p>
<ul class="posts">${unsure.slice(0, MAX_UNSURE).map((post) => postLine(post, language))}</ul>
</details>`
}

function footer({ sources }: CreatorMap, language: CreatorMapLanguage): Markup {
  const t = texts(language)
  const credits = sources.map(
    ({ title, licence, url }) =>
      markup`<li>${link(url ?? null, title) ?? title}${licence === undefined ? '' : ` (${licence})`}</li>`,
  )
  return markup`<footer>
<p>${t('creator_map_data')}: <a href="places.geojson">GeoJSON</a> · <a href="feed.xml">RSS</a></p>
${credits.length === 0 ? null : markup`<p>${t('creator_map_sources')}:</p><ul>${credits}</ul>`}
<p class="quiet">${t('creator_map_made_with')}</p>
</footer>`
}

function link(url: string | null, text: string): Markup | null {
  return url === null ? null : markup` <a href="${url}" rel="noreferrer nofollow ugc">${text}</a>`
}

function dateText(date: Date, language: CreatorMapLanguage): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(date)
}
