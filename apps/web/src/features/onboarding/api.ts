import { writeStored, STORAGE_KEYS } from '../../lib/storage/stored.ts'

/** True when the introduction was shown on this device, or when that cannot be stored. */
export function isOnboarded(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEYS.onboarding) !== null
  } catch {
    return true
  }
}

/** In private mode, the introduction appears again on the next visit. */
export function markOnboarded(): void {
  writeStored(STORAGE_KEYS.onboarding, 'done')
}
