import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { useAsked } from './confirm.ts'

const ConfirmDialog = lateComponent(() => import('./confirm-dialog.tsx'), 'ConfirmDialog')

/** Renders the dialog of `confirm`; the app has one. */
export function ConfirmHost() {
  const question = useAsked()
  return question ? <ConfirmDialog question={question} /> : null
}
