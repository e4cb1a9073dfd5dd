import { describe, expect, it } from 'vitest'
import { unescaped, urlOf } from './link-address.ts'
import { mapOfHost } from './map-hosts.ts'
import { withoutTracking } from './tracking.ts'
import { webAddress } from './web-address.ts'

describe('unescaped', () => {
  it.each([
    ['https:\\/\\/a.example\\/b', 'https://a.example/b'],
    ['https://a.example/?b=1&amp;c=2', 'https://a.example/?b=1&c=2'],
    ['https://a.example/?b=1&AMP;amp;c=2', 'https://a.example/?b=1&c=2'],
    ['https://a.example/?b=1&#38;c=2&#038;d=3&#x26;e=4', 'https://a.example/?b=1&c=2&d=3&e=4'],
    ['https:\\u002F\\u002fa.example', 'https://a.example'],
    ['https://a.example/?b=c #1 2#d', 'https://a.example/?b=c%20%231%202#d'],
    ['https://a.example/?b\\u003D1\\u0026c=2', 'https://a.example/?b=1&c=2'],
    ['https://a.example/?ampere=1&b=2', 'https://a.example/?ampere=1&b=2'],
  ])('%s', (text, link) => {
    expect(unescaped(text)).toBe(link)
  })
})

describe('urlOf', () => {
  it.each([
    ['https://a.example', 'https://a.example/'],
    [' \t\u200e\ufeffHTTP://A.Example/B\u00ad\u2069\u3000', 'http://a.example/B'],
    ['https://a.example/b c', 'https://a.example/b%20c'],
    ['https:\\/\\/a.example', 'https://a.example/'],
    ['', null],
    ['\u200b', null],
    ['a.example', null],
    ['ftp://a.example', null],
    ['javascript:alert(1)', null],
    ['https://', null],
  ])('%j is %s', (text, href) => {
    expect(urlOf(text)?.href ?? null).toBe(href)
  })
})

describe('mapOfHost', () => {
  it.each([
    ['www.google.com', 'google'],
    ['maps.google.com.mx', 'google'],
    ['google.es', 'google'],
    ['google.evil.example', null],
    ['mail.google.com', null],
    ['maps.apple.com', 'apple'],
    ['apple.com', null],
    ['waze.com', 'waze'],
    ['ul.waze.com', 'waze'],
    ['waze.com.evil.example', null],
    ['maps.app.goo.gl', 'short'],
    ['goo.gl', 'short'],
    ['maps.apple', 'short'],
    ['g.page', 'short'],
    ['app.goo.gl', null],
  ])('%s is %s', (host, map) => {
    expect(mapOfHost(host)).toBe(map)
  })
})

describe('withoutTracking', () => {
  it.each([
    ['https://ana:secret@a.example/b?utm_source=x&c=1&UTM_campaign=y#d', 'https://a.example/b?c=1'],
    ['https://a.example/?share_id=1&__tn__=2&u_code=3&IGSH=4&si=5', 'https://a.example/'],
    ['https://a.example/?reference=1&sid=2&utmost=3', 'https://a.example/?reference=1&sid=2&utmost=3'],
    ['https://a.example/?b=1&b=2', 'https://a.example/?b=1&b=2'],
    [
      'https://a.example/?_r=1&_t=1&app=1&enter_from=1&is_copy_url=1&is_from_webapp=1&pp=1&refer=1&sender_device=1&sender_web_id=1&tt_from=1&web_id=1&v=2',
      'https://a.example/?v=2',
    ],
    [
      'https://a.example/?ig_mid=1&ig_rid=1&igsh=1&igshid=1&img_index=1&fbclid=1&mibextid=1&rdid=1&referer_url=1&feature=1&gclid=1&hl=1&ref=1&ref_src=1&v=2',
      'https://a.example/?v=2',
    ],
  ])('%s', (link, clean) => {
    const url = new URL(link)
    expect(withoutTracking(url).href).toBe(clean)
    expect(url.href).toBe(new URL(link).href)
  })
})

describe('webAddress', () => {
  it.each([
    ['https://a.example/b', true],
    ['HTTP://a.example', true],
    ['https://', false],
    [' https://a.example', false],
    ['javascript:alert(1)//https://a.example', false],
    ['', false],
    [null, false],
    [undefined, false],
  ])('%j: %s', (text, isAddress) => {
    expect(webAddress(text)).toBe(isAddress ? text : null)
  })
})
