type Area = 'localStorage' | 'sessionStorage'

/** The text under a key; null when there is none, or no storage, as in a private window. */
export function readStored(key: string, area: Area = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(key)
  } catch {
    return null
  }
}

/** Stores a text, or removes it for null. Without storage or on a full disk, it lasts as long as the page. */
export function writeStored(key: string, text: string | null, area: Area = 'localStorage'): void {
  try {
    if (text === null) globalThis[area].removeItem(key)
    else globalThis[area].setItem(key, text)
  } catch {
    // Nothing else depends on it.
  }
}
