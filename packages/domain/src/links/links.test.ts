import { describe, expect, it } from 'vitest'
import { findUrls, readPasted } from './find-urls.ts'
import { parseLink, playerUrl } from './link.ts'
import { platformOfUrl } from '../platforms/platform.ts'

const T = '7301234567890123456'
const tiktok = `https://www.tiktok.com/@tacos.mx/video/${T}`
const anonymous = `https://www.tiktok.com/@_/video/${T}`
const youtube = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'
const reel = 'https://www.instagram.com/reel/C8aBcDeFgHi/'
const post = 'https://www.instagram.com/p/C8aBcDeFgHi/'
const watch = 'https://www.facebook.com/watch/?v=1234567890123456'

describe('parseLink: every form of a post has one clean form and one identity', () => {
  it.each([
    [tiktok, tiktok, anonymous],
    [`${tiktok}?is_from_webapp=1&sender_device=pc&_r=1`, tiktok, anonymous],
    [`http://m.tiktok.com/@tacos.mx/video/${T}/`, tiktok, anonymous],
    [`https://t.tiktok.com/@tacos.mx/video/${T}`, tiktok, anonymous],
    [`https://www.tiktok.com/@tacos.mx/photo/${T}`, tiktok, anonymous],
    [`https://www.tiktok.com/@/video/${T}`, anonymous, anonymous],
    [`https://www.tiktok.com/share/video/${T}`, anonymous, anonymous],
    [`https://www.tiktok.com/i18n/share/video/${T}/`, anonymous, anonymous],
    [`https://www.tiktok.com/embed/${T}`, anonymous, anonymous],
    [`https://www.tiktok.com/embed/v2/${T}`, anonymous, anonymous],
    [`https://m.tiktok.com/v/${T}.html`, anonymous, anonymous],
    [`https://www.tiktok.com/player/v1/${T}?autoplay=1`, anonymous, anonymous],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc', youtube, youtube],
    ['https://www.youtube.com/watch?app=desktop&t=3&v=dQw4w9WgXcQ', youtube, youtube],
    ['https://youtube.com/shorts/dQw4w9WgXcQ?feature=share', youtube, youtube],
    ['https://www.youtube.com/embed/dQw4w9WgXcQ', youtube, youtube],
    ['https://www.youtube.com/live/dQw4w9WgXcQ', youtube, youtube],
    ['https://www.youtube.com/v/dQw4w9WgXcQ', youtube, youtube],
    ['https://www.youtube.com/e/dQw4w9WgXcQ', youtube, youtube],
    ['https://m.youtube.com/watch?v=dQw4w9WgXcQ', youtube, youtube],
    ['https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=RD', youtube, youtube],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', youtube, youtube],
    ['https://www.youtube.com/attribution_link?u=%2Fwatch%3Fv%3DdQw4w9WgXcQ', youtube, youtube],
    ['HTTPS://WWW.YouTube.com/watch?v=dQw4w9WgXcQ', youtube, youtube],
    [`https://www.youtube.com/redirect?q=${encodeURIComponent(reel)}`, reel, reel],
    [`https://l.instagram.com/?u=${encodeURIComponent(tiktok)}&e=AT`, tiktok, anonymous],
    [`https://www.google.com/url?q=${encodeURIComponent(youtube)}&sa=D`, youtube, youtube],
    [`https://www.google.com.mx/url?url=${encodeURIComponent(youtube)}`, youtube, youtube],
    ['https://www.instagram.com/reel/C8aBcDeFgHi/?igsh=abc', reel, reel],
    ['https://instagram.com/reels/C8aBcDeFgHi', reel, reel],
    ['https://www.instagram.com/tacos.mx/reel/C8aBcDeFgHi/', reel, reel],
    ['https://www.instagram.com/p/C8aBcDeFgHi/?img_index=2', post, reel],
    ['https://www.instagram.com/tacos.mx/p/C8aBcDeFgHi/', post, reel],
    ['https://www.instagram.com/tv/C8aBcDeFgHi/', post, reel],
    ['https://instagr.am/p/C8aBcDeFgHi', post, reel],
    [
      'https://www.facebook.com/reel/1234567890123456?mibextid=x',
      'https://www.facebook.com/reel/1234567890123456',
      watch,
    ],
    ['https://m.facebook.com/watch/?v=1234567890123456&ref=sharing', watch, watch],
    ['https://es-la.facebook.com/watch?v=1234567890123456', watch, watch],
    ['https://www.facebook.com/tacosmx/videos/1234567890123456/', watch, watch],
    ['https://www.facebook.com/tacosmx/videos/los-mejores/1234567890123456', watch, watch],
    ['https://www.facebook.com/video.php?v=1234567890123456', watch, watch],
    [`https://www.facebook.com/plugins/video.php?href=${encodeURIComponent(watch)}&width=500`, watch, watch],
    [`https://l.facebook.com/l.php?u=${encodeURIComponent(tiktok)}&h=AT0`, tiktok, anonymous],
    [
      'https://m.facebook.com/story.php?story_fbid=pfbid0abc&id=1000123',
      'https://www.facebook.com/permalink.php?story_fbid=pfbid0abc&id=1000123',
      'https://www.facebook.com/permalink.php?story_fbid=pfbid0abc&id=1000123',
    ],
    [
      'https://www.facebook.com/tacosmx/posts/pfbid0abc?rdid=1',
      'https://www.facebook.com/tacosmx/posts/pfbid0abc',
      'https://www.facebook.com/tacosmx/posts/pfbid0abc',
    ],
  ])('%s', (given, url, canonicalUrl) => {
    expect(parseLink(given)).toMatchObject({ kind: 'video', url, canonicalUrl })
    expect(parseLink(url)).toMatchObject({ canonicalUrl })
  })

  it.each([
    'https://vm.tiktok.com/ZMabc/',
    'https://vt.tiktok.com/ZSabc',
    'https://www.tiktok.com/t/ZTabc/',
    'https://tiktok.com/t/ZTabc',
    'https://fb.watch/abc_1/',
    'https://www.facebook.com/share/r/abc/',
    'https://www.facebook.com/share/v/abc/',
    'https://www.facebook.com/share/p/abc/',
    'https://www.instagram.com/share/reel/BAabc',
    'https://www.instagram.com/share/BAabc',
  ])('%s has to be resolved', (given) => {
    expect(parseLink(given)).toMatchObject({ kind: 'short' })
  })

  it.each([
    'https://www.tiktok.com/@tacos.mx',
    'https://www.tiktok.com/music/song-123',
    'https://www.instagram.com/tacos.mx/',
    'https://www.instagram.com/reels/audio/123456789/',
    'https://www.youtube.com/@tacos',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/playlist?list=PL1',
    'https://www.facebook.com/tacosmx',
    'https://vm.tiktok.com/',
  ])('%s is no post', (given) => {
    expect(parseLink(given)).toMatchObject({ kind: 'not_video' })
  })

  it('removes from a page of another host the parameters that only identify the sharer', () => {
    expect(parseLink('https://user:pw@eater.com/best?utm_source=x&id=4#top')).toEqual({
      kind: 'page',
      platform: 'Other',
      url: 'https://eater.com/best?id=4',
      canonicalUrl: 'https://eater.com/best?id=4',
    })
  })

  it.each(['', 'hola', 'javascript:alert(1)', 'file:///etc/passwd', 'ftp://tiktok.com/x', 'https://'])(
    '%s is no link',
    (given) => {
      expect(parseLink(given)).toBeNull()
    },
  )
})

describe('platformOfUrl', () => {
  it.each([
    ['https://youtu.be/x', 'YouTube'],
    ['https://m.tiktok.com/x', 'TikTok'],
    ['https://instagr.am/x', 'Instagram'],
    ['https://fb.watch/x', 'Facebook'],
    ['https://tiktok.com.evil.example/@a/video/1', 'Other'],
    ['https://nottiktok.com/x', 'Other'],
    ['tiktok', 'Other'],
  ])('%s is %s', (url, platform) => {
    expect(platformOfUrl(url)).toBe(platform)
  })
})

describe('findUrls', () => {
  it.each([
    ['Mira qué rico 🤤 https://vm.tiktok.com/ZMabc/. Vamos!', ['https://vm.tiktok.com/ZMabc/']],
    ['(https://youtu.be/dQw4w9WgXcQ)', ['https://youtu.be/dQw4w9WgXcQ']],
    ['https://es.wikipedia.org/wiki/Taco_(comida)', ['https://es.wikipedia.org/wiki/Taco_(comida)']],
    [
      'HTTPS://youtu.be/a\nhttps://youtu.be/b, HTTPS://youtu.be/a',
      ['HTTPS://youtu.be/a', 'https://youtu.be/b'],
    ],
    ['www.tiktok.com/@a/video/123 y listo', ['https://www.tiktok.com/@a/video/123']],
    ['correo yo@instagram.com/x', []],
    ['sin enlaces', []],
    ['https://', []],
    ['"https://youtu.be/a"', ['https://youtu.be/a']],
    ["['https://youtu.be/a','https://youtu.be/b']", ['https://youtu.be/a', 'https://youtu.be/b']],
    ["https://maps.example/Nilo's+Tacos,+2/@1,2", ["https://maps.example/Nilo's+Tacos,+2/@1,2"]],
    ['https://youtu.be/abc_ y _https://youtu.be/abc_', ['https://youtu.be/abc_', 'https://youtu.be/abc']],
  ])('%s', (text, urls) => {
    expect(findUrls(text)).toEqual(urls)
  })

  it.each([
    ['addresses without a link', 'a.b/'.repeat(500_000)],
    ['a link that seems to end everywhere', `https://a.b/${'!'.repeat(1_000_000)}a`],
    ['many such links', `https://a.b/${'!'.repeat(2_000)}a `.repeat(500)],
    ['many emphasised links', `_https://a.b/${'_'.repeat(2_000)}a `.repeat(500)],
  ])('is fast for megabytes of %s', (_, hostile) => {
    const before = process.cpuUsage()
    expect(findUrls(`${hostile} https://youtu.be/a`).at(-1)).toBe('https://youtu.be/a')
    // Measures processor time, which other work on the machine does not affect.
    expect(process.cpuUsage(before).user).toBeLessThan(500_000)
  })
})

describe('readPasted: the links, and the words around them', () => {
  const link = 'https://vm.tiktok.com/ZMabc/'
  it.each([
    [`Mira este lugar ${link} está buenísimo`, [link], 'Mira este lugar está buenísimo'],
    [`📍 Contramar\nRoma Norte\n${link}`, [link], '📍 Contramar\nRoma Norte'],
    ['Qué rico: vm.tiktok.com/ZMabc/!', [link], 'Qué rico: !'],
    [`${link} y ${link}, vamos`, [link], 'y , vamos'],
    [`${link} https://youtu.be/a`, [link, 'https://youtu.be/a'], ''],
    [`(${link})`, [link], ''],
    ['tacos al pastor', [], 'tacos al pastor'],
    ['', [], ''],
  ])('%s', (text, links, words) => {
    expect(readPasted(text)).toEqual({ links, words })
  })
})

describe('playerUrl', () => {
  it.each([
    [tiktok, `https://www.tiktok.com/player/v1/${T}?controls=1&music_info=1&description=1`],
    [youtube, 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'],
    [reel, 'https://www.instagram.com/p/C8aBcDeFgHi/embed/captioned/'],
    [watch, `https://www.facebook.com/plugins/video.php?href=${encodeURIComponent(watch)}`],
    ['https://eater.com/a', null],
  ])('%s', (url, embed) => {
    expect(playerUrl(parseLink(url))).toBe(embed)
  })
})
