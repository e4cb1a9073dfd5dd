/** The longest wait for a paint that may never come, for example in a window that is covered. */
const MAX_WAIT_MS = 250

/** Resolves after the browser has painted the page; at once when the page is in the background. */
export function afterFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, document.visibilityState === 'hidden' ? 0 : MAX_WAIT_MS)
    // A frame is painted after its callbacks, and before the next task.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
