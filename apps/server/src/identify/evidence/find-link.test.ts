import { expect, it } from 'vitest'
import type { GuardedFetch } from '../../adapters/http/guarded-fetch.ts'
import { findPostLink } from './find-link.ts'

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
