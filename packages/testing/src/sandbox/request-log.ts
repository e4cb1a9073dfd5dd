import type { KnownPlatform } from '@antojo/domain/platforms/platform'

export type Endpoint =
  | OembedEndpoint
  | 'fallback'
  | 'youtube_api'
  | 'page'
  | 'short_link'
  | 'thumbnail'
  | 'video'

/** The oEmbed endpoint of a platform. */
type OembedEndpoint = `${KnownPlatform} oEmbed`

export function endpointOf(platform: KnownPlatform): OembedEndpoint {
  return `${platform} oEmbed`
}
export interface LoggedRequest {
  readonly endpoint: Endpoint
  /** The post's link as requested; the path for pictures and videos. */
  readonly url: string
  /** The user agent of the page's reader. */
  readonly userAgent?: string
}

/** The requests to foreign services, in order. */
export class RequestLog {
  #requests: LoggedRequest[] = []

  add(request: LoggedRequest): void {
    this.#requests.push(request)
  }

  /** The number of requests to the endpoint, for one link or in all. */
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
