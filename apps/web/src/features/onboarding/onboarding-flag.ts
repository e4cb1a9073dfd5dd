const flag = 'fs:onboarding:v1'

/** True when the three steps were shown on this device, or cannot be remembered. */
export function isOnboarded(): boolean {
  try {
    return localStorage.getItem(flag) !== null
  } catch {
    return true
  }
}

export function markOnboarded(): void {
  try {
    localStorage.setItem(flag, 'done')
  } catch {
    // Private mode: it is shown again on the next visit.
  }
}
