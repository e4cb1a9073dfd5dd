import { timeOf } from '../../entries.ts'
import { lineOf, type Line, type Message } from './messages.ts'

/** The day, the time and mostly the sender before a message of a chat. */
const HEAD =
  /^[^\p{L}\p{N}]{0,3}(?<a>\d{1,4})[./-](?<b>\d{1,2})[./-](?<c>\d{1,4})[,\s]\s?(?:(?:à|às|um|at|alle|a las)\s)?(?<clock>\d{1,2}[:.]\d{2}[^\]\n-]{0,16})[\]-]\s(?:[^:]{1,80}:(?:\s|$))?/u
const LIST_ITEM = /^\s*(?:[*•·|-]|\d{1,3}[.)])\s/u
/** A line, or the end of a blank one. */
const LINE = /[^\n]+|\n(?=\n)/gu
/** A blank line ends a paragraph, but no message of a chat. */
const MAX_LINES = 200

interface Day {
  readonly numbers: readonly [number, number, number]
  readonly clock: string
}

interface Written {
  readonly lines: Line[]
  /** Null outside of a chat. */
  readonly day: Day | null
}

/** The messages of a text that have links: those of a chat, else paragraphs and items of lists. */
export function messagesOf(text: string): readonly Message[] {
  const found: Written[] = []
  const days: Day[] = []
  let now: Written = { lines: [], day: null }
  for (const [line] of text.matchAll(LINE)) {
    const head = HEAD.exec(line)
    const isItem = now.day === null && (line.trim() === '' || LIST_ITEM.test(line))
    if (head !== null || isItem || now.lines.length >= MAX_LINES) {
      if (hasEntry(now)) found.push(now)
      const day = head?.groups === undefined ? now.day : dayOf(head.groups)
      if (head !== null && day !== null) days.push(day)
      now = { lines: [], day }
    }
    now.lines.push(lineOf(line.slice(head?.[0].length ?? 0)))
  }
  if (hasEntry(now)) found.push(now)
  const isMonthFirst = areMonthsFirst(days)
  return found.map(({ lines, day }) => ({ lines, savedAt: day === null ? null : noonOf(day, isMonthFirst) }))
}

function hasEntry({ lines }: Written): boolean {
  return lines.some(({ links, places = [] }) => links.length > 0 || places.length > 0)
}

function dayOf({ a, b, c, clock = '' }: Readonly<Record<string, string>>): Day {
  return { numbers: [Number(a), Number(b), Number(c)], clock }
}

/** Americans write the month first, and no other country writes `PM` in capitals. */
function areMonthsFirst(days: readonly Day[]): boolean {
  if (days.some(({ numbers: [first] }) => first > 12)) return false
  return days.some(({ numbers: [, second], clock }) => second > 12 || /\d\s?[AP]M/u.test(clock))
}

/** Noon of the day: a chat does not say its time zone. */
function noonOf({ numbers: [a, b, c] }: Day, isMonthFirst: boolean): Date | null {
  const [year, month, day] = a > 31 ? [a, b, c] : isMonthFirst ? [c, a, b] : [c, b, a]
  return timeOf(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day, 12))
}
