import { STORAGE_KEYS } from '../../lib/storage/storage-keys.ts'

/** True when the three steps were shown on this device, or cannot be remembered. */
export function isOnboarded(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEYS.onboarding) !== null
  } catch {
    return true
  }
}

export function markOnboarded(): void {
  try {
    localStorage.setItem(STORAGE_KEYS.onboarding, 'done')
  } catch {
    // Private mode: it is shown again on the next visit.
  }
}
