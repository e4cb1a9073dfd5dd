import type { ServiceProblem } from '@antojo/contract/admin'
import type { KnownPlatform } from '@antojo/domain/platforms/platform'
import { createOutsideFetch, createServiceFetch } from '../adapters/http/service-fetch.ts'
import { ytDlpVersion } from '../adapters/pages/yt-dlp.ts'
import type { Config, Settings } from '../config/config.ts'
import { createBudgets } from '../core/budgets.ts'
import {
  createProbes,
  type Probe,
  PROBE_TIMEOUT_MS,
  type ProbeResult,
  runProbe,
} from '../features/services/probes.ts'

/** One line of the report. */
export interface Finding {
  readonly name: string
  /** `failed`: something that the installation needs does not work. `off`: not set up. */
  readonly level: 'ok' | 'off' | 'warning' | 'failed'
  readonly text: string
  /** Advice to the operator. */
  readonly advice?: string
}

/** Tries every configured service and platform once, all in parallel. */
export async function checkServices({ settings }: Config): Promise<Finding[]> {
  const budgets = createBudgets({ rates: false })
  const outside = createOutsideFetch(settings, { budgets })
  const services = createServiceFetch(settings, budgets)
  try {
    const probes = createProbes(settings, { fetch: outside.fetch, serviceFetch: services.fetch, budgets })
    const [tool, ...found] = await Promise.all([
      checkYtDlp(settings),
      ...probes.map(async (probe) => findingOf(probe, await runProbe(probe))),
    ])
    return [...found, tool, ...missing(settings)]
  } finally {
    await Promise.all([outside.close(), services.close()])
  }
}

/** The name of each service, and the features that stop working when it fails. */
const SERVICES: Readonly<Record<string, readonly [name: string, lost: string]>> = {
  tiktok: ['TikTok (oEmbed)', 'captions of TikTok'],
  youtube: ['YouTube (oEmbed)', 'titles of YouTube'],
  meta: ['Instagram and Facebook (Meta oEmbed)', 'the embeds of Instagram and Facebook'],
  fallback: ['Fallback oEmbed', 'a second try for posts that their platform does not give'],
  youtube_api: ['YouTube Data API', 'whole descriptions of YouTube; the page is read instead'],
  overture: ['Overture Maps', 'restaurants of cities that the index does not know, which needs no key'],
  google: ['Google Places', 'places that the local index does not know'],
  photon: ['Photon', 'places that the local index does not know'],
  map: ['Map style', 'streets on the map'],
  map_archive: ['Map archive', 'its answers'],
  sign_in: ['Sign-in with Google', 'sign-in with this provider'],
  sign_in_oidc: ['Sign-in with OpenID Connect', 'sign-in with this provider'],
  llm: ['Language model', 'names that the rules do not find'],
  speech: ['Speech service', 'what is said in clips'],
  mail: ['Mail', 'confirmation and recovery by mail'],
}

const PROBLEMS: Readonly<Record<ServiceProblem, string>> = {
  unreachable: 'cannot be reached',
  timeout: 'did not answer in time',
  busy: 'was not asked, because this machine is busy',
  wrong_key: 'refuses the key',
  no_credit: 'has no credit left',
  rate_limited: 'gets too many requests from this address',
  wrong_address: 'does not know the address or the model',
  bad_request: 'refuses the request',
  server_error: 'fails',
  bad_answer: 'gives an answer that cannot be used',
}

/** The facts that are missing when the pages of a platform cannot be read. */
const PAGE_LOSSES: Readonly<Record<string, string>> = {
  'TikTok page': 'the location tags of TikTok',
  'YouTube page': 'the descriptions of YouTube',
  'Instagram page': 'the captions of Instagram; people can paste them',
  'Facebook page': 'the texts of Facebook; people can paste them',
} satisfies Record<`${KnownPlatform} page`, string>

/** Services that the installation needs as soon as they are configured. */
const NEEDED = new Set(['mail'])

/** Checks whether the operator's yt-dlp runs, without making a request with it. */
async function checkYtDlp({ YT_DLP: path }: Settings): Promise<Finding> {
  const name = 'yt-dlp'
  if (path === undefined)
    return {
      name,
      level: 'off',
      text: 'not set up. Nothing else reads a post that its platform hides from servers; people can paste its text.',
      advice: 'Set YT_DLP to your own copy, if the platforms’ terms allow you its use (docs/providers.md).',
    }
  const version = await ytDlpVersion(path, PROBE_TIMEOUT_MS)
  if (version !== null) return { name, level: 'ok', text: `version ${version}. Cost: free.` }
  return {
    name,
    level: 'warning',
    text: `${path} does not run. Missing without it: posts that their platform hides from servers.`,
    advice: 'Check that YT_DLP names the program, that it may be executed, and that Python is installed.',
  }
}

function findingOf(probe: Probe, result: ProbeResult): Finding {
  const { service, cost } = probe
  const [name, lost] = SERVICES[service] ?? [service, PAGE_LOSSES[service] ?? 'its answers']
  if (result.ok) return { name, level: 'ok', text: `${result.detail}. Cost: ${cost}.` }
  const text = `${PROBLEMS[result.problem]} (${result.detail}). Missing without it: ${lost}. Cost: ${cost}.`
  return {
    name,
    level: NEEDED.has(service) ? 'failed' : 'warning',
    text,
    advice: adviceOf(probe, result.problem),
  }
}

/** Advice to the operator about a problem. */
function adviceOf({ service, settings }: Probe, problem: ServiceProblem): string {
  const names = settings.join(', ')
  const key = settings.filter((name) => /KEY|TOKEN|SMTP/u.test(name)).join(' and ') || names
  const [first = ''] = settings
  const address = /(?:URL|ISSUER)$/u.test(first) ? `, and that ${first} is right` : ''
  if (service.endsWith(' page') && problem === 'bad_request')
    return 'The platform does not show its pages to this address. Set an API key where there is one (docs/providers.md), or leave it: people can paste the text.'
  const advice: Readonly<Record<ServiceProblem, string>> = {
    unreachable: `Check this machine’s network, name server and firewall${address}.`,
    timeout: `It has ${PROBE_TIMEOUT_MS / 1_000} s. Check the network${address}.`,
    busy: 'Run the check again.',
    wrong_key: `Check ${key}.`,
    no_credit: 'Its account is used up. Add credit there.',
    rate_limited: 'It answers too many requests of this address. Wait, or use a key.',
    wrong_address: `Nothing is there. Check ${names}.`,
    bad_request: `It refuses the request. Check ${names}.`,
    server_error: 'Its server fails. Run the check again later.',
    bad_answer: `Something else answers there. Check ${names}.`,
  }
  return advice[problem]
}

function off(name: string, isOff: boolean, text: string, advice: string): Finding[] {
  return isOff ? [{ name, level: 'off', text, advice }] : []
}

/** Features that could be set up but are not. */
function missing(settings: Settings): Finding[] {
  const hasProvider = settings.GOOGLE_MAPS_API_KEY !== undefined || settings.PHOTON_URL !== undefined
  return [
    ...off('Pages of posts', !settings.READ_PAGES, 'not read.', 'Set READ_PAGES=on to read public pages.'),
    ...off(
      'Instagram and Facebook (Meta oEmbed)',
      settings.META_ACCESS_TOKEN === undefined,
      'not set up. Their texts come from pages, or from what people paste.',
      'Needs an app with Meta’s review (free): set META_ACCESS_TOKEN. It gives embeds, no texts.',
    ),
    ...off(
      'YouTube Data API',
      settings.YOUTUBE_API_KEY === undefined,
      'not set up. Descriptions come from the page, which YouTube often hides from servers.',
      'Set YOUTUBE_API_KEY (free, 10,000 videos a day).',
    ),
    ...off(
      'Place provider',
      settings.PLACES_PROVIDER !== 'photon' && !hasProvider,
      'not set up. Only places of the local index are found.',
      'Import places (docs/providers.md; free), or set PHOTON_URL (free) or GOOGLE_MAPS_API_KEY (charged).',
    ),
    ...off(
      'Language model',
      settings.LLM_BASE_URL === undefined,
      'not set up. Names are found without it.',
      'Set LLM_BASE_URL and LLM_MODEL: a model on this machine (Ollama, llama.cpp) is free.',
    ),
    ...off(
      'Speech service',
      settings.SPEECH_PROVIDER === 'none',
      'not set up. Clips are not listened to.',
      'Set SPEECH_PROVIDER=moonshine (on this machine) or openai with SPEECH_BASE_URL.',
    ),
    ...off(
      'Mail',
      settings.SMTP_URL === undefined,
      'not set up. Addresses are not verified, and a forgotten password cannot be reset.',
      'Set SMTP_URL and MAIL_FROM.',
    ),
  ]
}
