import type { InstallationProblem } from '@antojo/contract/admin'
import type { Config } from './config.ts'
import { isExposed, isLoopback } from './exposure.ts'

/** A setting that is unsafe or unsuitable for an installation that others can reach. */
export interface StartWarning {
  readonly code: InstallationProblem
  readonly problem: string
  readonly advice: string
}

/**
 * Warnings for the operator; none while only this machine can reach the server. A warning does not prevent the start,
 * because each setting can be intended on a trusted home network.
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
        problem: `Others can reach the server (HOST=${HOST}), but links in mails and sign-in with Google or Facebook work on this machine only.`,
        advice: 'Set PUBLIC_URL to the address that people type, e.g. https://antojo.example.org.',
      },
    ]
  }
  const { protocol, hostname } = new URL(PUBLIC_URL)
  if (protocol === 'http:' && !isLoopback(hostname)) {
    return [
      {
        code: 'no_tls',
        problem: 'Passwords and sessions are sent unencrypted (PUBLIC_URL is http).',
        advice: 'Use a proxy with TLS in front of the server, and set PUBLIC_URL to its https address.',
      },
    ]
  }
  const trustsNobody = 'hops' in TRUST_PROXY && TRUST_PROXY.hops === 0
  if (protocol === 'https:' && trustsNobody) {
    return [
      {
        code: 'proxy_not_trusted',
        problem:
          'The proxy with TLS is not trusted, so all visitors count as one, and a single one can use up the limits of all.',
        advice: 'Set TRUST_PROXY as described in docs/operating.md.',
      },
    ]
  }
  return []
}

function accountWarnings({ settings, signUp }: Pick<Config, 'settings' | 'signUp'>): StartWarning[] {
  const warnings: StartWarning[] = []
  if (settings.SMTP_URL === undefined) {
    warnings.push({
      code: 'no_mail',
      problem:
        'Without a mail server, addresses are not verified: anyone can register with any address, and nobody can reset a password.',
      advice: 'Set SMTP_URL and MAIL_FROM.',
    })
  }
  if (signUp === 'open') {
    warnings.push({
      code: 'sign_up_open',
      problem: 'Anyone who finds this address can create an account (SIGNUP=open).',
      advice: 'Set SIGNUP=invite, or remove the setting, unless this is intended.',
    })
  }
  if (!settings.RATE_LIMITS) {
    warnings.push({
      code: 'no_rate_limits',
      problem: 'Password guesses are not limited (RATE_LIMITS=off).',
      advice: 'Remove RATE_LIMITS; it is for load tests.',
    })
  }
  return warnings
}

/** The warning for an installation that strangers can reach before its owner has an account. */
export const NO_ACCOUNT_YET: StartWarning = {
  code: 'no_account_yet',
  problem: 'There is no account yet: the first person to sign up becomes an administrator.',
  advice: 'Sign up now.',
}

/** The warnings as one block of text; empty without any. */
export function warningBlock(warnings: readonly StartWarning[]): string {
  if (warnings.length === 0) return ''
  const lines = warnings.map(({ problem, advice }) => `  - ${problem}\n    ${advice}`)
  return `\nOther people can reach this server. Before they do:\n${lines.join('\n')}\n`
}
