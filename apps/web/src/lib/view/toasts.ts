import { m } from '@antojo/i18n/messages'
import { createStore, useStore } from '../store.ts'

export interface Toast {
  readonly id: number
  readonly type: 'success' | 'error' | 'info'
  readonly text: string
  /** A second line: what the text is about. */
  readonly detail?: string
  /** Milliseconds on screen. */
  readonly duration: number
  readonly action?: { readonly label: string; readonly run: () => void }
}

export type ToastOptions = Pick<Toast, 'action' | 'detail'> & { readonly duration?: number }

const MAX_TOASTS = 3
const DEFAULT_DURATION_MS = 3000
/** Longer, because there is something to press. */
const RETRY_DURATION_MS = 6000
/** The notices on screen, the oldest first. */
export const toasts = createStore<readonly Toast[]>([])
const lastId = createStore(0)

/** Shows a notice. A fourth one removes the oldest (spec §4). */
function show(type: Toast['type'], text: string, options: ToastOptions = {}): number {
  const id = lastId.get() + 1
  lastId.set(id)
  toasts.set(
    [...toasts.get(), { id, type, text, duration: DEFAULT_DURATION_MS, ...options }].slice(-MAX_TOASTS),
  )
  return id
}

/** Shows and removes notices; also usable outside React. */
export const toast = {
  success: (text: string, options?: ToastOptions) => show('success', text, options),
  error: (text: string, options?: ToastOptions) => show('error', text, options),
  info: (text: string, options?: ToastOptions) => show('info', text, options),
  /** A failure with the button 'Reintentar'. */
  retry: (text: string, run: () => Promise<unknown>) => {
    const action = { label: m.retry(), run: () => void run() }
    return show('error', text, { duration: RETRY_DURATION_MS, action })
  },
  dismiss: (id: number) => toasts.set(toasts.get().filter((item) => item.id !== id)),
} as const

export function useToasts(): readonly Toast[] {
  return useStore(toasts)
}
