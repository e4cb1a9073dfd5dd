/** A part of the content security policy that the server sends with this page only. */
const OUR_POLICY_MARK = 'trusted-types antojo-inert'

/**
 * Whether a navigation returned the page of the web app. A person can also open other URLs of the origin, such as a picture
 * or a JSON response; none of these may replace the stored page that opens offline.
 */
export function isOurPage({ ok, redirected, headers }: Response): boolean {
  const isHtml = /^text\/html\b/iu.test(headers.get('content-type') ?? '')
  return (
    ok && !redirected && isHtml && (headers.get('content-security-policy') ?? '').includes(OUR_POLICY_MARK)
  )
}
