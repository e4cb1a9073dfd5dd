export interface EventLoopWatch {
  /** Whether the process could do nothing at all for a while, a few seconds ago. */
  wasBlocked(): boolean
  stop(): void
}

const TICK_MS = 500
/** Longer than any answer should wait, and than a major garbage collection takes. */
const BLOCKED_MS = 2_000
const BLOCK_MEMORY_MS = 5_000

/** Detects that the process was blocked: its timers come late then. */
export function watchEventLoop(): EventLoopWatch {
  let lastTick = performance.now()
  let blockedAt = Number.NEGATIVE_INFINITY
  const look = (): void => {
    const now = performance.now()
    if (now - lastTick > BLOCKED_MS) blockedAt = now
    lastTick = now
  }
  const timer = setInterval(look, TICK_MS).unref()
  return {
    wasBlocked: () => {
      // The question may come before the late timer.
      look()
      return performance.now() - blockedAt < BLOCK_MEMORY_MS
    },
    stop: () => clearInterval(timer),
  }
}
