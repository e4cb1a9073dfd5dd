/** Builders of files that people export from other services, in the format of each service. */

const SAVED_AT = '2023-06-01 12:00:00'
const SAVED_AT_SECONDS = Date.UTC(2023, 5, 1, 12) / 1000

interface TiktokExport {
  /** Ids of the videos. */
  readonly favourites: readonly string[]
  readonly likes: readonly string[]
  /** Default: the format of 2023. */
  readonly shape?: 'your-activity' | 'lower-case'
}

/** `user_data_tiktok.json` with favourites, likes, and other sections that contain links. */
export function tiktokJson({ favourites, likes, shape }: TiktokExport): string {
  const [date, link] = shape === 'lower-case' || shape === undefined ? ['date', 'link'] : ['Date', 'Link']
  const entry = (id: string) => ({ Date: SAVED_AT, Link: tiktokLink(id) })
  const liked = (id: string) => ({ [date]: SAVED_AT, [link]: tiktokLink(id) })
  const saved = shape === 'lower-case' ? liked : entry
  const sections = {
    'Favorite Effects': {
      FavoriteEffectsList: [{ Date: SAVED_AT, EffectLink: 'https://www.tiktok.com/sticker/x-1' }],
    },
    'Favorite Sounds': { FavoriteSoundList: [{ Date: SAVED_AT, Link: 'https://www.tiktok.com/music/x-73' }] },
    'Favorite Videos': { FavoriteVideoList: favourites.map(saved) },
    'Like List': { ItemFavoriteList: likes.map(liked) },
  }
  const watched = { VideoList: [entry('7000000000000000001')] }
  const shared = { ShareHistoryList: [{ ...entry('7000000000000000002'), SharedContent: 'video' }] }
  const profile = {
    'Profile Information': { ProfileMap: { userName: 'ana', emailAddress: 'ana@example.org' } },
  }
  return JSON.stringify(
    shape === 'your-activity'
      ? {
          'Likes and Favorites': sections,
          'Your Activity': { 'Watch History': watched, 'Share History': shared },
          Profile: profile,
        }
      : {
          Activity: { ...sections, 'Video Browsing History': watched, 'Share History': shared },
          Profile: profile,
        },
  )
}

/** `Favorite Videos.txt`, with labels in the person's language. */
export function tiktokText(ids: readonly string[], { date = 'Date', link = 'Link' } = {}): string {
  return ids.map((id) => `${date}: ${SAVED_AT} UTC\r\n${link}: ${tiktokLink(id)}\r\n\r\n`).join('')
}

function tiktokLink(id: string): string {
  return `https://www.tiktokv.com/share/video/${id}/`
}

/** `saved_posts.json` for posts with these codes. */
export function instagramPosts(codes: readonly string[], label: string): string {
  const posts = codes.map((code) => ({
    title: 'tacos.mx',
    string_map_data: { [label]: { href: instagramLink(code), timestamp: SAVED_AT_SECONDS } },
  }))
  return instagramJson({ saved_saved_media: posts })
}

export interface InstagramCollection {
  readonly name: string
  readonly codes: readonly string[]
}

/** `saved_collections.json`: a flat list in older exports, nested in newer ones. */
export function instagramCollections(
  collections: readonly InstagramCollection[],
  shape: 'string_map_data' | 'label_values',
): string {
  if (shape === 'label_values')
    return instagramJson(
      collections.map(({ name, codes }) => ({
        timestamp: SAVED_AT_SECONDS,
        media: [],
        label_values: [
          { label: 'Nombre', value: name },
          {
            title: 'Contenido multimedia',
            dict: codes.map((code) => ({
              dict: [{ label: 'URL', value: instagramLink(code), href: instagramLink(code) }],
            })),
          },
        ],
      })),
    )
  const list = collections.flatMap(({ name, codes }) => [
    {
      title: 'Collection',
      string_map_data: { Name: { value: name }, 'Creation Time': { timestamp: SAVED_AT_SECONDS } },
    },
    ...codes.map((code) => ({
      string_map_data: {
        Name: { href: instagramLink(code), value: 'tacos.mx' },
        'Added Time': { timestamp: SAVED_AT_SECONDS },
      },
    })),
  ])
  return instagramJson({ saved_saved_collections: list })
}

/** One entry of a page of Instagram's export. */
function block(heading: string, rows: string): string {
  return `<div class="pam _3-95 _2ph- _a6-g uiBoxWhite noborder"><h2 class="_3-95 _2pim _a6-h _a6-i">${heading}</h2><div class="_a6-p"><table style="table-layout: fixed;">${rows}</table></div><div class="_3-94 _a6-o"></div></div>`
}

function htmlPost(code: string): string {
  return block(
    'tacos.mx',
    `<tr><td colspan="2" class="_2pin _a6_q">Guardado el<div><div><a target="_blank" href="${instagramLink(code)}">${instagramLink(code)}</a></div></div></td></tr><tr><td colspan="2" class="_2pin _a6_q"></td></tr><tr><td class="_2pin _a6_r">jun. 01, 2023 12:00 pm</td></tr>`,
  )
}

/** The HTML variant of either file. */
export function instagramHtml({
  posts = [],
  collections = [],
}: {
  readonly posts?: readonly string[]
  readonly collections?: readonly InstagramCollection[]
}): string {
  const lists = collections.map(
    ({ name, codes }) =>
      block(
        'Colección',
        `<tr><td class="_2pin _a6_q">Nombre</td><td class="_2pin _2piu _a6_r">${name}</td></tr>`,
      ) + codes.map(htmlPost).join(''),
  )
  return `<html><head><meta charset="utf-8"><title>Guardado</title></head><body class="_5vb_ _2yq _a7o5"><div class="clearfix _ikh"><main class="_a706" role="main">${posts.map(htmlPost).join('')}${lists.join('')}</main></div></body></html>`
}

/** What an export of 2026 says about a saved post. */
export interface InstagramPost {
  readonly code: string
  readonly caption: string
  readonly hashtags: readonly string[]
  /** Name and handle. */
  readonly owner: readonly [string, string]
}

function postValues({ code, caption, hashtags, owner: [name, handle] }: InstagramPost): unknown[] {
  const url = instagramLink(code)
  return [
    { label: 'URL', value: url, href: url },
    { label: 'Pie de foto', value: caption },
    {
      title: 'Etiquetas',
      dict: hashtags.map((tag) => ({ dict: [{ label: 'Nombre', value: tag }], title: '' })),
    },
    {
      title: 'Propietario',
      dict: [
        {
          dict: [
            { label: 'URL', value: `https://www.instagram.com/${handle}` },
            { label: 'Nombre', value: name },
            { label: 'Nombre de usuario', value: handle },
          ],
          title: '',
        },
      ],
    },
  ]
}

/** `saved_posts.json` of 2026. */
export function instagramPosts2026(posts: readonly InstagramPost[]): string {
  return instagramJson(
    posts.map((post) => ({ timestamp: SAVED_AT_SECONDS, media: [], label_values: postValues(post) })),
  )
}

const box = (heading: string, content: string): string =>
  `<div class="pam _3-95 _2ph- _a6-g uiBoxWhite noborder">${heading && `<h2 class="_3-95 _2pim _a6-h _a6-i">${heading}</h2>`}<div class="_a6-p">${content}</div><div class="_3-94 _a6-o">jun. 01, 2023 12:00 pm</div></div>`
const wide = (content: string): string => `<tr><td colspan="2" class="_a6_q"><div>${content}</div></td></tr>`
const pair = (label: string, value: string): string =>
  `<tr><td class="_a6_q">${label}</td><td class="_2piu _a6_r">${value}</td></tr>`

/** Text of a page, in which Instagram writes a line break as an element. */
function lines(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br />')
}

function htmlPost2026({ code, caption, hashtags, owner: [name, handle] }: InstagramPost): string {
  const url = instagramLink(code)
  const tags = hashtags.map(
    (tag) => `<div><div>${box('', tag).replace(/<div class="_3-94.*?<.div>/u, '')}</div></div>`,
  )
  return box(
    '',
    `<table><tr><td colspan="2" class="_a6_q">URL<div><a target="_blank" href="${url}">${url}</a></div></td></tr>${pair('Pie de foto', lines(caption))}${wide(box('Etiquetas', `<div><div class="_2ph_ _a6_q">Nombre</div>${tags.join('')}</div>`))}${wide(box('Propietario', `<table>${pair('Nombre', name)}${pair('Nombre de usuario', handle)}</table>`))}</table>`,
  )
}

/** `saved_posts.html`, or with names of collections `saved_collections.html`, of 2026. */
export function instagramHtml2026(collections: ReadonlyMap<string | null, readonly InstagramPost[]>): string {
  const content = [...collections].map(([name, posts]) => {
    const media = posts.map(htmlPost2026).join('')
    const rows = `${pair('Nombre', name ?? '')}${pair('Tipo', 'Predeterminado')}${wide(box('Contenido', media))}`
    return name === null ? media : box('', `<table>${rows}</table>`)
  })
  return `<html><head><style>h1,h2{color:red}</style><title>Guardado</title></head><body class="_5vb_"><div class="_a706" role="main">${content.join('')}</div></body></html>`
}

function instagramLink(code: string): string {
  return `https://www.instagram.com/reel/${code}/`
}

/** JSON in which each byte of UTF-8 is a character, as in Instagram's exports. */
function instagramJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[^\0-\u007f]+/gu, (text) =>
    [...Buffer.from(text)].map((byte) => `\\u00${byte.toString(16)}`).join(''),
  )
}

/** `Takeout/YouTube and YouTube Music/playlists/NAME-videos.csv`: bare ids. */
export function youtubePlaylist(
  ids: readonly string[],
  header = 'Video ID,Playlist Video Creation Timestamp',
): string {
  return [header, ...ids.map((id) => `${id},2023-06-01T12:00:00+00:00`), ''].join('\r\n')
}

export interface SavedPlace {
  readonly name: string
  /** Google's id of the place (CID), in hexadecimal digits. */
  readonly cid: string
  readonly address?: string
  readonly position?: readonly [lng: number, lat: number]
  readonly note?: string
}

/** `Takeout/Saved/LIST.csv`, with labels in the person's language. */
export function googleList(places: readonly SavedPlace[], header = 'Title,Note,URL,Tags,Comment'): string {
  const rows = places.map(
    ({ name, cid, note = '' }) =>
      `"${name}","${note}",https://www.google.com/maps/place/${encodeURIComponent(name).replaceAll('%20', '+')}/data=!4m2!3m1!1s0x85d1ff3a:0x${cid},,`,
  )
  return [header, ',,,,', ...rows, ''].join('\n')
}

/** `Takeout/Maps (your places)/Saved Places.json`, in the present format or that of 2019. */
export function googleSavedPlaces(places: readonly SavedPlace[], shape: 'now' | '2019'): string {
  const features = places.map(({ name, cid, address = '', position = [0, 0] }) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: position },
    properties:
      shape === 'now'
        ? {
            date: '2023-06-01T12:00:00Z',
            google_maps_url: `http://maps.google.com/?cid=${BigInt(`0x${cid}`)}`,
            location: { address, country_code: 'MX', name },
          }
        : {
            'Google Maps URL': `http://maps.google.com/?cid=${BigInt(`0x${cid}`)}`,
            Location: { Address: address, 'Business Name': name, 'Country Code': 'MX' },
            Published: '2023-06-01T12:00:00Z',
            Title: name,
          },
  }))
  return JSON.stringify({ type: 'FeatureCollection', features })
}
