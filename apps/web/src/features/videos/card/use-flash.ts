import { useEffect, useState } from 'react'

/** Milliseconds that a save pulse or a share notice stays (spec §9). */
const flashFor = 1200

/** A value that is there for 1200 ms after it was set. */
export function useFlash<T>(): readonly [T | null, (value: T) => void] {
  const [flash, setFlash] = useState<{ value: T } | null>(null)
  useEffect(() => {
    if (!flash) return undefined
    const timer = setTimeout(() => setFlash(null), flashFor)
    return () => clearTimeout(timer)
  }, [flash])
  return [flash?.value ?? null, (value) => setFlash({ value })]
}
