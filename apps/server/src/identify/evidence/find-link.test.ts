import { expect, it } from 'vitest'
import type { GuardedFetch } from '../../adapters/http/guarded-fetch.ts'
import { findPostLink, readPastedLink } from './find-link.ts'

/** A server that redirects every request to this address. */
const redirectTo =
  (location: string): GuardedFetch =>
  async ({ url }) => ({
    ok: true,
    status: 302,
    headers: new Map([['location', location]]),
    body: Buffer.of(),
    url,
  })

const place =
  'https://www.google.com/maps/place/Contramar/@19.41,-99.16,17z/data=!3m1!1s0x1:0x1f!8m2!3d19.4194!4d-99.1675'
const found = {
  ok: true,
  link: { kind: 'page', url: place, canonicalUrl: 'https://www.google.com/maps?cid=31' },
}

it('a short link of a map is followed to its place', async () => {
  expect(await findPostLink(redirectTo(place), 'Contramar https://maps.app.goo.gl/AbCdEf123')).toMatchObject(
    found,
  )
})

it('also through the question for consent', async () => {
  const consent = `https://consent.google.com/m?continue=${encodeURIComponent(place)}&gl=ES`
  expect(await findPostLink(redirectTo(consent), 'https://goo.gl/maps/AbCdEf')).toMatchObject(found)
})

it('a short link that leads to short links is a loop', async () => {
  const next = redirectTo('https://maps.app.goo.gl/other')
  expect(await findPostLink(next, 'https://maps.app.goo.gl/AbCdEf123')).toMatchObject({
    code: 'redirect_loop',
  })
})

it.each([
  // The full stop of a name ends a saved link, but not a link within a text.
  ['https://www.google.com/maps/place/Tacos%20S.A.', 'https://www.google.com/maps/place/tacos%20s.a.'],
  ['Aquí: https://www.google.com/maps/place/Tacos%20S.A.', 'https://www.google.com/maps/place/tacos%20s.a'],
  ['https://maps.google.com/?q=Mesa Larga, Calle 8&cid=7', 'https://www.google.com/maps?cid=7'],
  ['https://www.google.com/maps?cid=7。', 'https://www.google.com/maps?cid=7'],
  [
    'Mesa: https://maps.apple.com/?q=Mesa&ll=20.5,-103.5',
    'https://www.google.com/maps/place/mesa/@20.5,-103.5,17z',
  ],
  ['waze.com/ul?q=Mesa&ll=20.5,-103.5', 'https://www.google.com/maps/place/mesa/@20.5,-103.5,17z'],
])('%s is a place', (text, canonicalUrl) => {
  expect(readPastedLink(text)).toMatchObject({ ok: true, link: { kind: 'page', canonicalUrl } })
})

it.each(['https://maps.app.goo.gl/AbC', 'maps.apple/p/AbC~d', '\u200ehttps://goo.gl/maps/AbC\u200e'])(
  '%s is followed',
  (text) => {
    expect(readPastedLink(text)).toMatchObject({ ok: true, link: { kind: 'short', platform: 'Other' } })
  },
)
