import type { OembedErrorCode } from '@antojo/contract/error-codes'
import type { Oembed } from '@antojo/contract/oembed'
import type { Platform } from '@antojo/domain/platforms/platform'

interface OembedTarget {
  readonly platform: Platform
  /** The clean form of the link. */
  readonly url: string
}

export interface OembedFailure {
  readonly ok: false
  readonly code: OembedErrorCode
  /** Status of the provider's answer; null when there was none. */
  readonly status: number | null
  readonly detail: string
}

type OembedOutcome = { readonly ok: true; readonly oembed: Oembed } | OembedFailure

/** One source of a post's metadata. A post that cannot be read is a value, never an exception. */
export type OembedProvider = (target: OembedTarget, signal: AbortSignal) => Promise<OembedOutcome>
