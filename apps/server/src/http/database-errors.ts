import { isDatabaseAway } from '@antojo/db/away'
import { AppError } from '../core/app-error.ts'

/** SQLSTATE to what the client is told; null when it is our fault. */
export function databaseProblem(error: unknown): AppError | null {
  if (isDatabaseAway(error)) {
    return new AppError('database_unavailable', 'The database cannot be reached.', {
      cause: error,
      retryAfter: 5,
    })
  }
  if (!(error instanceof Error) || !('code' in error)) return null
  if (error.code === '57014') return new AppError('timeout', 'The query took too long.', { cause: error })
  if (error.code === '42501') return new AppError('forbidden', 'Not allowed.', { cause: error })
  return null
}
