import { describe, expect, it } from 'vitest'
import { parseLink } from '../links/link.ts'
import { PLATFORM_DEFINITIONS } from './definitions.ts'
import { isWithinDomain, KNOWN_PLATFORMS, platformOfHost, platformOfUrl } from './platform.ts'

const TIKTOK = '7305551112223334445'
const YOUTUBE = 'mZ-4_kQ7x0_'
const INSTAGRAM = 'DAb_c-D3fGh'
const FACEBOOK = '3216549870123'
const PFBID = 'pfbid02AbCdEf9'

describe('ids by their letters and their length', () => {
  it.each<[string, string | null]>([
    [`https://www.tiktok.com/@mesa/video/${TIKTOK}qué`, TIKTOK],
    [`https://www.tiktok.com/@mesa/video/${TIKTOK}看`, TIKTOK],
    [`https://www.tiktok.com/@MESA/VIDEO/${TIKTOK}/?a=1`, TIKTOK],
    [`https://www.tiktok.com/@mesa/video/123456789012345`, '123456789012345'],
    [`https://www.tiktok.com/@mesa/video/12345678901234`, null],
    [`https://www.tiktok.com/@mesa/video/123456789012345678901`, null],
    [`https://www.tiktok.com/video/${TIKTOK}`, TIKTOK],
    [`https://www.tiktok.com/embed/v3/${TIKTOK}`, TIKTOK],
    [`https://www.tiktok.com/embed/v4/${TIKTOK}`, null],
    [`https://www.tiktok.com/music/mesa-${TIKTOK}`, null],
    [`https://www.tiktokv.com/share/video/${TIKTOK}/`, TIKTOK],
    [
      `https://www.tiktok.com/login?redirect_url=${encodeURIComponent(`https://www.tiktok.com/@mesa/video/${TIKTOK}`)}`,
      TIKTOK,
    ],
    [
      `https://www.tiktok.com/link/v2?aid=1&target=${encodeURIComponent(`https://youtu.be/${YOUTUBE}`)}`,
      YOUTUBE,
    ],
    ['https://www.tiktok.com/login', null],
    [`https://youtu.be/${YOUTUBE}&feature=youtu.be`, YOUTUBE],
    [`https://youtu.be/watch?v=${YOUTUBE}`, YOUTUBE],
    [`https://youtu.be/shorts/${YOUTUBE}`, YOUTUBE],
    [`https://www.youtube.com/?v=${YOUTUBE}`, YOUTUBE],
    [`https://www.youtube.com/${YOUTUBE}`, null],
    [`https://youtu.be/${YOUTUBE}__`, YOUTUBE],
    [`https://youtu.be/${YOUTUBE}a`, null],
    [`https://youtu.be/${YOUTUBE}-`, null],
    ['https://youtu.be/mZ-4_kQ7x0', null],
    [`https://www.youtube.com/watch?v=${YOUTUBE}?si=AbC`, YOUTUBE],
    [`https://www.youtube.com/watch??v=${YOUTUBE}`, YOUTUBE],
    [`https://www.youtube.com/watch&v=${YOUTUBE}`, YOUTUBE],
    [`https://www.youtube.com/watch?list=PL0&amp;v=${YOUTUBE}`, YOUTUBE],
    [`https://www.youtube.com/watch/${YOUTUBE}`, YOUTUBE],
    [`https://www.youtube.com/watch_popup?v=${YOUTUBE}`, YOUTUBE],
    [`https://www.youtube.com/shorts/${YOUTUBE}&si=AbC`, YOUTUBE],
    [`https://www.youtube.com/Shorts/${YOUTUBE}/`, YOUTUBE],
    [`https://www.youtube.com/playlist?v=${YOUTUBE}`, null],
    [`https://consent.youtube.com/m?continue=${encodeURIComponent(`https://youtu.be/${YOUTUBE}`)}`, YOUTUBE],
    [`https://www.instagram.com/reel/${INSTAGRAM}%F0%9F%8C%AE`, INSTAGRAM],
    [`https://www.instagram.com/P/${INSTAGRAM}?igsh=a?b=c`, INSTAGRAM],
    ['https://www.instagram.com/p/AbCd', null],
    [`https://www.instagram.com/p/${'a'.repeat(40)}`, 'a'.repeat(40)],
    [`https://www.instagram.com/p/${'a'.repeat(41)}`, null],
    ['https://www.instagram.com/reels/audio', null],
    ['https://www.instagram.com/reel/audiophile/', 'audiophile'],
    [`https://www.instagram.com/accounts/login/?next=%2Fp%2F${INSTAGRAM}%2F`, INSTAGRAM],
    ['https://www.instagram.com/accounts/login/?next=mesa', null],
    [`https://www.facebook.com/reels/${FACEBOOK}`, FACEBOOK],
    [`https://www.facebook.com/mesa/reels/${FACEBOOK}/`, FACEBOOK],
    [`https://www.facebook.com/mesa/videos/vb.1/${FACEBOOK}/?type=2`, FACEBOOK],
    [`https://www.facebook.com/watch/live/?v=${FACEBOOK}`, FACEBOOK],
    [`https://www.facebook.com/watch/?v=${FACEBOOK}?ref=a`, FACEBOOK],
    ['https://www.facebook.com/watch/?v=1234', null],
    [`https://www.facebook.com/watch/?v=${'1'.repeat(26)}`, null],
    [`https://www.facebook.com/mesa/posts/titulo/${FACEBOOK}`, FACEBOOK],
    [`https://www.facebook.com/mesa/posts/${PFBID}:0`, PFBID],
    ['https://www.facebook.com/mesa/posts/titulo', null],
    [`https://www.facebook.com/story.php?story_fbid=${PFBID}`, null],
    [`https://www.facebook.com/groups/12345/permalink/${FACEBOOK}/`, FACEBOOK],
    [`https://www.facebook.com/groups/mesa.larga/posts/${FACEBOOK}/?comment_id=1`, FACEBOOK],
    [`https://m.facebook.com/groups/12345?view=permalink&id=${FACEBOOK}`, FACEBOOK],
    [`https://www.facebook.com/groups/mesa.larga/?multi_permalinks=${FACEBOOK}%2C99999`, FACEBOOK],
    ['https://www.facebook.com/groups/mesa.larga/', null],
    ['https://www.facebook.com/groups/mesa.larga/posts/', null],
    [`https://m.facebook.com/groups/12345?id=${FACEBOOK}`, null],
    [`https://www.facebook.com/flx/warn/?u=${encodeURIComponent(`https://youtu.be/${YOUTUBE}`)}`, YOUTUBE],
  ])('%s', (link, id) => {
    const read = parseLink(link)
    expect(read?.kind === 'video' ? read.id : null).toBe(id)
  })

  it('gives a post of a group one identity, whether the group has its name or its number', () => {
    const forms = [
      `12345/permalink/${FACEBOOK}`,
      `mesa/posts/${FACEBOOK}`,
      `mesa?multi_permalinks=${FACEBOOK}`,
    ]
    const read = forms.map((form) => parseLink(`https://www.facebook.com/groups/${form}`))
    expect(new Set(read.map((link) => link?.kind === 'video' && link.canonicalUrl)).size).toBe(1)
    expect(read[0]).toMatchObject({ url: `https://www.facebook.com/groups/12345/posts/${FACEBOOK}` })
    const [canonical = ''] = read.flatMap((link) => (link?.kind === 'video' ? [link.canonicalUrl] : []))
    expect(parseLink(canonical)).toMatchObject({ id: FACEBOOK, canonicalUrl: canonical })
  })
})

describe('hosts that only embed posts', () => {
  it.each([
    [`https://www.ddinstagram.com/reel/${INSTAGRAM}/`, `https://www.instagram.com/reel/${INSTAGRAM}/`],
    [`https://d.vxinstagram.com/p/${INSTAGRAM}`, `https://www.instagram.com/p/${INSTAGRAM}/`],
    [`https://kkinstagram.com/mesa/reel/${INSTAGRAM}`, `https://www.instagram.com/reel/${INSTAGRAM}/`],
    [`https://vxtiktok.com/@mesa/video/${TIKTOK}`, `https://www.tiktok.com/@mesa/video/${TIKTOK}`],
    [`https://a.tnktok.com/@mesa/photo/${TIKTOK}`, `https://www.tiktok.com/@mesa/video/${TIKTOK}`],
    [`https://www.yout-ube.com/watch?v=${YOUTUBE}`, `https://www.youtube.com/watch?v=${YOUTUBE}`],
    [`https://facebed.com/reel/${FACEBOOK}`, `https://www.facebook.com/reel/${FACEBOOK}`],
  ])('%s is %s', (embedded, url) => {
    expect(parseLink(embedded)).toMatchObject({ kind: 'video', url })
  })

  it.each([
    ['https://vm.vxtiktok.com/ZMk3aB9xy/', 'https://vm.tiktok.com/ZMk3aB9xy/'],
    ['https://vt.tnktok.com/ZSk3aB9xy', 'https://vt.tiktok.com/ZSk3aB9xy'],
    ['https://vm.tiktok.com/ZMk3aB9xy/?_t=8&_r=1', 'https://vm.tiktok.com/ZMk3aB9xy/'],
  ])('%s is still short', (given, url) => {
    expect(parseLink(given)).toEqual({ kind: 'short', platform: 'TikTok', url })
  })

  it.each(['https://xddinstagram.com/p/DAb_c-D3fGh/', 'https://ddinstagram.com.evil.example/p/DAb_c-D3fGh/'])(
    '%s is no such host',
    (link) => {
      expect(parseLink(link)).toMatchObject({ kind: 'page' })
    },
  )
})

it.each([
  ['https://fb.me/kX3aB9', 'short'],
  ['https://fb.watch/kX3aB9/', 'short'],
  ['https://fb.watch/', 'not_video'],
  ['https://www.facebook.com/share/', 'not_video'],
])('%s is %s', (link, kind) => {
  expect(parseLink(link)).toMatchObject({ kind })
})

describe('pages that lead to another link', () => {
  const post = `https://www.youtube.com/watch?v=${YOUTUBE}`
  it.each([
    [`https://www.facebook.com/plugins/post.php?href=${encodeURIComponent(post)}`, post],
    [`https://www.facebook.com/login.php?next=${encodeURIComponent(post)}`, post],
    [`https://l.facebook.com/l.php?u=${post}&h=AT0`, post],
    [
      `https://consent.google.com/m?continue=${encodeURIComponent('https://www.google.com/maps?cid=5')}&gl=DE`,
      'https://www.google.com/maps?cid=5',
    ],
    [`https://consent.google.com.mx/m?continue=${encodeURIComponent(post)}`, post],
    [
      `https://www.google.com/url?q=${encodeURIComponent(`https://l.instagram.com/?u=${encodeURIComponent(post)}`)}`,
      post,
    ],
  ])('%s', (link, url) => {
    expect(parseLink(link)).toMatchObject({ url })
  })

  it('is no link without one', () => {
    expect(parseLink('https://www.google.com/url?q=mesa')).toBeNull()
    expect(parseLink('https://consent.google.com/m')).toMatchObject({ kind: 'page' })
  })
})

describe('platforms by host', () => {
  it.each([
    ['tiktok.com', 'TikTok'],
    ['VM.TikTok.com', 'TikTok'],
    ['www.youtube.com.', 'YouTube'],
    ['ttiktok.com', 'Other'],
    ['tiktok.com.evil.example', 'Other'],
  ])('%s is of %s', (host, platform) => {
    expect(platformOfHost(host)).toBe(platform)
  })

  it('asks for http(s)', () => {
    expect(platformOfUrl('ftp://youtu.be/a')).toBe('Other')
    expect(platformOfUrl('http://youtu.be/a')).toBe('YouTube')
  })

  it('tells a subdomain from a look-alike', () => {
    expect(isWithinDomain('a.b.example', 'b.example')).toBe(true)
    expect(isWithinDomain('b.example', 'b.example')).toBe(true)
    expect(isWithinDomain('ab.example', 'b.example')).toBe(false)
  })
})

describe('definitions', () => {
  it.each(KNOWN_PLATFORMS)('%s has a player for its posts on its own origin', (platform) => {
    const { player } = PLATFORM_DEFINITIONS[platform]
    const address = player.url({ id: 'a-1', url: 'https://a.example/?b=1&c' })
    expect(new URL(address).origin).toBe(player.origin)
    expect(address).toMatch(/a-1|https%3A%2F%2Fa\.example%2F%3Fb%3D1%26c/u)
  })

  it.each([
    ['https://www.facebook.com/mesa/posts/1', 'oembed_post'],
    ['https://www.facebook.com/permalink.php?story_fbid=1&id=2', 'oembed_post'],
    ['https://www.facebook.com/watch/?v=1', 'oembed_video'],
  ])('%s has %s', (url, path) => {
    const { oembed } = PLATFORM_DEFINITIONS.Facebook
    expect(oembed.kind === 'graph' && oembed.path(url)).toBe(path)
  })

  it.each([
    ['TikTok', 'TikTok - Make Your Day'],
    ['TikTok', 'Visit TikTok to discover videos!'],
    ['YouTube', '- YouTube'],
    ['YouTube', 'Before you continue to YouTube'],
    ['Facebook', "This content isn't available right now"],
  ] as const)('%s writes "%s" where it shows no post', (platform, title) => {
    const { placeholderTitles } = PLATFORM_DEFINITIONS[platform]
    expect(placeholderTitles?.test(title)).toBe(true)
    expect(placeholderTitles?.test(`Mesa Larga ${title} hoy`)).toBe(false)
  })
})
