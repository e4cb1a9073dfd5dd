import { onboardingStorageKey } from '../../lib/storage/forget-device.ts'

/** True when the three steps were shown on this device, or cannot be remembered. */
export function isOnboarded(): boolean {
  try {
    return localStorage.getItem(onboardingStorageKey) !== null
  } catch {
    return true
  }
}

export function markOnboarded(): void {
  try {
    localStorage.setItem(onboardingStorageKey, 'done')
  } catch {
    // Private mode: it is shown again on the next visit.
  }
}
