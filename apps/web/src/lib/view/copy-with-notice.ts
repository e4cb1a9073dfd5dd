import { m } from '@antojo/i18n/messages'
import { copyText } from '../device/clipboard.ts'
import { toast, type ToastOptions } from './toasts.ts'

/** Copies a text and shows `done`, or that the browser does not allow it. */
export async function copyWithNotice(text: string, done: string, options?: ToastOptions): Promise<void> {
  if (await copyText(text)) toast.success(done, options)
  else toast.error(m.copy_failed())
}
