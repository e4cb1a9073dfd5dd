import { tryParseJson } from '@antojo/domain/unknown-values'
import { strings } from '../../lib/api/rest.ts'
import { readStored, writeStored, STORAGE_KEYS } from '../../lib/storage/stored.ts'

/** Links remembered as offered. */
const MAX_OFFERED = 50

/** The links that are not offered again: the person dismissed or added them. */
export function offeredLinks(): readonly string[] {
  return strings(tryParseJson(readStored(STORAGE_KEYS.offered) ?? ''))
}

/** Remembers links as the person has them: a short one is saved under another address, by which it is not found again. */
export function rememberOffered(urls: readonly string[]): void {
  const all = [...new Set([...urls, ...offeredLinks()])].slice(0, MAX_OFFERED)
  // A full storage costs one repeated offer.
  writeStored(STORAGE_KEYS.offered, JSON.stringify(all))
}
