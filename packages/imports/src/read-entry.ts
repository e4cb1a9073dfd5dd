import type { UnreadReason } from '@antojo/domain/transfer/import-facts'
import { MAX_URL_LENGTH } from '@antojo/domain/links/find-urls'
import { type Link, parseLink } from '@antojo/domain/links/link'
import {
  canonicalMapsLink,
  isShortMapsLink,
  type MapsPlace,
  mapsLinkOf,
  readMapsLink,
} from '@antojo/domain/links/maps-link'
import type { Entry, PostText } from './entries.ts'
import { columnNamed } from './formats/columns.ts'
import type { FoundPost } from './found.ts'
import { isLink } from './known-links.ts'

const MAX_TITLE = 500
/** The longest name of a place. */
const MAX_NAME = 120
const MAX_ADDRESS = 300
/** The longest note of a person. */
export const MAX_NOTE = 2_000
/** Longer than the caption of any platform but YouTube. */
const MAX_POST_TEXT = 2_200
const MAX_POST_TEXTS = 10
/** Browsers and reading lists save the title of a page of Google Maps with this end. */
const PAGE_TITLE_END = /(?:^|(?<!\s)\s+[-–]\s+)Google Maps$/u

export type ReadPost = Omit<FoundPost, 'parts' | 'placeUrl'>

/** The post or place that an entry stands for, or the reason why it stands for none. */
export function postOf(entry: Entry): ReadPost | UnreadReason {
  if (entry.unread !== undefined) return entry.unread
  const { url } = entry
  const link = url === null || url.length > MAX_URL_LENGTH ? null : parseLink(url)
  if (link?.kind === 'video' || link?.kind === 'short') return postOfPlatform(link, entry)
  const isShort = link !== null && isShortMapsLink(link.url)
  // A link to one place says more than a name that many places have.
  if (isShort && !entry.place?.position)
    return { ...rest(entry), url: link.url, canonicalUrl: link.url, platform: 'Other', title: nameOf(entry) }
  const place = placeOf(link, entry)
  if (place !== null) return postOfPlace(place, entry)
  return link === null ? 'no_link' : 'not_a_post'
}

function postOfPlatform(link: Extract<Link, { kind: 'video' | 'short' }>, entry: Entry): ReadPost {
  const canonicalUrl = link.kind === 'video' ? link.canonicalUrl : link.url
  const title = readable(entry.title, MAX_TITLE)
  return { ...rest(entry), url: link.url, canonicalUrl, platform: link.platform, title }
}

/** The place of an entry: the facts in its link, completed by those in the file. */
function placeOf(link: Link | null, { place, title }: Entry): MapsPlace | null {
  const linked = link === null ? null : readMapsLink(link.url)
  if (linked === null && place === undefined) return null
  const known = {
    name: place?.name?.replace(PAGE_TITLE_END, '') ?? linked?.name ?? nameIn(title),
    address: place?.address ?? addressIn(linked, place?.name ?? null),
    position: place?.position ?? linked?.position ?? null,
    cid: linked?.cid ?? null,
  }
  return known.name === null && known.position === null && known.cid === null ? null : known
}

/** The title of a link to a map, unless it says no more than that: "Ubicación: LINK". */
function nameIn(title: string | null): string | null {
  const name = title?.replace(PAGE_TITLE_END, '') ?? ''
  return name === '' || isLink(name) || /^(?:address|both)$/u.test(columnNamed(name) ?? '') ? null : name
}

/** The address in a link; a part of the place's name after a comma is none. */
export function addressIn(linked: MapsPlace | null, name: string | null): string | null {
  if (linked === null || linked.address === null || name === null) return linked?.address ?? null
  const text = `${linked.name ?? ''}, ${linked.address}`
  if (!name.includes(',') || !text.startsWith(name)) return linked.address
  return text.slice(name.length).replace(/^[\s,]+/u, '') || null
}

function postOfPlace(place: MapsPlace, entry: Entry): ReadPost | UnreadReason {
  const known = {
    ...place,
    name: readable(place.name, MAX_NAME),
    address: readable(place.address, MAX_ADDRESS),
  }
  if (known.name === null && known.position === null && known.cid === null) return 'no_link'
  const url = mapsLinkOf(known)
  if (url.length > MAX_URL_LENGTH) return 'no_link'
  return { ...rest(entry), url, canonicalUrl: canonicalMapsLink(known), platform: 'Other', title: known.name }
}

function rest({ savedAt, note, visited = [], texts = [] }: Entry) {
  const known = texts.slice(0, MAX_POST_TEXTS).flatMap(({ kind, text }): PostText[] => {
    const words = readable(text, MAX_POST_TEXT, CONTROLS_BUT_LINES)
    return words === null ? [] : [{ kind, text: words }]
  })
  return { savedAt, note: readable(note, MAX_NOTE, CONTROLS_BUT_LINES), visited, texts: known }
}

function nameOf({ place, title }: Entry): string | null {
  return readable((place?.name ?? title)?.replace(PAGE_TITLE_END, ''), MAX_NAME)
}

const CONTROLS = /\p{Cc}+/gu
const CONTROLS_BUT_LINES = /[^\P{Cc}\n]+/gu

function readable(text: string | null | undefined, max: number, hidden = CONTROLS): string | null {
  return text ? storable(text, max, hidden) || null : null
}

/** Removes control characters and lone surrogates: they are invisible, and Postgres rejects some of them. */
export function storable(text: string, max: number, hidden = CONTROLS): string {
  const words = text
    .slice(0, 2 * max)
    .replaceAll(hidden, ' ')
    .trim()
  return words.slice(0, max).toWellFormed().trim()
}
