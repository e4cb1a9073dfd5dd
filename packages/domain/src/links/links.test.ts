import { describe, expect, it } from 'vitest'
import { findLinks, findUrls, piecesByLink, readPasted } from './find-urls.ts'
import { hasLink } from './link-start.ts'
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
    ['HTTP://WWW.YOUTUBE.COM/WATCH?V=dQw4w9WgXcQ', youtube, youtube],
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
    'https://&.youtu.be/',
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
    ['__https://youtu.be/abc___', ['https://youtu.be/abc_']],
    ['_https://youtu.be/abc_https://youtu.be/abd_', ['https://youtu.be/abc', 'https://youtu.be/abd_']],
    // A link ends where the next one begins, unless it has that one as a value.
    ['https://a.example/bhttps://c.example', ['https://a.example/b', 'https://c.example']],
    ['https://https://a.example', ['https://a.example']],
    ['https://a.example/?u=https://b.example/c&d=1', ['https://a.example/?u=https://b.example/c&d=1']],
    [
      'https://web.archive.example/web/2020/https://a.example/b',
      ['https://web.archive.example/web/2020/https://a.example/b'],
    ],
    [
      'https://a.example/b,https://a.example/c;https://a.example/d|https://a.example/e',
      ['https://a.example/b', 'https://a.example/c', 'https://a.example/d', 'https://a.example/e'],
    ],
    // Escapes of the text are none of the link.
    ['{"a":"https:\\/\\/a.example\\/b\\u0026c","d":1}', ['https://a.example/b&c']],
    ['"https:\\u002F\\u002Fvm.tiktok.com\\u002FZMabc\\u002f"', ['https://vm.tiktok.com/ZMabc/']],
    [
      'https://maps.google.com/?q=Mesa, Calle 8 #12&ftid=0x1:0x2',
      ['https://maps.google.com/?q=Mesa,%20Calle%208%20%2312&ftid=0x1:0x2'],
    ],
    ['https://a.example/b\\nhttps://a.example/c', ['https://a.example/b', 'https://a.example/c']],
    ['https://a.example/?b=1&amp;c=2&quot;', ['https://a.example/?b=1&c=2']],
    ['https://a.example/b&#39;&nbsp;c', ['https://a.example/b']],
    ['https://a.example/?b=1&#38;c=2&#x27;', ['https://a.example/?b=1&c=2']],
    ['https://a.example/b&nbsp;c', ['https://a.example/b']],
    // Brackets belong to the link that opens and closes them.
    ['(https://a.example/b_(c))', ['https://a.example/b_(c)']],
    ['[a](https://a.example/b)c', ['https://a.example/b']],
    ['https://a.example/b[c', ['https://a.example/b']],
    ['https://a.example/?b[0]=c', ['https://a.example/?b[0]=c']],
    ['https://a.example/(b]c)', ['https://a.example/']],
    ['https://a.example/b...c', ['https://a.example/b']],
    ['https://a.example/b?', ['https://a.example/b']],
    ['https://a.example/b#', ['https://a.example/b']],
    ["https://a.example/b'/c", ['https://a.example/b']],
    ['_~https://youtu.be/abc~_', ['https://youtu.be/abc']],
    ['https://a.example/b?c=MzRl==', ['https://a.example/b?c=MzRl==']],
    // Letters beyond ASCII belong to it, but not to a post, nor a word behind a script that has no spaces.
    ['https://a.example/café/señal', ['https://a.example/café/señal']],
    ['https://a.example/cafe\u0301', ['https://a.example/cafe\u0301']],
    ['https://a.example/\u0641\u06cc\u200c\u0641/', ['https://a.example/\u0641\u06cc\u200c\u0641/']],
    ['https://a.example/b\u200cc', ['https://a.example/b']],
    ['https://a.example/b\u200c\u0641', ['https://a.example/b']],
    ['https://a.example/\u0641\u200c/c', ['https://a.example/\u0641']],
    ['https://a.example/b에서', ['https://a.example/b']],
    ['https://a.example/wiki/食堂', ['https://a.example/wiki/食堂']],
    ['https://a.example/b食堂', ['https://a.example/b']],
    ['https://a.example/b食堂/c', ['https://a.example/b']],
    ['https://vm.tiktok.com/ZMabcé', ['https://vm.tiktok.com/ZMabc']],
    ['https://www.facebook.com/Café/videos/ñ/123456', ['https://www.facebook.com/Café/videos/ñ/123456']],
    [
      'https://youtu.be/abc,d https://youtu.be/abd:e https://youtu.be/abe(f',
      ['https://youtu.be/abc', 'https://youtu.be/abd', 'https://youtu.be/abe'],
    ],
    [
      'https://l.facebook.com/l.php?u=https://a.example/b,c!d',
      ['https://l.facebook.com/l.php?u=https://a.example/b,c!d'],
    ],
    ['https://a.example/b·c https://a.example/b·', ['https://a.example/b·c', 'https://a.example/b']],
    ['https://youtu.be/ab3️⃣', ['https://youtu.be/ab']],
    // A text in a link to a map may have spaces; what follows it tells.
    [
      'mira https://maps.google.com/?q=Mesa Larga, Calle 8&ftid=0x1:0x2 ya',
      ['https://maps.google.com/?q=Mesa%20Larga,%20Calle%208&ftid=0x1:0x2'],
    ],
    [
      'https://www.google.com/maps/place/Mesa Larga/@1,2,17z/data=!4m2 ya',
      ['https://www.google.com/maps/place/Mesa%20Larga/@1,2,17z/data=!4m2'],
    ],
    ['"https://maps.apple.com/?q=Mesa Larga" ya', ['https://maps.apple.com/?q=Mesa%20Larga']],
    ['“https://waze.com/ul?q=Mesa Larga” ya', ['https://waze.com/ul?q=Mesa%20Larga']],
    ['«https://waze.com/ul?q=Mesa Larga» ya', ['https://waze.com/ul?q=Mesa%20Larga']],
    [
      'https://www.google.com/maps/dir/Casa/Mesa Larga/@1,2,17z ya',
      ['https://www.google.com/maps/dir/Casa/Mesa%20Larga/@1,2,17z'],
    ],
    ['https://maps.google.com/?q=Mesa&hl=es b&c=1', ['https://maps.google.com/?q=Mesa&hl=es']],
    ['https://maps.google.com/?q=Mesa Larga, 8\nya', ['https://maps.google.com/?q=Mesa%20Larga,%208']],
    ['https://maps.google.com/?q=Mesa, Calle 8', ['https://maps.google.com/?q=Mesa,%20Calle%208']],
    ['https://maps.google.com/?q=Mesa rica', ['https://maps.google.com/?q=Mesa']],
    ['"https://maps.google.com/?q=Mesa larga\nya"', ['https://maps.google.com/?q=Mesa']],
    ['https://a.example/b..c ya', ['https://a.example/b']],
    ['https://maps.google.com/?q=Mesa+Larga Rica', ['https://maps.google.com/?q=Mesa+Larga']],
    ['https://maps.google.com/?q=19.4,-99.1 Rica', ['https://maps.google.com/?q=19.4,-99.1']],
    ['https://maps.google.com/?q=Mesa a\n&b=1', ['https://maps.google.com/?q=Mesa']],
    [
      'https://maps.google.com/?q=Mesa https://a.example/?b&c=1',
      ['https://maps.google.com/?q=Mesa', 'https://a.example/?b&c=1'],
    ],
    ['https://maps.google.com/?cid=5 b&c=1', ['https://maps.google.com/?cid=5']],
    ['https://a.example/?q=b c&d=1', ['https://a.example/?q=b']],
    // Hosts.
    [
      'https://localhost/a https://[::1]/b https://127.0.0.1/c',
      ['https://localhost/a', 'https://[::1]/b', 'https://127.0.0.1/c'],
    ],
    ['https://palabra https://palabra"a.b', []],
    ['https://palabra...', []],
    [
      'maps.app.goo.gl/a, goo.gl/maps/b; maps.apple/p/c maps.apple.com/?q=d',
      [
        'https://maps.app.goo.gl/a',
        'https://goo.gl/maps/b',
        'https://maps.apple/p/c',
        'https://maps.apple.com/?q=d',
      ],
    ],
    [
      'www.google.com.mx/maps/place/a maps.google.es/maps?q=b www.waze.com/ul?q=c',
      [
        'https://www.google.com.mx/maps/place/a',
        'https://maps.google.es/maps?q=b',
        'https://www.waze.com/ul?q=c',
      ],
    ],
    ['google.com/a goo.gl/b waze.com apple.com/c', []],
    ['átiktok.com/a á.tiktok.com/z //tiktok.com/b -tiktok.com/c tiktok.com', ['https://tiktok.com/a']],
    [`https://a.example/${'b'.repeat(2_048)} https://a.example/c`, ['https://a.example/c']],
    [
      `https://a.example/${'b'.repeat(2_048 - 'https://a.example/'.length)}`,
      [`https://a.example/${'b'.repeat(2_048 - 'https://a.example/'.length)}`],
    ],
  ])('%s', (text, urls) => {
    expect(findUrls(text)).toEqual(urls)
    expect(hasLink(text)).toBe(urls.length > 0 || text.includes('palabra"'))
  })

  it('tells where in the text each link is', () => {
    const text = 'a youtu.be/b, youtu.be/b.'
    expect(findLinks(text).map(({ from, to }) => text.slice(from, to))).toEqual(['youtu.be/b', 'youtu.be/b'])
  })
})

describe('piecesByLink', () => {
  it.each([
    ['a https://b.example c https://d.example e', ['a https://b.example c ', 'https://d.example e']],
    ['a', []],
    ['https://a.examplehttps://b.example', ['https://a.example', 'https://b.example']],
  ])('%s', (text, pieces) => {
    expect(piecesByLink(text)).toEqual(pieces)
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
