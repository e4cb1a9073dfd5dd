import { Suspense } from 'react'
import { m } from '@antojo/i18n/messages'
import type { Asked, Question } from './confirm-dialog.tsx'
import { createStore, useStore } from '../../lib/store.ts'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'

const ConfirmDialog = lazyComponent(
  () => import('./confirm-dialog.tsx'),
  (code) => code.ConfirmDialog,
)

const asked = createStore<Asked | null>(null)

function ask(question: Question): Promise<boolean> {
  asked.get()?.answer(false)
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (agreed) => {
        asked.set(null)
        resolve(agreed)
      },
    })
  })
}

/** Asks for confirmation; true when the person agreed. */
export function confirm(question: Question): Promise<boolean> {
  return ask({ cancel: m.cancel(), ...question })
}

/** Shows an important message with one button (role alertdialog). */
export async function alertDialog(title: string, text?: string): Promise<void> {
  await ask({ title, ...(text && { text }), agree: m.understood() })
}

/** Renders the dialog of `confirm`; the app has one. */
export function ConfirmHost() {
  const question = useStore(asked)
  return <Suspense fallback={null}>{question ? <ConfirmDialog question={question} /> : null}</Suspense>
}
