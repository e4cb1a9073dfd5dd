import type { FastifyInstance } from 'fastify'
import { isInRanges, listOfRanges } from '../../config/address-range.ts'
import type { ProxyTrust } from '../../config/config.ts'

/** Whether what this peer says in `X-Forwarded-For` is true; the peer of the connection is hop 0. */
export type TrustsProxy = (address: string, hop: number) => boolean

export const loopback = listOfRanges(['127.0.0.0/8', '::1'])
/** Networks that no visitor from the internet can send from: a proxy on this machine or beside it. */
const privateNetworks = listOfRanges([
  '127.0.0.0/8',
  '::1',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
])

/**
 * Proxies named by their addresses, or a number of them. A number alone would trust any visitor who reaches the server
 * without the proxy, so it counts for peers in private networks only.
 */
export function trustedProxies(trust: ProxyTrust): TrustsProxy {
  if ('ranges' in trust) {
    const ranges = listOfRanges(trust.ranges)
    return (address) => isInRanges(ranges, address)
  }
  return (address, hop) => hop < trust.hops && isInRanges(privateNetworks, address)
}

/** Says once when a proxy seems to stand in front that is not named: all its visitors count as one then. */
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
