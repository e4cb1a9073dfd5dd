import { NOT_VIDEO, type PlatformDefinition, type PlatformLink, SHORT_LINK } from './definition.ts'

export const tiktok: PlatformDefinition = {
  readLink,
  embedDomains: 'vxtiktok.com tnktok.com tfxktok.com tiktxk.com tiktokez.com kktiktok.com fxtiktok.com'.split(
    ' ',
  ),
  player: {
    origin: 'https://www.tiktok.com',
    url: ({ id }) => `https://www.tiktok.com/player/v1/${id}?controls=1&music_info=1&description=1`,
  },
  oembed: {
    kind: 'open',
    endpoint: 'https://www.tiktok.com/oembed',
    refusalCode: 'E_PROXY_OEMBED_HTTP',
  },
  pictureDomains: ['tiktokcdn.com', 'tiktokcdn-us.com', 'tiktokcdn-eu.com', 'ibyteimg.com'],
  placeholderTitles: /^(?:tiktok - make your day|visit tiktok to discover videos!?)$/iu,
}

const SHORT_HOST = /^v[mt]\.tiktok\.com$/u
/** `/@user/video/ID` and `/photo/`, embed, player, share and mobile forms. */
const POST =
  /^\/(?:@(?<user>[^/]*)\/(?:video|photo)|embed(?:\/v[23])?|v|player\/v1|(?:i18n\/)?share\/video|video)\/(?<id>\d{15,20})(?!\d)/iu

/** `vm.`, `vt.` and `/t/` are short; the links of profiles and the page to sign in wrap others. */
function readLink({ hostname, pathname, searchParams }: URL): PlatformLink {
  if (SHORT_HOST.test(hostname)) return pathname === '/' ? NOT_VIDEO : SHORT_LINK
  if (/^\/t\/./iu.test(pathname)) return SHORT_LINK
  const inside = /^\/(?:link\/v2|login)\/?$/iu.test(pathname)
    ? (searchParams.get('target') ?? searchParams.get('redirect_url'))
    : null
  if (inside !== null) return { kind: 'wrapped', url: inside }
  const { id, user = '' } = POST.exec(pathname)?.groups ?? {}
  if (id === undefined) return NOT_VIDEO
  const at = (name: string): string => `https://www.tiktok.com/@${name}/video/${id}`
  return { kind: 'video', id, url: at(user === '' ? '_' : user), canonicalUrl: at('_') }
}
