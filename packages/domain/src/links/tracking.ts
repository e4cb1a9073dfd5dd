/** Parameters that only tell who shared a link, with which app and from where. */
const TRACKING = new RegExp(
  `^(?:${[
    '_[rt]|app|enter_from|is_copy_url|is_from_webapp|pp|refer|sender_device|sender_web_id|tt_from|web_id',
    'ig_mid|ig_rid|igsh|igshid|img_index|fbclid|mibextid|rdid|referer_url|feature|gclid|hl|ref|ref_src|si',
    '(?:utm_|u_code|share_|__).*',
  ].join('|')})$`,
  'iu',
)

/** The link without fragment and without parameters that only identify the sharer; host in lower case. */
export function withoutTracking(url: URL): URL {
  const clean = new URL(url)
  for (const name of url.search === '' ? [] : new Set(url.searchParams.keys()))
    if (TRACKING.test(name)) clean.searchParams.delete(name)
  clean.hash = ''
  clean.username = ''
  clean.password = ''
  return clean
}
