import { describe, expect, it } from 'vitest'
import { findUrls } from './find-urls.ts'
import { parseLink } from './link.ts'

describe('findUrls', () => {
  it.each([
    ['addresses without a link', 'a.b/'.repeat(500_000)],
    ['a link that seems to end everywhere', `https://a.b/${'!'.repeat(1_000_000)}a`],
    ['many such links', `https://a.b/${'!'.repeat(2_000)}a `.repeat(500)],
    ['many emphasised links', `_https://a.b/${'_'.repeat(2_000)}a `.repeat(500)],
    ['emphasis without an end', '*_https://a.b/c '.repeat(60_000)],
    ['signs of emphasis', `${'_'.repeat(1_000_000)}https://a.b `],
    ['links that run together', 'https://a.b/c'.repeat(80_000)],
    ['links in links', 'https://a.b/?u='.repeat(70_000)],
    ['open brackets', `https://a.b/${'('.repeat(2_000)} `.repeat(500)],
    ['marks', `https://a.b/e${'\u0301'.repeat(2_000)} `.repeat(500)],
    ['spaces behind maps', `https://maps.google.com/?q=a${' '.repeat(2_000)}`.repeat(500)],
    ['parts of maps', `https://maps.google.com/?q=a ${'&a='.repeat(600)} `.repeat(500)],
    ['hosts', `https://${'a'.repeat(1_000_000)} `],
    ['hosts with dots', `https://${'a.'.repeat(500_000)} `],
  ])('is fast for megabytes of %s', (_, hostile) => {
    const before = process.cpuUsage()
    expect(findUrls(`${hostile} https://youtu.be/a`).at(-1)).toBe('https://youtu.be/a')
    // Measures processor time, which other work on the machine does not affect.
    expect(process.cpuUsage(before).user).toBeLessThan(500_000)
  })
})

it('reads 20,000 links in 5 MB in a second', () => {
  const pieces = Array.from({ length: 20_000 }, (_, at) => {
    const id = String(7_300_000_000_000_000_000n + BigInt(at))
    return `${'Qué ricos los tacos de la esquina, vamos el sábado. '.repeat(4)}https://www.tiktok.com/@mesa/video/${id}?a=1,\n`
  })
  const text = pieces.join('')
  expect(Buffer.byteLength(text)).toBeGreaterThan(5_000_000)
  const before = process.cpuUsage()
  const links = findUrls(text)
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
  expect(links.filter((url) => parseLink(url)?.kind === 'video')).toHaveLength(20_000)
})
