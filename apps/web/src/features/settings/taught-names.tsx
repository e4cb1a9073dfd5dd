import { taughtNamesResponse, type TaughtName } from '@antojo/contract/corrections'
import { m } from '@antojo/i18n/messages'
import { useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { callApi } from '../../lib/api/api.ts'
import { useAnswer } from '../../lib/api/use-answer.ts'
import { errorMessage } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { dateText } from '../../lib/view/locale.ts'
import { useTask } from '../../lib/use-task.ts'
import { attempt } from '../../lib/view/attempt.ts'
import { toast } from '../../lib/view/toasts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'

const TAUGHT_KEY = ['taught-names']
/** Shown until the person opens the whole list. */
const MAX_AT_FIRST = 10

/** The names that the app learned from the person's corrections; each can be removed. */
export function TaughtNames({ onClose }: { onClose: () => void }) {
  const services = useServices()
  const queries = useQueryClient()
  const list = useRef<HTMLDivElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const { data, error } = useAnswer(TAUGHT_KEY, taughtNamesResponse, '/corrections')
  const names = data?.names
  const forget = async (id: string) => {
    await attempt(m.taught_failed, async () => {
      await callApi(services, `/corrections/${id}`, { method: 'DELETE' })
      toast.success(m.taught_forgotten())
      // The pressed button disappears, so the focus moves to the list.
      list.current?.focus()
    })
    await queries.invalidateQueries({ queryKey: TAUGHT_KEY })
  }
  const shown = isWhole ? names : names?.slice(0, MAX_AT_FIRST)
  return (
    <Dialog title={m.taught_title()} shape="sheet" onClose={onClose}>
      <div className="grid gap-4">
        <p className="text-ink-soft">{m.taught_text()}</p>
        <div ref={list} tabIndex={-1} className="grid gap-3 outline-none">
          {error ? <p role="alert">{m.taught_unread({ reason: errorMessage(error) })}</p> : null}
          {names?.length === 0 ? <p className="font-semibold">{m.taught_empty()}</p> : null}
          {shown && shown.length > 0 ? (
            <ul aria-label={m.taught_title()} className="grid gap-3">
              {shown.map((each) => (
                <TaughtNameRow key={each.id} taught={each} onForget={() => forget(each.id)} />
              ))}
            </ul>
          ) : null}
          {names && shown && shown.length < names.length ? (
            <Button onClick={() => setIsWhole(true)}>{m.taught_all({ n: names.length })}</Button>
          ) : null}
        </div>
      </div>
    </Dialog>
  )
}

function TaughtNameRow({ taught, onForget }: { taught: TaughtName; onForget: () => Promise<void> }) {
  const [isGoing, work] = useTask()
  const { name, place, creator, platform, taughtAt, isAgreed } = taught
  const day = dateText(taughtAt, { dateStyle: 'medium' })
  return (
    <li className="flex items-start gap-3">
      <div className="min-w-0 grow wrap-anywhere">
        <p className="font-semibold">{m.taught_meaning({ name, place: place.name })}</p>
        <p className="text-sm text-ink-soft">
          {[place.location, creator, platform, day].filter((part) => part !== null).join(' · ')}
        </p>
        <Badge tone={isAgreed ? 'open' : 'plain'}>{isAgreed ? m.taught_agreed() : m.taught_own()}</Badge>
      </div>
      <IconButton
        label={m.taught_forget({ name, creator })}
        disabled={isGoing}
        onClick={() => void work(onForget)}
      >
        <X aria-hidden />
      </IconButton>
    </li>
  )
}
