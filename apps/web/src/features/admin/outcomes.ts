import { m } from '@antojo/i18n/messages'

/** The outcomes of analyses, from best to worst. */
export const OUTCOMES = ['accepted', 'asked', 'weak', 'unread'] as const
export type Outcome = (typeof OUTCOMES)[number]

export function outcomeName(outcome: Outcome): string {
  const names = {
    accepted: m.admin_accepted,
    asked: m.admin_asked,
    weak: m.admin_weak,
    unread: m.admin_unread,
  } as const
  return names[outcome]()
}
