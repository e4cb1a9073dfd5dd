import type { Point } from '@antojo/domain/distance'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '@antojo/i18n/messages'
import { overlay, useHasPanel, useOverlay } from '../../lib/navigation/overlay.ts'
import { useSession } from '../../lib/services.tsx'
import { lateComponent } from '../../lib/view/lazy-component.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { useFollowOpen } from '../../entities/video/follow-open.ts'
import type { Video } from '../../entities/video/video.ts'
import type { AddVideo, Question } from '../add-video/api.ts'
import { useImportItems } from '../import/api.ts'
import type { HomeSearch } from './use-home-search.ts'
import { useClipboardLink } from './use-clipboard-link.ts'
import { onPastedLink } from '../../lib/device/pasted-link.ts'

const ClipboardPrompt = lateComponent(() => import('./clipboard-prompt.tsx'), 'ClipboardPrompt')
const AddShared = lateComponent(() => import('../add-video/add-shared.tsx'), 'AddShared')
const StepsBar = lateComponent(() => import('../add-video/steps-bar.tsx'), 'StepsBar')
const AddOutcomeView = lateComponent(() => import('../add-video/add-outcome.tsx'), 'AddOutcomeView')
const OpenVideoPanel = lateComponent(() => import('../add-video/open-video-help.tsx'), 'OpenVideoPanel')
const StillLooking = lateComponent(() => import('../add-video/open-video-help.tsx'), 'StillLooking')

const LATER_MS = 6000

interface AddProgressProps {
  readonly adding: AddVideo
  readonly search: HomeSearch
  /** The videos whose place is not known yet, newest first. */
  readonly open: readonly Video[]
  readonly near: Point | null
}

/**
 * Offers the link on the clipboard, shows the steps of the link being added, and asks once about what remains. Afterwards
 * the number of videos without a place tells of it.
 */
export function AddProgress({ adding, search, open, near }: AddProgressProps) {
  const session = useSession()
  const [copied, forget] = useClipboardLink()
  const [shared] = useState(copied)
  useFollowOpen(open, adding.adding)
  const question = useStillOpen(adding.question)
  const helped = useHelped(question, adding.adding)
  const running = open.find(({ identifyState }) => identifyState === 'running')
  const add = (link: string) => {
    forget()
    // The field may hold the same text.
    if (link.includes(search.draft.trim())) search.setDraft('')
    void adding.add(link)
  }
  const pasted = useEffectEvent((text: string) => add(text))
  useEffect(() => onPastedLink((text) => pasted(text)), [])
  const later = () => {
    if (question?.video) toast.info(m.help_later_done(), { duration: LATER_MS })
    adding.dismiss()
    void overlay.close('help')
  }
  return (
    <>
      {shared && session ? (
        <AddShared text={shared} onOwn={forget} onAdd={() => void adding.add(shared)} />
      ) : null}
      {copied && session && !adding.adding ? (
        <ClipboardPrompt link={copied} onAdd={() => add(copied)} onDismiss={forget} />
      ) : null}
      {adding.adding && !question && helped === null ? <StepsBar steps={adding.steps} /> : null}
      {helped !== null ? (
        <OpenVideoPanel
          key={helped}
          id={helped}
          row={open.find(({ id }) => id === helped)}
          asked={question?.video?.id === helped ? question : null}
          adding={adding}
          near={near}
          onLater={later}
        />
      ) : question && !question.video ? (
        <AddOutcomeView
          key={question.url}
          adding={adding}
          question={question}
          near={near}
          onLater={later}
          frame="sheet"
        />
      ) : running && !adding.adding ? (
        <StillLooking video={running} />
      ) : null}
    </>
  )
}

/**
 * The id of the video that the address asks about. A new question about a row gets its address when no other panel is open,
 * once: Back ends it.
 */
function useHelped(question: Question | null, isBusy: boolean): string | null {
  const helped = useOverlay('help')
  const hasPanel = useHasPanel()
  const told = useRef<string | null>(null)
  const id = question?.video?.id ?? null
  useEffect(() => {
    if (id === null) told.current = null
    else if (helped === id) told.current = id
    else if (!hasPanel && !isBusy && told.current !== id) overlay.open('help', id)
  }, [id, helped, hasPanel, isBusy])
  return helped
}

/** Null for a link that this device kept and has sent meanwhile. */
function useStillOpen(question: Question | null): Question | null {
  const items = useImportItems(useSession()?.user.id)
  const isSent = question?.isQueued === true && !items.some(({ url }) => url === question.url)
  return isSent ? null : question
}
