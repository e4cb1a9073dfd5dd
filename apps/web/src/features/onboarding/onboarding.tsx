import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { Link2, MapPin, Navigation, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { listOf } from '../../lib/api/rest.ts'
import { cx } from '../../lib/view/cx.ts'
import { useBack } from '../../lib/navigation/use-back.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useServices, useSession } from '../../lib/services.tsx'
import { markOnboarded } from './api.ts'

interface Step {
  readonly Icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly tint: string
}

function stepsOf(): readonly [Step, Step, Step] {
  return [
    {
      Icon: Link2,
      title: m.onboarding_1_title(),
      text: m.onboarding_1_text(),
      tint: 'bg-maiz text-maiz-ink',
    },
    {
      Icon: MapPin,
      title: m.onboarding_2_title(),
      text: m.onboarding_2_text(),
      tint: 'bg-chile text-chile-ink',
    },
    {
      Icon: Navigation,
      title: m.onboarding_3_title(),
      text: m.onboarding_3_text(),
      tint: 'bg-talavera text-white',
    },
  ]
}

/** Older accounts, and those that have saved something, know the app from another device. */
const NEW_MS = 86_400_000

/** Three steps, shown once to a new account: paste a link, we find the place, tap a card to go. */
export function Onboarding({ onClose }: { onClose: () => void }) {
  const { rest } = useServices()
  const user = useSession()?.user
  const [isNew] = useState(() => Date.now() - Date.parse(user?.createdAt ?? '') < NEW_MS)
  const { data: saved } = useQuery({
    queryKey: ['onboarding', user?.id],
    queryFn: async () => listOf(await rest.from('videos').select('id').eq('user_id', user?.id).limit(1)),
    enabled: isNew,
    staleTime: Infinity,
    meta: { keepOffline: false },
  })
  return saved?.length === 0 ? <Introduction onClose={onClose} /> : null
}

function Introduction({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState(0)
  const steps = stepsOf()
  const last = step >= steps.length - 1
  const done = () => {
    markOnboarded()
    onClose()
  }
  useBack(true, done)
  const buttons = (
    <>
      {last ? null : (
        <Button variant="quiet" onClick={done}>
          {m.onboarding_skip()}
        </Button>
      )}
      <Button
        variant="primary"
        data-autofocus
        className="grow sm:grow-0"
        onClick={() => (last ? done() : setStep(step + 1))}
      >
        {last ? m.onboarding_start() : m.onboarding_next()}
      </Button>
    </>
  )
  return (
    <Dialog title={m.onboarding_title()} shape="sheet" onClose={done} footer={buttons}>
      <div aria-live="polite">
        <StepView key={step} step={steps[step] ?? steps[0]} number={step + 1} />
      </div>
    </Dialog>
  )
}

function StepView({ step: { Icon, title, text, tint }, number }: { step: Step; number: number }) {
  return (
    <div className="grid animate-fade justify-items-center gap-4 py-4 text-center">
      <span className={cx('grid size-24 -rotate-3 place-items-center rounded-3xl', tint)}>
        <Icon aria-hidden className="size-11" strokeWidth={1.8} />
      </span>
      <p className="text-sm font-semibold text-ink-soft">{m.onboarding_step({ n: number })}</p>
      <p className="font-display text-3xl leading-tight font-bold tracking-tight">{title}</p>
      <p className="min-h-15 max-w-sm text-lg text-ink-soft">{text}</p>
      <span aria-hidden className="flex gap-2">
        {[1, 2, 3].map((dot) => (
          <span
            key={dot}
            className={cx('h-2 rounded-full', dot === number ? 'w-7 bg-chile' : 'w-2 bg-line-strong')}
          />
        ))}
      </span>
    </div>
  )
}
