import { nameKey } from '@antojo/domain/text'
import type { EvidenceText } from '../evidence.ts'

/** A proposal of a language model: words of the post that may name a place, an area or an address. */
export interface ProposedMention {
  readonly words: string
  readonly kind: 'name' | 'handle' | 'address' | 'city' | 'neighbourhood'
}

const MOST = 12
const MAX_LENGTH = 80

/**
 * Turns proposals that rest on the evidence into evidence. Words that do not occur in the post in this order are
 * dropped, so a model can neither invent a place nor carry out what a post tells it to: it can only point.
 */
export function groundedMentions(
  proposed: readonly ProposedMention[],
  texts: readonly EvidenceText[],
): EvidenceText[] {
  const bodies = texts
    .filter((text) => text.source !== 'llm-mention')
    .map((text) => ({ text, key: ` ${nameKey(text.text)} `, joined: nameKey(text.text).replaceAll(' ', '') }))
  const seen = new Set<string>()
  const grounded: EvidenceText[] = []
  for (const { words, kind } of proposed) {
    const key = nameKey(words)
    if (key.length < 2 || words.length > MAX_LENGTH || seen.has(key)) continue
    const joined = key.replaceAll(' ', '')
    const home = bodies.find(
      (body) => body.key.includes(` ${key} `) || (kind === 'handle' && body.joined.includes(joined)),
    )
    if (home === undefined) continue
    seen.add(key)
    const second = home.text.second
    grounded.push({ source: 'llm-mention', text: words.trim(), ...(second === undefined ? {} : { second }) })
    if (grounded.length >= MOST) break
  }
  return grounded
}
