import type { KnownPlatform } from '@antojo/domain/platforms/platform'

export type Endpoint =
  | OembedEndpoint
  | 'fallback'
  | 'youtube_api'
  | 'page'
  | 'short_link'
  | 'thumbnail'
  | 'video'

/** A platform's oEmbed. */
type OembedEndpoint = `${KnownPlatform} oEmbed`

export function endpointOf(platform: KnownPlatform): OembedEndpoint {
  return `${platform} oEmbed`
}
export interface LoggedRequest {
  readonly endpoint: Endpoint
  /** The post's link as it was asked for; the path for pictures and videos. */
  readonly url: string
  /** How the reader of a page named itself. */
  readonly userAgent?: string
}

/** What the outside world was asked, in order. */
export class RequestLog {
  #requests: LoggedRequest[] = []

  add(request: LoggedRequest): void {
    this.#requests.push(request)
  }

  /** How many requests the endpoint got, for one link or in all. */
  count(endpoint: Endpoint, url?: string): number {
    return this.#requests.filter((request) => request.endpoint === endpoint && (!url || request.url === url))
      .length
  }

  /** The last requests, newest last. */
  all(): readonly LoggedRequest[] {
    return this.#requests
  }

  clear(): void {
    this.#requests = []
  }
}
