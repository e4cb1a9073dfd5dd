import type pg from 'pg'
import { ask } from './prepared-query.ts'
import { typoSimilarity } from '@antojo/domain/spelling/edit-distance'
import type { FoundKey } from './name-query.ts'
import { soundKey } from '@antojo/domain/spelling/phonetic-key'

/** A shorter word has too many neighbours one edit away. */
const SHORTEST = 4

/** No limit: a correction may be any word, however many names contain it. */
const MAX_NAMES = 2 ** 31 - 1

/** Spellings that sound alike may differ in more than one letter: "croketa", "croqueta". */
const MAX_SOUND_EDITS = 3

/**
 * Keys of the dictionary that differ from a text without spaces by one edit, by a swap of two letters or only in
 * letters that sound alike, best first.
 */
export async function keysLikeJoined(pool: pg.Pool, joined: string): Promise<FoundKey[]> {
  const probes = halfProbes(joined)
  if (probes === null) return []
  const sound = soundKey(joined)
  const rows = await ask<{ key: string; joined: string; heard: boolean }>(
    pool,
    `select key, joined, false heard from place_keys
     where (place_key_head(joined) = any($1) or place_key_tail(joined) = any($2)) and levenshtein_less_equal(joined, $3, 2) <= 2
     union all
     select key, joined, joined <> $4 from place_keys
     where key = any(array[$4, $5]) or (joined <> key and joined = any(array[$4, $5])) or sound = $5`,
    [probes.heads, probes.tails, joined.slice(0, 255), probes.swapped, sound],
  )
  const found = new Map<string, FoundKey>()
  for (const row of rows) {
    const similarity = typoSimilarity(row.joined, joined, row.heard ? MAX_SOUND_EDITS : 1)
    if (similarity > 0) found.set(row.key, { key: row.key, similarity })
  }
  return [...found.values()].toSorted((a, b) => b.similarity - a.similarity)
}

/** Words of the index one edit away from each given word, the most frequent first; at most `perWord` for each. */
export async function wordsOneEditAway(
  pool: pg.Pool,
  words: readonly string[],
  { perWord, maxNames = MAX_NAMES }: { perWord: number; maxNames?: number | undefined },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const asked = [...new Set(words)].flatMap((word) => {
    const probes = halfProbes(word)
    return probes === null ? [] : [{ word: word.slice(0, 255), ...probes }]
  })
  if (asked.length === 0) return new Map()
  const rows = asked.flatMap(({ word, heads, tails, swapped }) =>
    heads.map((head, at) => ({ word, head, tail: tails[at], swapped })),
  )
  const found = await ask<{ word: string; token: string; names: number }>(
    pool,
    `select distinct p.word, t.token, t.names
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) p (word, head, tail, swapped)
     join place_tokens t on (
       (length(t.token) >= 4 and place_key_head(t.token) = p.head)
       or (length(t.token) >= 4 and place_key_tail(t.token) = p.tail)
       or t.token = p.swapped
     )
     where t.names <= $5 and levenshtein_less_equal(t.token, p.word, 2) between 1 and 2
     order by t.names desc, p.word, t.token`,
    [...(['word', 'head', 'tail', 'swapped'] as const).map((name) => rows.map((row) => row[name])), maxNames],
  )
  const near = found.filter((row) => typoSimilarity(row.token, row.word, 1) > 0)
  const grouped = Map.groupBy(near, (row) => row.word)
  return new Map([...grouped].map(([word, hits]) => [word, hits.slice(0, perWord).map((hit) => hit.token)]))
}

interface HalfProbes {
  readonly heads: string[]
  readonly tails: string[]
  /** The text with the two letters in the middle swapped: the only swap that changes both halves. */
  readonly swapped: string
}

/** Possible halves of a text one edit away: see `place_key_head` in the first migration. */
function halfProbes(joined: string): HalfProbes | null {
  const letters = Array.from(joined)
  if (letters.length < SHORTEST) return null
  const heads: string[] = []
  const tails: string[] = []
  for (const length of [letters.length - 1, letters.length, letters.length + 1]) {
    const head = Math.floor(length / 2)
    heads.push(`${length} ${letters.slice(0, head).join('')}`)
    tails.push(`${length} ${letters.slice(letters.length - (length - head)).join('')}`)
  }
  const middle = Math.floor(letters.length / 2)
  const swapped = [...letters]
  swapped.splice(middle - 1, 2, letters[middle] ?? '', letters[middle - 1] ?? '')
  return { heads, tails, swapped: swapped.join('') }
}

/** Existing keys after single words are corrected, for typos in two words ("taqeria el califfa"). */
export async function correctedKeys(pool: pg.Pool, key: string): Promise<FoundKey[]> {
  const words = key.split(' ').slice(0, 6)
  const corrections = await wordsOneEditAway(pool, words, { perWord: 3 })
  let spellings: string[] = ['']
  for (const word of words) {
    const choices = [word, ...(corrections.get(word) ?? [])]
    spellings = spellings.flatMap((start) => choices.map((choice) => `${start} ${choice}`)).slice(0, 256)
  }
  const joined = key.replaceAll(' ', '')
  const rows = await ask<{ key: string; joined: string }>(
    pool,
    'select key, joined from place_keys where key = any($1)',
    [spellings.map((spelling) => spelling.trim())],
  )
  return rows
    .map((row) => ({ key: row.key, similarity: typoSimilarity(row.joined, joined, 3) }))
    .filter((found) => found.similarity > 0)
    .toSorted((a, b) => b.similarity - a.similarity)
}
