export interface EventLoopWatch {
  /** Whether the process could do nothing at all for a while, a few seconds ago. */
  wasBlocked(): boolean
  stop(): void
}

const everyMs = 500
/** Longer than any answer should wait, and than a major garbage collection takes. */
const blockedMs = 2_000
const rememberedMs = 5_000

/** Detects that the process was blocked: its timers come late then. */
export function watchEventLoop(): EventLoopWatch {
  let lastTick = performance.now()
  let blockedAt = Number.NEGATIVE_INFINITY
  const look = (): void => {
    const now = performance.now()
    if (now - lastTick > blockedMs) blockedAt = now
    lastTick = now
  }
  const timer = setInterval(look, everyMs).unref()
  return {
    wasBlocked: () => {
      // The question may come before the late timer.
      look()
      return performance.now() - blockedAt < rememberedMs
    },
    stop: () => clearInterval(timer),
  }
}
