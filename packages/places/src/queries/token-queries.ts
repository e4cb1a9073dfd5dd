import type pg from 'pg'
import { ask } from './prepared-query.ts'
import type { FoundKey } from './name-query.ts'

/** A word in more names than this does not help to find one of them. */
const TOO_COMMON = 20_000

/** The most names that are searched for the beginning of a word. */
const MAX_NAMES = 3_000

/** The number of whole names in which each token occurs, and the number of names (under the empty token). */
export async function countTokens(
  pool: pg.Pool,
  tokens: readonly string[],
): Promise<{ counts: ReadonlyMap<string, number>; total: number }> {
  const rows = await ask<{ token: string; names: number }>(
    pool,
    'select token, names from place_tokens where token = any($1)',
    [['', ...tokens]],
  )
  const counts = new Map(rows.map((row) => [row.token, row.names]))
  const total = counts.get('') ?? 0
  counts.delete('')
  return { counts, total }
}

/** Whole names that contain all the tokens, the shortest first; none when even the rarest token is too common. */
export async function keysWithTokens(
  pool: pg.Pool,
  tokens: readonly string[],
  limit: number,
): Promise<FoundKey[]> {
  const wanted = [...new Set(tokens)].filter((token) => token !== '')
  if (wanted.length === 0) return []
  const rows = await ask<{ key: string }>(
    pool,
    `select key from place_keys
     where (select count(*) = $2 and min(names) <= $3 from place_tokens where token = any($1))
       and string_to_array(key, ' ') @> $1::text[] and whole
     order by length(key), key limit $4`,
    [wanted, wanted.length, TOO_COMMON, limit],
  )
  const length = wanted.join(' ').length
  return rows.map((row) => ({ key: row.key, similarity: Math.min(1, length / row.key.length) }))
}

/** Whole names that contain one of the tokens. */
export async function keysWithAnyToken(
  pool: pg.Pool,
  tokens: readonly string[],
  limit: number,
): Promise<FoundKey[]> {
  if (tokens.length === 0) return []
  const rows = await ask<{ key: string }>(
    pool,
    `select key from place_keys where string_to_array(key, ' ') && $1::text[] and whole order by length(key), key limit $2`,
    [tokens, limit],
  )
  return rows.map(({ key }) => ({ key, similarity: 1 }))
}

const MAX_NAMES_A_HEAD = 3

/** Whole names that begin with one of the keys and continue; for each key, the shortest first. */
export async function keysWithHead(
  pool: pg.Pool,
  heads: readonly string[],
  limit: number,
): Promise<FoundKey[]> {
  if (heads.length === 0) return []
  // The space ends the last word of the head; '!' is the character after it.
  const rows = await ask<{ key: string }>(
    pool,
    `select k.key from unnest($1::text[]) head
     cross join lateral (
       select key from place_keys where key > head || ' ' and key < head || '!' and whole order by key limit $2
     ) k
     limit $3`,
    [heads, MAX_NAMES_A_HEAD, limit],
  )
  return rows.map(({ key }) => ({ key, similarity: 1 }))
}

/** Whole names with all words, the last of which may be only a beginning; the shortest first. */
export async function keysWithCompletion(
  pool: pg.Pool,
  words: readonly string[],
  limit: number,
): Promise<FoundKey[]> {
  const last = words.at(-1)
  if (last === undefined) return []
  const start = words.join(' ')
  const completions = await ask<{ token: string; names: number }>(
    pool,
    `select token, names from place_tokens where token >= $1 and token < $1 || U&'\\+10FFFF'
     order by token <> $1, names desc, token limit 12`,
    [last],
  )
  const tokens: string[] = []
  let room = MAX_NAMES
  for (const { token, names } of completions) {
    room -= names
    if (room >= 0) tokens.push(token)
  }
  const rows = await ask<{ key: string }>(
    pool,
    `(select key from place_keys where key >= $1 and key < $1 || U&'\\+10FFFF' and whole order by key limit $2)
     ${tokens.length === 0 ? '' : `union (${CONTAINING} limit $2)`}`,
    tokens.length === 0 ? [start, limit] : [start, limit, tokens, words.slice(0, -1)],
  )
  return rows.map((row) => ({ key: row.key, similarity: Math.min(1, start.length / row.key.length) }))
}

const CONTAINING = `select key from place_keys
  where string_to_array(key, ' ') && $3::text[] and string_to_array(key, ' ') @> $4::text[] and whole order by length(key), key`
