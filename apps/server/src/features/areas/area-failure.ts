import { RemoteError } from '@antojo/places/import/remote/remote-file'
import type { AreaFailure } from '@antojo/places/wanted-areas'

/** This server does not fetch the area: its message is the reason. */
export class AreaRefused extends Error {
  override readonly name = 'AreaRefused'
}

/** Why a fetch or an update failed. */
export function failureOf(error: unknown): AreaFailure {
  if (error instanceof RemoteError) return { reason: error.problem, isBucketFailure: true, isTemporary: true }
  if (error instanceof AreaRefused)
    return { reason: error.message, isBucketFailure: false, isTemporary: error.message !== 'too_large' }
  if (error instanceof Error && error.name === 'TimeoutError')
    return { reason: 'timeout', isBucketFailure: true, isTemporary: true }
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
    return { reason: 'disk_full', isBucketFailure: false, isTemporary: true }
  return { reason: 'failed', isBucketFailure: false, isTemporary: true }
}
