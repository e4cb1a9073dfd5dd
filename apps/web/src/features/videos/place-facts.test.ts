import { minuteFormat } from '@antojo/domain/hours/hours'
import { m } from '@antojo/i18n/messages'
import { expect, test } from 'vitest'
import { intlLocale } from '../../lib/view/locale.ts'
import { untilText } from './place-facts.tsx'

test('an open place says until when, a closed one when it opens, and neither what is not known', () => {
  const until = 20 * 60
  const time = minuteFormat(intlLocale())(until)
  expect(untilText({ open: true, until })).toBe(m.open_until({ time }))
  expect(untilText({ open: false, until })).toBe(m.opens_at({ time }))
  expect(untilText({ open: true, until: null })).toBe(m.open_now())
  expect(untilText({ open: false, until: null })).toBe(m.closed())
})
