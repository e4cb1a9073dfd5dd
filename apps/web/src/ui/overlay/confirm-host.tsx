import { Suspense } from 'react'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'
import { useAsked } from './confirm.ts'

const ConfirmDialog = lazyComponent(
  () => import('./confirm-dialog.tsx'),
  (code) => code.ConfirmDialog,
)

/** Renders the dialog of `confirm`; the app has one. */
export function ConfirmHost() {
  const question = useAsked()
  return <Suspense fallback={null}>{question ? <ConfirmDialog question={question} /> : null}</Suspense>
}
