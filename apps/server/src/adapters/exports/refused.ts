import type { z } from 'zod'
import type { refusedHead } from './export-task.ts'

/** A text of 32 MB has some 200,000 links. */
export const MAX_TEXT_BYTES = 32 * 1024 * 1024

/** A file that is refused; `code` is the reason. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: z.infer<typeof refusedHead>['code']

  constructor(code: Refused['code'], detail: string) {
    super(detail)
    this.code = code
  }
}
