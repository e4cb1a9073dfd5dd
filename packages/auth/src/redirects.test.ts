import { describe, expect, it } from 'vitest'
import { isAllowedRedirect } from './redirects.ts'

const SITE = 'https://app.example.org'

describe('a redirect', () => {
  it.each([
    ['https://app.example.org/deep?x=1#y', [], true],
    ['https://app.example.org:8443/', [], false],
    ['http://app.example.org/', [], false],
    ['https://one.example.net/', ['https://*.example.net/'], true],
    ['https://one.two.example.net/', ['https://*.example.net/'], false],
    ['https://one.two.example.net/', ['https://**.example.net/'], true],
    ['https://x.example.net/a/b', ['https://x.example.net/*'], false],
    ['https://x.example.net/a/b', ['https://x.example.net/**'], true],
    ['https://x.example.net/a#frag', ['https://x.example.net/a'], true],
    ['https://xzexample.net/', ['https://x.example.net/'], false],
    ['myapp://callback', ['myapp://*'], true],
    ['https://10.0.0.1/', ['https://10.0.0.1/'], false],
    ['https://3232235777/', ['https://**'], false],
    ['https://0xC0A80101/', ['https://**'], false],
    ['https://user:pass@app.example.org/', [], false],
    ['/relative', ['**'], false],
    ['javascript:alert(1)', ['**'], false],
    [' https://app.example.org', [], false],
  ])('to %s with %j: %s', (url, list, allowed) => {
    expect(isAllowedRedirect(url, SITE, list)).toBe(allowed)
  })

  it('may use any port of a site on loopback', () => {
    expect(isAllowedRedirect('http://localhost:5173/x', 'http://localhost:3000', [])).toBe(true)
    expect(isAllowedRedirect('http://127.0.0.1:5173/x', 'http://localhost:3000', [])).toBe(false)
  })
})
