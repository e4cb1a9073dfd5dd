/** Milliseconds waited for a paint that may never come: a page in the background is not painted. */
const MAX_WAIT_MS = 250

/** Resolves when the browser has painted what the page brought along, at once in the background. */
export function afterFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, document.visibilityState === 'hidden' ? 0 : MAX_WAIT_MS)
    // A frame is painted after its callbacks, and before the next task.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
