/** The preview that a chat shows for a link. */
export interface LinkPreview {
  readonly title: string
  readonly description: string
  /** A path of this server. */
  readonly image: string
  /** The path of its RSS, for a shared list. */
  readonly feed?: string
  /** The picture of the first card, which the page preloads. */
  readonly firstPicture?: string
}

/** The picture that the server draws for a place of these cuisines. */
export function drawnPreview(cuisines: readonly string[]): string {
  return `/preview/${encodeURIComponent(cuisines[0] ?? 'any')}.png`
}

/** The URL of our copy of a picture in the shape of a card, without the blurred preview in its fragment, which some chats would send along. */
export function ownCopy(image: string): string {
  const [address = image] = image.split('#')
  return image.startsWith('/') ? address : `/img?u=${encodeURIComponent(image)}&w=1200&shape=card`
}
