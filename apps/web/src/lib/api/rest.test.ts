import { m } from '@antojo/i18n/messages'
import { expect, test } from 'vitest'
import { rowsOf } from './rest.ts'

test('a statement that took too long is said in the language of the app', () => {
  const error = { message: 'canceling statement due to statement timeout', code: '57014' }
  expect(() => rowsOf({ data: null, error, status: 503 })).toThrow(m.error_timeout())
})
