import { m } from '@antojo/i18n/messages'
import { createStore, useStore } from '../../lib/store.ts'

export interface Question {
  readonly title: string
  readonly text?: string
  /** Text of the button that agrees, e.g. 'Eliminar'. Without `cancel`, the dialog only informs. */
  readonly agree: string
  readonly cancel?: string
  readonly danger?: boolean
}

export interface Asked extends Question {
  readonly answer: (agreed: boolean) => void
}

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

/** The question that waits for its answer. */
export function useAsked(): Asked | null {
  return useStore(asked)
}
