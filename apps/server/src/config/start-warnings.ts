import type { Config } from './config.ts'
import { isExposed, isLoopback } from './exposure.ts'

/** Something about the settings that is not what an installation that others reach should have. */
export interface StartWarning {
  readonly code: string
  /** What it means. */
  readonly problem: string
  /** What to do about it. */
  readonly advice: string
}

/**
 * What the operator should know before others use the installation; empty while only this machine reaches it. None of
 * it ends the start: at home, on a trusted network, each can be wanted.
 */
export function startWarnings(config: Pick<Config, 'settings' | 'signUp'>): readonly StartWarning[] {
  const { settings } = config
  if (settings.ROLE === 'worker' || !isExposed(settings)) return []
  return [...addressWarnings(config), ...accountWarnings(config)]
}

function addressWarnings({ settings }: Pick<Config, 'settings'>): StartWarning[] {
  const { HOST, PUBLIC_URL, TRUST_PROXY } = settings
  if (PUBLIC_URL === undefined) {
    return [
      {
        code: 'no_public_url',
        problem: `Others can reach the server (HOST=${HOST}), but links in mails and sign-in with Google or Facebook lead to this machine only.`,
        advice: 'Set PUBLIC_URL to the address that people type, e.g. https://antojo.example.org.',
      },
    ]
  }
  const { protocol, hostname } = new URL(PUBLIC_URL)
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return [
      {
        code: 'no_tls',
        problem: 'Passwords and sessions travel readable for everybody on the way (PUBLIC_URL is http).',
        advice: 'Put a proxy that ends TLS in front, and set PUBLIC_URL to its https address.',
      },
    ]
  }
  if (protocol === 'https:' && trustsNobody(TRUST_PROXY)) {
    return [
      {
        code: 'proxy_not_trusted',
        problem:
          'The proxy that ends TLS is not trusted, so all visitors count as one: one of them can use up the limits of all.',
        advice: 'Set TRUST_PROXY as the handbook says.',
      },
    ]
  }
  return []
}

/** Whether the setting names no proxy: a number of them, alone or as `hops`. */
function trustsNobody(trust: unknown): boolean {
  if (typeof trust === 'object' && trust !== null && 'hops' in trust) return trust.hops === 0
  return trust === 0
}

function accountWarnings({ settings, signUp }: Pick<Config, 'settings' | 'signUp'>): StartWarning[] {
  const warnings: StartWarning[] = []
  if (settings.SMTP_URL === undefined) {
    warnings.push({
      code: 'no_mail',
      problem:
        'Without a mail server nobody proves an address: the first to type one has the account, and a forgotten password is lost.',
      advice: 'Set SMTP_URL and MAIL_FROM.',
    })
  }
  if (signUp === 'open') {
    warnings.push({
      code: 'sign_up_open',
      problem: 'Everybody who finds this address can make an account (SIGNUP=open).',
      advice: 'Set SIGNUP=invite, or leave it out, unless that is wanted.',
    })
  }
  if (!settings.RATE_LIMITS) {
    warnings.push({
      code: 'no_rate_limits',
      problem: 'Passwords can be tried without end (RATE_LIMITS=off).',
      advice: 'Leave RATE_LIMITS out; it is for load tests.',
    })
  }
  return warnings
}

/** The warning of an installation that strangers reach before its owner has an account. */
export const NO_ACCOUNT_YET: StartWarning = {
  code: 'no_account_yet',
  problem: 'Nobody has an account yet: the first to sign up administers, whoever it is.',
  advice: 'Sign up now.',
}

/** The warnings as one block for people; empty without any. */
export function warningBlock(warnings: readonly StartWarning[]): string {
  if (warnings.length === 0) return ''
  const lines = warnings.map(({ problem, advice }) => `  - ${problem}\n    ${advice}`)
  return `\nAntojo can be reached by others. Before they come:\n${lines.join('\n')}\n`
}
