import type { FastifyInstance } from 'fastify'
import { isInRanges, listOfRanges } from '../../config/address-range.ts'
import type { ProxyTrust } from '../../config/config.ts'

/** Whether `X-Forwarded-For` of this peer is trusted; the peer of the connection is hop 0. */
export type TrustsProxy = (address: string, hop: number) => boolean

/** Networks that cannot be used on the internet: a peer in them is a proxy on this machine or near it. */
const privateNetworks = listOfRanges(
  '127.0.0.0/8 ::1 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7'.split(' '),
)

/**
 * Trusts proxies by their addresses, or a number of them. A number would also trust a visitor who reaches the server
 * without the proxy, so it applies only to peers in private networks.
 */
export function trustedProxies(trust: ProxyTrust): TrustsProxy {
  if ('ranges' in trust) {
    const ranges = listOfRanges(trust.ranges)
    return (address) => isInRanges(ranges, address)
  }
  return (address, hop) => hop < trust.hops && isInRanges(privateNetworks, address)
}

/** Warns once when an unnamed proxy seems to be in front: all its visitors would count as one. */
export function warnOfUnnamedProxy(app: FastifyInstance): void {
  let isWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    const { remoteAddress } = request.socket
    if (!isWarned && 'x-forwarded-for' in request.headers && request.ip === remoteAddress) {
      isWarned = true
      request.log.warn('X-Forwarded-For comes from a peer that TRUST_PROXY does not name')
    }
    done()
  })
}
