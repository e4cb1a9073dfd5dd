import type { UserHints } from '@antojo/contract/ai'
import type { StepEvent } from '@antojo/contract/ai-events'
import type { Point } from '@antojo/domain/distance'
import { m } from '@antojo/i18n/messages'
import { useState } from 'react'
import { paths, useNavigate } from '../../lib/navigation/navigation.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { importQueueOf, type ImportQueue } from '../import/api.ts'
import type { StepStates } from '../../entities/pipeline/outcome.ts'
import type { Video } from '../../entities/video/video.ts'
import type { Question } from './question.ts'
import type { Task } from './run-task.ts'

export type { Question } from './question.ts'

export type AddVideo = ReturnType<typeof useAddVideo>

/** The state of adding a link: idle, then adding with its steps, then saved, or a question or message (spec §4). */
export function useAddVideo(near: Point | null, onSaved?: (video: Video | null) => void) {
  const services = useServices()
  const session = useSession()
  const [adding, setAdding] = useState(false)
  const [steps, setSteps] = useState<StepStates>({})
  const [question, setQuestion] = useState<Question | null>(null)
  const go = useNavigate()
  const queue = session && importQueueOf(session.user.id)

  const run = async (task: Task) => {
    if (!queue) return
    setAdding(true)
    setSteps({})
    setQuestion(task.before)
    const onStep = (step: StepEvent) => setSteps((before) => ({ ...before, [step.step]: step }))
    try {
      const { runTask } = await import('./run-task.ts')
      const [left, video] = await runTask(task, { services, queue, near, onStep })
      setQuestion(left)
      if (left === null) onSaved?.(video)
    } catch {
      // Offline, the code cannot be loaded.
      keepForLater(queue, [task.url], task.words)
    }
    setAdding(false)
  }

  const add = async (text: string) => {
    if (!queue) {
      toast.info(m.add_sign_in_first())
      // The home screen adds it after the sign-in.
      go(`${paths.home}?${new URLSearchParams({ add: text, enter: 'add' })}`)
      return
    }
    const { links, words } = await reader().then(
      ({ readPasted }) => readPasted(text),
      // Offline, the code cannot be loaded: the server reads the text later.
      () => ({ links: [text], words: '' }),
    )
    const [url = text] = links
    if (links.length > 1 || adding) {
      queue.enqueue(links)
    } else if (!navigator.onLine) keepForLater(queue, links, words)
    else await run({ mode: 'add', url, words, before: null })
  }

  const ask = (before: Question, rest: Pick<Task, 'mode' | 'hints' | 'placeId'>) =>
    run({ ...rest, url: before.url, words: '', before })
  const dismiss = () => setQuestion(null)
  return {
    adding,
    steps,
    question,
    /** Adds the link in the text, with the words around it as the person's; several links go to the import. */
    add,
    /** Analyses the link of an open question again, with what the person tells. */
    retry: (before: Question, hints?: UserHints) => ask(before, { mode: 'retry', hints }),
    confirm: (before: Question, placeId: string) => ask(before, { mode: 'confirm', placeId }),
    dismiss,
    /** Ends the question after the place was saved in another way. */
    done: () => {
      dismiss()
      onSaved?.(null)
    },
  }
}

function keepForLater(queue: ImportQueue, links: readonly string[], words: string): void {
  queue.enqueue(links, { quiet: true, words })
  toast.info(m.offline_queued())
}

const reader = () => import('@antojo/domain/links/find-urls')

/** Preloads the code for adding a link while the person is still pasting it. */
export function warmUp(): void {
  void Promise.all([
    reader(),
    import('../../entities/pipeline/pipeline-client.ts'),
    import('./run-task.ts'),
    import('./steps-bar.tsx'),
  ]).catch(() => undefined)
}
