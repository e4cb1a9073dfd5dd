import { asHtml, markup, withoutTags } from '../../core/markup.ts'

/** A post with a place, as an item of RSS. */
export interface NewPost {
  readonly id: string
  readonly name: string
  readonly address: string | null
  readonly title: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly video_url: string
  readonly since: Date
}

interface Channel {
  readonly title: string
  readonly link: string
  /** The address of the feed itself. */
  readonly self: string
}

export const RSS_TYPE = 'application/rss+xml; charset=utf-8'

/** https://www.rssboard.org/rss-specification, with the positions of https://www.w3.org/2003/01/geo/ */
export function rss(posts: readonly NewPost[], { title, link, self }: Channel): string {
  return markup`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:geo="http://www.w3.org/2003/01/geo/wgs84_pos#" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${withoutTags(title)}</title>
<link>${link}</link>
<description>${withoutTags(title)}</description>
<atom:link href="${self}" rel="self" type="application/rss+xml"/>
${posts.map(
  (post) => markup`<item>
<title>${withoutTags(post.name)}</title>
<link>${post.video_url}</link>
<guid isPermaLink="false">${post.id}</guid>
<pubDate>${post.since.toUTCString()}</pubDate>
<description>${asHtml([post.address, post.title].filter(Boolean).join('\n'))}</description>
${post.lat === null || post.lng === null ? null : markup`<geo:lat>${post.lat}</geo:lat><geo:long>${post.lng}</geo:long>\n`}</item>
`,
)}</channel>
</rss>
`.text
}
