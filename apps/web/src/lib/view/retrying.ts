import { m } from '@antojo/i18n/messages'
import type { ToastOptions } from './toasts.ts'

/** Twice as long as other notices, because there is something to press. */
const DURATION_MS = 6000

/** Adds 'Reintentar' to the notice of a failure. */
export function retrying(run: () => Promise<unknown>): ToastOptions {
  return { duration: DURATION_MS, action: { label: m.retry(), run: () => void run() } }
}
