import { useState } from 'react'

/** Whether a task is under way, and a function that does one. */
export function useTask() {
  const [isBusy, setBusy] = useState(false)
  const work = async (task: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    await task().finally(() => setBusy(false))
  }
  return [isBusy, work] as const
}
