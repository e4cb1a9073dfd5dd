export type Endpoint =
  | 'tiktok'
  | 'youtube'
  | 'meta'
  | 'fallback'
  | 'page'
  | 'short_link'
  | 'thumbnail'
  | 'video'

export interface LoggedRequest {
  readonly endpoint: Endpoint
  /** The post's link as it was asked for; the path for pictures and videos. */
  readonly url: string
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
