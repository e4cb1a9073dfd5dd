import type { AddOutcome } from '@antojo/testing/client'

const WIDTHS = [46, 19, 42, 5, 28] as const

export function heading(): string {
  return line(['link', 'decision', 'restaurant', 'conf.', 'from'], 'ms')
}

/** `link → decision → restaurant → confidence → the texts that speak for it → ms`, marked when it is unexpected. */
export function row(link: string, outcome: AddOutcome, ms: number, asExpected: boolean): string {
  const cells = [
    link.replace(/^https:\/\/(www\.)?/, ''),
    outcome.decision,
    whatCameOut(outcome),
    confidenceOf(outcome),
    'textFrom' in outcome ? outcome.textFrom.join(', ') : '',
  ]
  return line(cells, `${Math.round(ms)}${asExpected ? '' : '  ✗ not as expected'}`)
}

function whatCameOut(outcome: AddOutcome): string {
  if ('restaurants' in outcome)
    return outcome.restaurants.join(outcome.decision === 'accepted' ? ' + ' : ' | ')
  return 'code' in outcome ? outcome.code : '–'
}

function confidenceOf(outcome: AddOutcome): string {
  return 'confidence' in outcome ? outcome.confidence.toFixed(2) : ''
}

function line(cells: readonly string[], last: string): string {
  return [...cells.map((cell, index) => fit(cell, WIDTHS[index] ?? 10)), last].join('  ')
}

function fit(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width)
}
