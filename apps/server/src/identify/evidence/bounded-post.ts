import type { Oembed } from '@antojo/contract/oembed'
import type { EvidenceText } from '@antojo/identify/evidence'
import type { PostEvidence } from './post-evidence.ts'

/** Characters kept of each field; saved videos keep no more either. */
const MAX_TITLE = 500
const MAX_TEXT = 5_000
const MAX_NAME = 200
/** Of all texts together: the longest captions have 5,000 characters, a minute and a half of speech has 2,000. */
const MAX_TEXTS = 15_000

/** What is stored of a post. A page may say as much as it likes, and anybody may have any page read. */
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

/** A player's markup cut in the middle is worth nothing. */
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

/** The first ones come from the post itself, those of pictures and speech last. */
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
