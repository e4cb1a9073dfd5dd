import type { ErrorCode } from '@antojo/contract/error-codes'
import { m } from '@antojo/i18n/messages'
import { texts } from '@antojo/i18n/messages/error'

/** The messages by error code: a new code without one does not compile. */
const known = texts satisfies Readonly<Record<ErrorCode, () => string>>

/** The message of an error code in the person's language, or `unknown` for a code without one. */
export function errorText(code: string, unknown = m.error_unknown()): string {
  return isCode(code) ? known[code]() : unknown
}

function isCode(code: string): code is keyof typeof known {
  return Object.hasOwn(known, code)
}
