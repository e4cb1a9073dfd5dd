import { describe, expect, it } from 'vitest'
import { findUrls } from './find-urls.ts'
import { canonicalMapsLink, isShortMapsLink, mapsLinkOf, readMapsLink } from './maps-link.ts'

const contramar = { lat: 19.4194, lng: -99.1675 }
const cid = '7203413459413456789'
const hex = `0x85d1ff3a:0x${BigInt(cid).toString(16)}`

const NOTHING = { name: null, address: null, position: null, cid: null }

describe('a link to a place of Google Maps', () => {
  it.each([
    [
      `https://www.google.com/maps/place/Contramar/@19.41,-99.16,17z/data=!3m1!4b1!4m6!3m5!1s${hex}!8m2!3d19.4194!4d-99.1675!16s`,
      { name: 'Contramar', address: null, position: contramar, cid },
    ],
    [
      `https://www.google.com.mx/maps/place/Caf%C3%A9+La+Gloria/data=!4m2!3m1!1s${hex}`,
      { name: 'Café La Gloria', position: null, cid },
    ],
    [
      `https://maps.google.com/?q=Contramar,+Durango+200,+Roma+Nte.,+CDMX&ftid=${hex}`,
      { name: 'Contramar', address: 'Durango 200, Roma Nte., CDMX', position: null, cid },
    ],
    [`http://maps.google.com/?cid=${cid}`, { name: null, position: null, cid }],
    ['https://www.google.com/maps/search/?api=1&query=Contramar', { name: 'Contramar', position: null }],
    ['https://www.google.com/maps/search/19.4194,-99.1675', { name: null, position: contramar }],
    ['https://www.google.es/maps/search/19.4194,+-99.1675?shorturl=1', { name: null, position: contramar }],
    ['https://www.google.com/maps/@19.4194,-99.1675,15z', { name: null, position: contramar }],
    ['https://maps.google.com/maps?q=19.4194,-99.1675', { name: null, position: contramar }],
    [
      `https://www.google.com/maps/place//data=!4m2!3m1!1s${hex}?sa=X&ved=1t:8290&ictx=111`,
      { name: null, position: null, cid },
    ],
    [
      'https://www.google.com/maps/place/Google/data=!4m2!3m1!19sChIJN1t_tDeuEmsRUsoyG83frY4?hl=es',
      { name: 'Google', cid: '10281119596374313554' },
    ],
    [`https://www.google.com/search?q=Contramar&ludocid=${cid}`, { name: 'Contramar', cid }],
    ['https://www.google.com/maps/@?api=1&map_action=map&center=19.4194,-99.1675', { position: contramar }],
    ['https://www.google.com/maps?q=loc:19.4194,-99.1675', { name: null, position: contramar }],
    ['https://maps.google.com/?q=loc:19.4194+-99.1675', { name: null, position: contramar }],
    [
      'https://maps.google.com/?q=19.4194,-99.1675(Fonda+Lucha)',
      { name: 'Fonda Lucha', position: contramar },
    ],
    [
      'https://www.google.com/maps/place/?q=place_id:ChIJN1t_tDeuEmsRUsoyG83frY4',
      { name: null, cid: '10281119596374313554' },
    ],
    [
      'https://www.google.com/maps/search/?api=1&query=Google&query_place_id=ChIJN1t_tDeuEmsRUsoyG83frY4',
      { name: 'Google', cid: '10281119596374313554' },
    ],
    [
      `https://www.google.com/maps/place/19%C2%B024'36.0%22N+99%C2%B009'36.0%22W/@19.4,-99.1,17z`,
      { name: null, position: { lat: 19.41, lng: -99.16 } },
    ],
    [
      `https://www.google.com/maps/place/Nilo's+(Centro)/@19.4194,-99.1675,17z`,
      { name: "Nilo's (Centro)", position: contramar },
    ],
    [
      'https://www.google.com/maps/place/%E0%A4%A/@19.4194,-99.1675,17z',
      { name: '%E0%A4%A', position: contramar },
    ],
  ])('%s', (address, expected) => {
    const place = readMapsLink(address)
    expect(place).toMatchObject(expected)
    const saved = mapsLinkOf(place ?? NOTHING)
    expect(readMapsLink(saved)).toEqual(place)
    expect(findUrls(saved)).toEqual([saved])
  })

  it.each([
    'https://www.google.com/search?q=contramar',
    'https://www.google.com/maps',
    'https://google.com.evil.example/maps/place/Contramar',
    'https://maps.google.evil/?q=x',
    'https://www.google.com/maps/place/',
    'https://www.google.com/maps/place/?q=place_id:ChIJabcdefghijk',
    'https://www.google.com/maps/@200,500,3z',
    'nada',
  ])('%s is none', (address) => {
    expect(readMapsLink(address)).toBeNull()
  })

  it('has one form for all links to a place', () => {
    const forms = [
      `https://www.google.com/maps/place/Contramar/@19.41,-99.16,17z/data=!1s${hex}!8m2!3d19.4194!4d-99.1675`,
      `http://maps.google.com/?cid=${cid}`,
    ]
    expect(new Set(forms.map((each) => canonicalMapsLink(readMapsLink(each) ?? NOTHING)))).toEqual(
      new Set([`https://www.google.com/maps?cid=${cid}`]),
    )
    const at = (name: string, lat: number) =>
      canonicalMapsLink({ name, address: null, position: { lat, lng: 1 }, cid: null })
    expect(at('La Gloria', 19.41940001)).toBe(at('la gloria', 19.4194))
    expect(at('La Gloria', 19.4201)).not.toBe(at('La Gloria', 19.4194))
  })

  it.each([
    ['https://maps.app.goo.gl/AbCdEf123', true],
    ['https://goo.gl/maps/AbCdEf', true],
    ['https://goo.gl/AbCdEf', false],
    ['https://maps.app.goo.gl/', false],
    ['https://goo.gl/maps/', false],
    ['https://maps.apple/p/kX3~aB.9y', true],
    ['https://maps.apple.com/p/kX3aB9y', true],
    ['https://maps.apple.com/place', false],
    ['https://maps.apple/', false],
    ['https://g.page/mesa-larga', true],
    ['\u200ehttps:\\/\\/maps.app.goo.gl\\/AbCdEf123\u200e', true],
    ['maps.app.goo.gl/AbCdEf123', false],
    ['https://maps.app.goo.gl.evil.example/x', false],
  ])('%s is short: %s', (address, expected) => {
    expect(isShortMapsLink(address)).toBe(expected)
  })
})
