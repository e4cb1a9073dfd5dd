import { HTML } from '../answer.ts'
import type { Answer, Question } from '../answer.ts'
import { addressOf } from '../post.ts'
import type { Post } from '../post.ts'
import { escapeHtml, filler, metaTags, scriptJson } from '../pages/html.ts'
import type { Html } from '../pages/html.ts'
import { cutAt } from './sandbox-platform.ts'
import type { PageOf, SandboxPlatform } from './sandbox-platform.ts'

const MAX_DESCRIPTION_LENGTH = 160

export const youtube: SandboxPlatform = {
  hosts: ['www.youtube.com', 'm.youtube.com', 'youtu.be', 'consent.youtube.com'],
  oembed,
  tracking: 'feature=share',
  page,
  hidden: { title: ' - YouTube' },
}

/** `https://www.youtube.com/oembed`: errors are plain text; a private video has also been observed with status 200. */
function oembed({ post, url, thumbnail }: Question): Answer {
  switch (post?.failure) {
    case undefined:
    case 'slow_once':
    case 'server_error_once':
      if (post) return { status: 200, body: youtubeFields(post, thumbnail) }
      return /[\w-]{11}/.test(url) ? text(404, 'Not Found') : text(400, 'Bad Request')
    case 'private':
      return text(403, 'Forbidden')
    case 'age_restricted':
    case 'embedding_off':
      return text(401, 'Unauthorized')
    case 'not_json':
      return { ...text(200, 'Forbidden'), type: HTML }
    case 'server_error':
      return text(500, 'Internal Server Error')
    default:
      return text(404, 'Not Found')
  }
}

/** The fields that YouTube's and noembed's answers have in common. */
export function youtubeFields(post: Post, thumbnail: string): Record<string, unknown> {
  return {
    title: post.title,
    author_name: post.author.name,
    author_url: `https://www.youtube.com/@${post.author.handle}`,
    type: 'video',
    height: 113,
    width: 200,
    version: '1.0',
    provider_name: 'YouTube',
    provider_url: 'https://www.youtube.com/',
    thumbnail_height: 360,
    thumbnail_width: 480,
    thumbnail_url: thumbnail,
    html: `<iframe width="200" height="113" src="https://www.youtube.com/embed/${videoId(post)}?feature=oembed" frameborder="0" allow="accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture; web-share" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen title="${escapeHtml(post.title)}"></iframe>`,
  }
}

function text(status: number, body: string): Answer {
  return { status, body, type: 'text/plain; charset=utf-8' }
}

function videoId(post: Post): string {
  return new URL(addressOf(post)).searchParams.get('v') ?? addressOf(post).slice(-11)
}

/** The list of subtitles in the page's JSON. */
function captionsOf(post: Post): Record<string, unknown> {
  if (post.spoken.length === 0) return {}
  const track = {
    baseUrl: `https://www.youtube.com/api/timedtext?v=${videoId(post)}&caps=asr&kind=asr&lang=es`,
    name: { simpleText: 'Español (generados automáticamente)' },
    languageCode: 'es',
    kind: 'asr',
    isTranslatable: true,
  }
  return { captions: { playerCaptionsTracklistRenderer: { captionTracks: [track] } } }
}

/** Automatic subtitles as WebVTT; each cue repeats the line before. */
export function answerSubtitles(post: Post | undefined): Answer {
  const cues = (post?.spoken ?? []).map((line, index, all) => {
    const [from, to] = [index, index + 1].map((second) => `00:00:${String(second).padStart(2, '0')}.000`)
    return `${from} --> ${to} align:start position:0%\n${all[index - 1] ?? ' '}\n${line}`
  })
  const body = cues.length === 0 ? '' : ['WEBVTT\nKind: captions\nLanguage: es', ...cues].join('\n\n')
  return { status: 200, type: 'text/vtt; charset=utf-8', body }
}

/**
 * A page of 1.4 MB: `og:title` at 699 kB and the head's end at 707 kB. Only the JSON after it has the whole
 * description.
 */
function page({ post, tags, data, thumbnail, video }: PageOf): Html {
  const description = cutAt((post.description || post.title).replaceAll(/\s+/g, ' '), MAX_DESCRIPTION_LENGTH)
  const preview = {
    'og:site_name': 'YouTube',
    'og:url': addressOf(post),
    'og:title': post.title,
    'og:image': thumbnail,
    'og:description': description,
    'og:type': 'video.other',
    ...(video === null ? {} : { 'og:video:url': video }),
  }
  const player = {
    responseContext: { serviceTrackingParams: [] },
    playabilityStatus: { status: 'OK', playableInEmbed: true },
    videoDetails: {
      videoId: videoId(post),
      title: post.title,
      lengthSeconds: '58',
      channelId: 'UCsandbox',
      shortDescription: post.description,
      author: post.author.name,
      isPrivate: false,
    },
    ...captionsOf(post),
    microformat: {
      playerMicroformatRenderer: { ownerProfileUrl: `http://www.youtube.com/@${post.author.handle}` },
    },
  }
  const others = {
    contents: {
      results: [
        { videoDetails: { videoId: 'otherVideo1', shortDescription: 'Cenamos en Otro Sitio, Lugo' } },
      ],
    },
  }
  return [
    '<!DOCTYPE html><html lang="es" system-icons><head>',
    filler(698_900),
    tags
      ? `<title>${escapeHtml(post.title)} - YouTube</title>${metaTags(preview)}`
      : '<title> - YouTube</title>',
    filler(7_000),
    '</head><body dir="ltr">',
    data
      ? `<script nonce="c2FuZGJveA">var ytInitialPlayerResponse = ${scriptJson(player)};var meta = document.createElement('meta'); meta.name = 'referrer';</script>`
      : '',
    filler(670_000),
    `<script nonce="c2FuZGJveA">var ytInitialData = ${scriptJson(others)};</script></body></html>`,
  ]
}
