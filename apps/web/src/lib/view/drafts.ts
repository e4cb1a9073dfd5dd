import { STORAGE_KEYS } from '../storage/storage-keys.ts'

type Texts = Readonly<Record<string, string>>

/** The texts that this tab keeps under the name, in place of the given ones; they outlive a reload. */
export function readDraft<Values extends Texts>(name: string, given: Values): Values {
  const kept = parse(read(name))
  return Object.keys(given).reduce(
    (values, key) => (typeof kept[key] === 'string' ? { ...values, [key]: kept[key] } : values),
    given,
  )
}

export function writeDraft(name: string, texts: Texts): void {
  try {
    sessionStorage.setItem(STORAGE_KEYS.draft + name, JSON.stringify(texts))
  } catch {
    // Without storage, the text lives as long as its form.
  }
}

/** Forgets the draft once these texts were sent; what was typed meanwhile stays. */
export function forgetDraft(name: string, sent: Texts): void {
  try {
    if (read(name) === JSON.stringify(sent)) sessionStorage.removeItem(STORAGE_KEYS.draft + name)
  } catch {
    // Without storage there is nothing to forget.
  }
}

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(STORAGE_KEYS.draft + name)
  } catch {
    return null
  }
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return { ...(typeof value === 'object' && value) }
  } catch {
    return {}
  }
}
