/** Milliseconds waited for a paint that may never come: a page in the background is not painted. */
const longestWait = 250

/** Resolves when the browser has painted what the page brought along, at once in the background. */
export function afterFirstPaint(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, document.visibilityState === 'hidden' ? 0 : longestWait)
    // A frame is painted after its callbacks, and before the next task.
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
