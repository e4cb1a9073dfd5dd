import { nameKey } from '@antojo/domain/text'
import type { LabelledPost } from '../eval/posts.ts'
import { numberOf } from './training-post.ts'

/** The most posts of each writer. */
const MAX_EACH = 200
/** A word that so many posts about nothing use is ordinary. */
const MIN_POSTS = 3
const MIN_LETTERS = 4
const MAX_WORDS = 3
const SMALL = new Set('the la el de los'.split(' '))

/**
 * Makes posts about nothing in which one hashtag, handle or phrase is the whole name of one place, made of ordinary
 * words: an index is a sample of the world, so that a name stands in it once proves nothing. `posts` say which words are
 * ordinary, `names` are those that one place alone has. Each writer has frames: texts with `{}` for the name, which is
 * written without spaces after `#` or `@`.
 */
export function traps(
  posts: readonly LabelledPost[],
  names: readonly string[],
  writers: readonly (readonly string[])[],
): LabelledPost[] {
  const times = new Map<string, number>()
  for (const { kind, title, description } of posts)
    if (kind === 'none')
      for (const word of new Set(nameKey(`${title ?? ''} ${description ?? ''}`).split(' ')))
        times.set(word, (times.get(word) ?? 0) + 1)
  const isOrdinary = (word: string): boolean =>
    word.length >= MIN_LETTERS && (times.get(word) ?? 0) >= MIN_POSTS
  const ordinary = names.filter((name) => {
    const words = name.split(' ')
    return (
      words.length <= MAX_WORDS &&
      words.every((word) => isOrdinary(word) || SMALL.has(word)) &&
      words.some(isOrdinary)
    )
  })
  const shuffled = ordinary.toSorted((a, b) => numberOf(a) - numberOf(b))
  return writers.flatMap((frames, writer) =>
    shuffled
      .filter((_, i) => i % writers.length === writer)
      .slice(0, MAX_EACH)
      .map((name, i) => trap(frames[i % frames.length] ?? '', name, `traps${writer}-${i}`)),
  )
}

function trap(frame: string, name: string, id: string): LabelledPost {
  const shown = numberOf(id) % 2 === 0 ? name : name.replaceAll(/\b[a-z]/gu, (letter) => letter.toUpperCase())
  const description = frame.replace(/([#@]?)\{\}/u, (_, mark: string) =>
    mark === '' ? shown : mark + shown.replaceAll(' ', ''),
  )
  return {
    id,
    writer: id.split('-')[0] ?? '',
    isMade: false,
    kind: 'none',
    style: 'trap',
    description,
    creator: 'cosas.que.veo',
    hashtags: [...description.matchAll(/#(\w+)/gu)].map(([, tag = '']) => tag),
    gold: [],
  }
}
