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

/**
 * The keys of local storage, except the settings' key (`SETTINGS_STORAGE_KEY`). All keys are removed with the account unless
 * `forget-device.ts` keeps them. Those that begin with `fs:` are on people's devices under this name.
 */
export const STORAGE_KEYS = {
  session: 'antojo:session',
  /** Id of the account whose data is on this device; not set for a guest. */
  owner: 'antojo:owner',
  config: 'antojo:config',
  onboarding: 'fs:onboarding:v1',
  imports: 'fs:import:v1',
  /** Kept by people who want no keyboard shortcuts of a single key. */
  noShortcuts: 'antojo:no-shortcuts',
  /** Ids of the videos that the person deleted and the server may still have. */
  deletions: 'antojo:deletions',
  /** Name of the sign-in provider that the person was sent to; needed when it returns an error. */
  sentTo: 'antojo:sent-to',
  /** In session storage: when the account that left will be deleted; empty when it is gone. */
  left: 'antojo:left',
  /** Begins the keys of session storage that hold typed text which was not sent. */
  draft: 'antojo:draft:',
  /** The person's last location on this device, to about 100 m. */
  location: 'antojo:location',
  /** The links that the clipboard's prompt does not offer again, newest first. */
  offered: 'antojo:offered',
  /** Set after the notice that sorting by distance needs the location. */
  noLocationTold: 'antojo:no-location-told',
} as const
