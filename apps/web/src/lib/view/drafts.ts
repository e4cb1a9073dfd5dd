import { isRecord, tryParseJson } from '@antojo/domain/unknown-values'
import { readStored, writeStored, STORAGE_KEYS } from '../storage/stored.ts'

type Texts = Readonly<Record<string, string>>

/** The texts that this tab keeps under the name, in place of the given ones; they outlive a reload. */
export function readDraft<Values extends Texts>(name: string, given: Values): Values {
  const kept = tryParseJson(read(name) ?? '')
  if (!isRecord(kept)) return given
  return Object.keys(given).reduce(
    (values, key) => (typeof kept[key] === 'string' ? { ...values, [key]: kept[key] } : values),
    given,
  )
}

export function writeDraft(name: string, texts: Texts): void {
  writeStored(STORAGE_KEYS.draft + name, JSON.stringify(texts), 'sessionStorage')
}

/** Forgets the draft once these texts were sent; what was typed meanwhile stays. */
export function forgetDraft(name: string, sent: Texts): void {
  if (read(name) === JSON.stringify(sent)) writeStored(STORAGE_KEYS.draft + name, null, 'sessionStorage')
}

function read(name: string): string | null {
  return readStored(STORAGE_KEYS.draft + name, 'sessionStorage')
}
