import type { Point } from '@antojo/domain/distance'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { incomingLink, useIncomingLink } from '../../lib/navigation/incoming-link.ts'
import { useSession } from '../../lib/services.tsx'
import { lazyComponent } from '../../lib/view/lazy-component.tsx'
import type { AddVideo } from '../add-video/api.ts'
import { ClipboardPrompt } from './clipboard-prompt.tsx'
import { useClipboardLink } from './use-clipboard-link.ts'

const StepsBar = lazyComponent(
  () => import('../add-video/steps-bar.tsx'),
  (code) => code.StepsBar,
)
const AddOutcomeView = lazyComponent(
  () => import('../add-video/add-outcome.tsx'),
  (code) => code.AddOutcomeView,
)

/** Offers the link on the clipboard, shows the steps of the link being added, and the question that remains. */
export function AddProgress({ adding, near }: { adding: AddVideo; near: Point | null }) {
  const session = useSession()
  const [copied, forget] = useClipboardLink()
  useIncoming(adding.add)
  const add = (link: string) => {
    forget()
    void adding.add(link)
  }
  return (
    <Suspense fallback={null}>
      {copied && session && !adding.adding ? (
        <ClipboardPrompt link={copied} onAdd={() => add(copied)} onDismiss={forget} />
      ) : null}
      {adding.adding ? <StepsBar steps={adding.steps} /> : null}
      {adding.question ? <AddOutcomeView adding={adding} near={near} /> : null}
    </Suspense>
  )
}

/** Adds the link that another screen or another app passed to the home screen. */
function useIncoming(add: AddVideo['add']): void {
  const link = useIncomingLink()
  const addIt = useEffectEvent((text: string) => {
    incomingLink.take()
    void add(text)
  })
  useEffect(() => {
    if (link !== null) addIt(link)
  }, [link])
}
