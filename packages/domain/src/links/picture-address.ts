/**
 * The URL of an image at the server's proxy, which keeps a copy and scales it to the width in pixels. The widths 480 and 800
 * are for cards and cropped to their shape.
 */
export function imageUrl(image: string, width: 320 | 480 | 800 | 1200): string {
  const address = image.startsWith('/img')
    ? image.replace(/&w=\d+|#.*/g, '')
    : `/img?u=${encodeURIComponent(image)}`
  return `${address}&w=${width}${width === 480 || width === 800 ? '&shape=card' : ''}`
}

/** The attributes of a card's picture. The server writes the same, so that the page of a list preloads its first. */
export function cardPicture(image: string) {
  return {
    src: imageUrl(image, 800),
    srcSet: `${imageUrl(image, 480)} 480w, ${imageUrl(image, 800)} 800w`,
    sizes: '(min-width: 1440px) 24vw, (min-width: 1024px) 32vw, (min-width: 640px) 47vw, 94vw',
  }
}
