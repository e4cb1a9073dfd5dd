export type EventLoopWatch = ReturnType<typeof watchEventLoop>

const TICK_MS = 500
/** Longer than any answer should take, and longer than a major garbage collection. */
const BLOCKED_MS = 2_000
const BLOCK_MEMORY_MS = 5_000

/** Detects a blocked event loop by a late timer. */
export function watchEventLoop() {
  let lastTick = performance.now()
  let blockedAt = Number.NEGATIVE_INFINITY
  const look = (): void => {
    const now = performance.now()
    if (now - lastTick > BLOCKED_MS) blockedAt = now
    lastTick = now
  }
  const timer = setInterval(look, TICK_MS).unref()
  return {
    /** True when the event loop was blocked in the last few seconds. */
    wasBlocked: (): boolean => {
      // This call may come before the late timer.
      look()
      return performance.now() - blockedAt < BLOCK_MEMORY_MS
    },
    stop: () => clearInterval(timer),
  }
}
