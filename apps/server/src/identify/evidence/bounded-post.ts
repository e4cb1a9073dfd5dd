import type { Oembed } from '@antojo/contract/oembed'
import type { EvidenceText } from '@antojo/identify/evidence'
import type { PostEvidence } from './post-evidence.ts'

/** The most characters of each field, as in saved videos. */
const MAX_TITLE = 500
const MAX_TEXT = 5_000
const MAX_NAME = 200
/**
 * The most characters of all texts together: the longest captions have 5,000, a minute and a half of speech has 2,000.
 */
const MAX_TEXTS = 15_000

/**
 * The part of a post that is stored. A page may contain any amount of text, and anybody may request that a page is
 * read.
 */
export function boundedPost(post: PostEvidence): PostEvidence {
  const { oembed, transcript } = post
  return {
    ...post,
    oembed: oembed && boundedOembed(oembed),
    title: post.title && cut(post.title, MAX_TITLE),
    description: post.description && cut(post.description, MAX_TEXT),
    creator: post.creator && cut(post.creator, MAX_NAME),
    texts: boundedTexts(post.texts),
    transcript: transcript && { ...transcript, text: cut(transcript.text, MAX_TEXT) },
  }
}

/** A player's markup is useless when it is truncated. */
function boundedOembed({ html, ...oembed }: Oembed): Oembed {
  const { title, description, author_name: author } = oembed
  return {
    ...oembed,
    ...(title !== undefined && { title: cut(title, MAX_TEXT) }),
    ...(description !== undefined && { description: cut(description, MAX_TEXT) }),
    ...(author !== undefined && { author_name: cut(author, MAX_NAME) }),
    ...(html !== undefined && html.length <= MAX_TEXT && { html }),
  }
}

/** Keeps the first texts: those of the post itself come first, those of pictures and speech last. */
function boundedTexts(texts: readonly EvidenceText[]): readonly EvidenceText[] {
  let left = MAX_TEXTS
  return texts.flatMap((each) => {
    const text = cut(each.text, Math.min(MAX_TEXT, left))
    left -= text.length
    return text === '' ? [] : [{ ...each, text }]
  })
}

function cut(text: string, max: number): string {
  return text.slice(0, max).toWellFormed()
}
