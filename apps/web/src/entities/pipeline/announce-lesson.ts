import { m } from '@antojo/i18n/messages'
import { toast } from '../../lib/view/toasts.ts'
import type { AddOutcome } from './outcome.ts'

/** Longer than for other notices, because the text is longer. */
const DURATION_MS = 6000

/** Shows what the app learned from the person's choice, if anything. */
export function announceLesson(outcome: AddOutcome): void {
  if (outcome.kind === 'accepted' && 'taught' in outcome.answer && outcome.answer.taught)
    toast.info(m.fix_taught(outcome.answer.taught), { duration: DURATION_MS })
}
