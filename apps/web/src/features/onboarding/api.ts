import { STORAGE_KEYS } from '../../lib/storage/storage-keys.ts'

/** True when the introduction was shown on this device, or when that cannot be stored. */
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
    // In private mode, the introduction appears again on the next visit.
  }
}
