import { describe, expect, it } from 'vitest'
import { createPageParser } from './page-parser.ts'

const BASE = 'https://www.instagram.com/reel/C8aBcDeFgHi/'

function readTags(html: string): unknown {
  const parser = createPageParser(null)
  parser.write(html)
  return parser.end(BASE)
}

/** The scripts of a page that arrives in pieces of `size` characters, and how much of it was read. */
function readScripts(
  html: string,
  size: number,
  isPost: (script: string) => boolean,
): { readonly scripts: string[]; readonly taken: number } {
  const scripts: string[] = []
  const parser = createPageParser((script) => {
    scripts.push(script)
    return isPost(script) ? 'found' : 'more'
  })
  let taken = 0
  while (taken < html.length) {
    const piece = html.slice(taken, taken + size)
    taken += piece.length
    if (parser.write(piece) === 'enough') break
  }
  parser.end(BASE)
  return { scripts, taken }
}

describe('the tags of a page', () => {
  it('prefer Open Graph, with entities decoded and addresses made absolute', () => {
    expect(
      readTags(`<title>plain</title><meta name="twitter:title" content="tw">
      <meta property="og:title" content="Tacos &amp; más"><meta property="og:image" content="/a.jpg">
      <meta property="og:video" content="https://x.mx/v.mp4">`),
    ).toEqual({
      title: 'Tacos & más',
      image: 'https://www.instagram.com/a.jpg',
      video: 'https://x.mx/v.mp4',
    })
  })

  it('never hold a script as an address', () => {
    expect(
      readTags(
        '<meta property="og:title" content="x"><meta property="og:image" content="javascript:alert(1)">',
      ),
    ).toEqual({ title: 'x' })
  })

  it('are not taken from strings in scripts', () => {
    expect(
      readTags(`<script>a='<meta property="og:title" content="no">'</script><title>yes</title>`),
    ).toEqual({
      title: 'yes',
    })
  })
})

describe('the scripts of a page', () => {
  const page = `<head><title>t</title></head><body><script id="a">{"<b>":1}</script><script>post</script>${'x'.repeat(5_000)}<script>later</script>`

  it.each([
    [1, 200],
    [7, 200],
    [100_000, 6_000],
  ])('arrive whole in pieces of %i; no more is taken once one has the post', (size, most) => {
    const { scripts, taken } = readScripts(page, size, (script) => script === 'post')
    expect(scripts).toEqual(expect.arrayContaining(['{"<b>":1}', 'post']))
    expect(taken).toBeLessThan(most)
  })

  it('count as they are when the page ends in one', () => {
    const { scripts } = readScripts('<body><script>var a = {"b":', 10, () => false)
    expect(scripts).toEqual(['var a = {"b":'])
  })

  it('are given up in a page that nests without end', () => {
    const nested = '<b><i>'.repeat(20_000) + '</u>'.repeat(200_000)
    expect(readScripts(nested, 10_000, () => false).taken).toBeLessThan(20_000)
  })
})
