/**
 * How the product reads and plays the posts of one platform. A new platform is a new file like `tiktok.ts`, and an entry in
 * `platform.ts` and in `definitions.ts`; the compiler and the tests name what else it needs.
 */
export interface PlatformDefinition {
  /** Reads a link on one of the domains, without tracking parameters. */
  readonly readLink: (url: URL) => PlatformLink
  /** Domains of others that show its posts in chats, at the paths of its own links. */
  readonly embedDomains: readonly string[]
  readonly player: Player
  readonly oembed: OembedSource
  /** Domains of its pictures, subdomains included. */
  readonly pictureDomains: readonly string[]
  /**
   * Titles of its pages that show something other than the post, such as sign-in walls and slogans. The platform's bare
   * name always counts as one.
   */
  readonly placeholderTitles: RegExp | null
}

/** The platform's own player, built from the id only: foreign markup is never inserted. */
export interface Player {
  /** Used in the frame rule of the content security policy. */
  readonly origin: string
  readonly url: (post: Pick<PostLink, 'id' | 'url'>) => string
}

export type OembedSource =
  /** A public endpoint. */
  | {
      readonly kind: 'open'
      readonly endpoint: string
      readonly parameters?: Readonly<Record<string, string>>
      /** The error code for a post that the endpoint refuses. */
      readonly refusalCode: 'E_PROXY_OEMBED_HTTP' | 'E_YT_OEMBED_JSON'
      /** A refusal may come as plain text with status 200. */
      readonly isTextRefusal?: boolean
    }
  /** Meta's Graph API, which requires a token; the path depends on the post. */
  | { readonly kind: 'graph'; readonly endpoint: string; readonly path: (url: string) => string }

export interface PostLink {
  readonly id: string
  /** The clean form that people see, stored as `video_url`. */
  readonly url: string
  /** The canonical URL of the post, equal for every form of its link. */
  readonly canonicalUrl: string
}

/** The kind of a link on the platform's domains; `wrapped` contains another link. */
export type PlatformLink =
  | ({ readonly kind: 'video' } & PostLink)
  | { readonly kind: 'wrapped'; readonly url: string }
  | { readonly kind: 'short' }
  | { readonly kind: 'not_video' }

export const NOT_VIDEO: PlatformLink = { kind: 'not_video' }
export const SHORT_LINK: PlatformLink = { kind: 'short' }
