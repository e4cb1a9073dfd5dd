/** Waits for a turn and gives the function that ends it; null when the signal came first. */
export type TakeTurn = (signal: AbortSignal) => Promise<(() => void) | null>

/** Lets so many go on at once; the others wait in the order in which they came. */
export function createTurns(most: number): TakeTurn {
  const waiting = new Set<() => void>()
  let free = most
  const end = (): void => {
    const [next] = waiting
    if (next) next()
    else free += 1
  }
  const once = (): (() => void) => {
    let ended = false
    return () => {
      if (!ended) end()
      ended = true
    }
  }
  return async (signal) => {
    if (signal.aborted) return null
    if (free > 0) {
      free -= 1
      return once()
    }
    return new Promise((resolve) => {
      const leave = (): void => {
        waiting.delete(enter)
        resolve(null)
      }
      const enter = (): void => {
        waiting.delete(enter)
        signal.removeEventListener('abort', leave)
        resolve(once())
      }
      waiting.add(enter)
      signal.addEventListener('abort', leave, { once: true })
    })
  }
}
