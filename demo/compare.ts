import type { AddOutcome } from '@antojo/testing/client'
import type { Post } from '@antojo/testing/sandbox/post'

/** Whether the outcome is the one that the post's data file expects. */
export function isAsExpected(expected: Post['expected'], outcome: AddOutcome): boolean {
  switch (expected.decision) {
    case 'accepted':
      return (
        outcome.decision === 'accepted' &&
        sameNames(expected.restaurants, outcome.restaurants) &&
        sameNames(expected.textFrom ?? outcome.textFrom, outcome.textFrom)
      )
    case 'needs_confirmation':
      return (
        outcome.decision === 'needs_confirmation' &&
        expected.restaurants.every((name) => outcome.restaurants.includes(name))
      )
    case 'weak_data':
      return outcome.decision === 'weak_data'
    case 'oembed_required':
    case 'error':
      return outcome.decision === expected.decision && outcome.code === expected.code
    default:
      return expected satisfies never
  }
}

function sameNames(expected: readonly string[], found: readonly string[]): boolean {
  return expected.toSorted().join('\n') === found.toSorted().join('\n')
}
