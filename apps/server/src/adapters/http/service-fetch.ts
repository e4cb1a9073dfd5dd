import type { Budgets } from '../../core/budgets.ts'
import type { Settings } from '../../config/config.ts'
import { createGuardedFetch, type GuardedFetchHandle } from './guarded-fetch.ts'

/**
 * A fetcher for the services that the operator configured, which may be in a private network. Links of people never go
 * through it, so that they cannot reach these services.
 */
export function createServiceFetch(settings: Settings, budgets: Budgets): GuardedFetchHandle {
  return createGuardedFetch({
    allowPrivateHosts: [
      settings.LLM_BASE_URL,
      settings.SPEECH_BASE_URL,
      settings.OVERTURE_URL,
      settings.SMS_URL,
      settings.GOOGLE_ISSUER,
      settings.OIDC_ISSUER,
      settings.MAP_STYLE_URL === 'none' ? undefined : settings.MAP_STYLE_URL,
      settings.MAP_PMTILES?.startsWith('/') === true ? undefined : settings.MAP_PMTILES,
    ].flatMap(hostOf),
    hostMap: settings.SHORT_LINK_MAP,
    userAgent: settings.USER_AGENT,
    budgets,
  })
}

/** A fetcher for foreign addresses; also for these services when they are in a private network. */
export function createOutsideFetch(
  settings: Settings,
  {
    services = [],
    budgets,
  }: { readonly services?: readonly (string | undefined)[]; readonly budgets?: Budgets } = {},
): GuardedFetchHandle {
  return createGuardedFetch({
    allowPrivateHosts: [...settings.ALLOW_PRIVATE_HOSTS, ...services.flatMap(hostOf)],
    hostMap: settings.SHORT_LINK_MAP,
    userAgent: settings.USER_AGENT,
    ...(budgets && { budgets }),
  })
}

/** The `host:port` of an address; none without an address. */
function hostOf(url: string | undefined): string[] {
  if (url === undefined) return []
  const { hostname, port, protocol } = new URL(url)
  return [`${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`]
}
