import { describe, expect, it } from 'vitest'
import { parseOpenGraph } from './open-graph.ts'

const base = 'https://www.instagram.com/reel/C8aBcDeFgHi/'

describe('parseOpenGraph', () => {
  it('prefers Open Graph, decodes entities and makes addresses absolute', () => {
    const html = `<title>plain</title><meta name="twitter:title" content="tw">
      <meta property="og:title" content="Tacos &amp; más"><meta property="og:image" content="/a.jpg">
      <meta property="og:video" content="https://x.mx/v.mp4">`
    expect(parseOpenGraph(html, base)).toEqual({
      title: 'Tacos & más',
      image: 'https://www.instagram.com/a.jpg',
      video: 'https://x.mx/v.mp4',
    })
  })

  it('takes the caption out of what Instagram wraps around it', () => {
    const html = `<meta property="og:title" content="Ana on Instagram"><meta property="og:description"
      content="1,234 likes, 5 comments - ana.come on May 1, 2026: &quot;📍 El Califa, CDMX&quot;. ">`
    expect(parseOpenGraph(html, base)?.description).toBe('📍 El Califa, CDMX')
  })

  it.each([
    '<title>Instagram</title>',
    '<title>Login • Instagram</title>',
    '<title>TikTok - Make Your Day</title><meta name="description" content="TikTok - trends start here">',
    '<title>Just a moment...</title>',
    '<p>nothing</p>',
    '',
  ])('%s tells nothing', (html) => {
    expect(parseOpenGraph(html, base)).toBeNull()
  })

  it('never takes a script as an address', () => {
    const html =
      '<meta property="og:title" content="x"><meta property="og:image" content="javascript:alert(1)">'
    expect(parseOpenGraph(html, base)).toEqual({ title: 'x' })
  })
})
