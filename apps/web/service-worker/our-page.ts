/** Of the policy that the server sends with the page; nothing else carries it. */
const OUR_POLICY_MARK = 'trusted-types antojo-inert'

/**
 * Whether a navigation was answered with the page of the web app. Any other address of the origin can be opened too: a
 * picture, an answer in JSON, something else that the proxy serves. None of these may stand in for the page offline.
 */
export function isOurPage({ ok, redirected, headers }: Response): boolean {
  const isHtml = /^text\/html\b/iu.test(headers.get('content-type') ?? '')
  return (
    ok && !redirected && isHtml && (headers.get('content-security-policy') ?? '').includes(OUR_POLICY_MARK)
  )
}
