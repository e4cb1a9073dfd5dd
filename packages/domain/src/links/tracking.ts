const TRACKING_PARAMETERS = new Set([
  '_r',
  '_t',
  'app',
  'enter_from',
  'fbclid',
  'feature',
  'gclid',
  'hl',
  'ig_mid',
  'ig_rid',
  'igsh',
  'igshid',
  'img_index',
  'is_copy_url',
  'is_from_webapp',
  'mibextid',
  'pp',
  'ref',
  'ref_src',
  'refer',
  'referer_url',
  'rdid',
  'sender_device',
  'sender_web_id',
  'share_app_id',
  'share_link_id',
  'share_url',
  'si',
  'tt_from',
  'web_id',
])

/** The link without fragment and without parameters that only identify the sharer; host in lower case. */
export function withoutTracking(url: URL): URL {
  const clean = new URL(url)
  for (const name of new Set(url.searchParams.keys())) {
    if (TRACKING_PARAMETERS.has(name.toLowerCase()) || /^(?:utm_|u_code|share_|__)/iu.test(name))
      clean.searchParams.delete(name)
  }
  clean.hash = ''
  clean.username = ''
  clean.password = ''
  return clean
}
