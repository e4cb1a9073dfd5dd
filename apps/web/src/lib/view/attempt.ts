import { errorMessage } from '../api/rest.ts'
import { toast } from './toasts.ts'

type FailureText = (failure: { reason: string }) => string

/** Does the work, or says in a notice why it failed; returns whether it is done. */
export async function attempt(text: FailureText, work: () => Promise<unknown>): Promise<boolean> {
  return await done(work, (reason) => toast.error(text({ reason })))
}

/** The same, with a button in the notice that tries again. */
export async function attemptAgain(text: FailureText, work: () => Promise<unknown>): Promise<boolean> {
  return await done(work, (reason) => toast.retry(text({ reason }), () => attemptAgain(text, work)))
}

async function done(work: () => Promise<unknown>, tell: (reason: string) => void): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    tell(errorMessage(error))
    return false
  }
}
