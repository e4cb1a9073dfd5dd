import { isIP } from 'node:net'
import type { ServiceProblem } from '@antojo/contract/admin'
import { OPEN_FREE_MAP } from '@antojo/contract/map'
import { PLATFORM_DEFINITIONS } from '@antojo/domain/platforms/definitions'
import { KNOWN_PLATFORMS, type KnownPlatform } from '@antojo/domain/platforms/platform'
import { openRemote } from '@antojo/places/import/remote/remote-file'
import { readRelease } from '@antojo/places/import/overture/release'
import { z } from 'zod'
import { isLocalName, isPublicAddress } from '../../adapters/http/address-guard.ts'
import { parseJson } from '../../adapters/http/fetch-body.ts'
import type { FetchRequest, GuardedFetch } from '../../adapters/http/guarded-fetch.ts'
import {
  createServiceReport,
  type ServiceReport,
  serviceFailure,
} from '../../adapters/http/service-problem.ts'
import { BYTES_PER_SAMPLE, SAMPLE_RATE, wavOf } from '../../adapters/decoder/clips/wav.ts'
import { openMapArchive } from '../../adapters/map/map-archive.ts'
import { remoteSpeech } from '../../adapters/media/media-ports.ts'
import { messageOf } from '../../core/app-error.ts'
import { oembedAddresses } from '../../adapters/oembed/platform-chain.ts'
import { createPagePace } from '../../adapters/pages/page-pace.ts'
import { createPageReader } from '../../adapters/pages/page-reader.ts'
import { YOUTUBE_API_URL } from '../../adapters/pages/youtube-api.ts'
import { PUBLIC_PHOTON } from '../../adapters/places/photon.ts'
import { readUrlBy } from '../../adapters/places/read-url.ts'
import { createSpeechClient } from '../../adapters/speech/speech-client.ts'
import type { Settings } from '../../config/config.ts'
import type { Budgets } from '../../core/budgets.ts'
import { languageModel } from '../../identify/pipeline/create-pipeline.ts'

export type ProbeResult =
  | { readonly ok: true; readonly detail: string }
  | { readonly ok: false; readonly problem: ServiceProblem; readonly detail: string }

/** One small request to a service that shows whether it works. */
export interface Probe {
  /** The service's name on `/admin` and in the metrics. */
  readonly service: string
  /** The settings that the probe depends on. */
  readonly settings: readonly string[]
  /** The cost of a call, in English. */
  readonly cost: string
  readonly run: (signal: AbortSignal) => Promise<ProbeResult>
}

export interface ProbeParts {
  readonly fetch: GuardedFetch
  /** The client for services that the operator configured. */
  readonly serviceFetch: GuardedFetch
  readonly budgets: Budgets
}

/** The most milliseconds for one probe. */
export const PROBE_TIMEOUT_MS = 10_000
const MAX_BYTES = 1024 ** 2

/** Public posts of the platforms themselves, from their own documentation. */
const EXAMPLES: Readonly<Record<KnownPlatform, string>> = {
  TikTok: 'https://www.tiktok.com/@scout2015/video/6718335390845095173',
  YouTube: 'https://www.youtube.com/watch?v=jNQXAC9IVRw',
  Instagram: 'https://www.instagram.com/p/fA9uwTtkSN/',
  Facebook: 'https://www.facebook.com/watch/?v=10153231379946729',
}

/** Creates a probe for every service that the settings name, platforms included. */
export function createProbes(settings: Settings, parts: ProbeParts): Probe[] {
  return [
    ...oembedProbes(settings, parts),
    ...(settings.READ_PAGES ? pageProbes(parts) : []),
    overtureProbe(settings, parts),
    ...keyedProbes(settings, parts),
    ...serviceProbes(settings, parts),
    archiveProbe(settings, parts),
    languageModelProbe(settings, parts),
    speechProbe(settings, parts),
    mailProbe(settings),
  ].filter((probe) => probe !== null)
}

interface WantedRequest extends Pick<FetchRequest, 'url' | 'headers' | 'method' | 'body'> {
  readonly key?: string
  /** The post that it asks for may be gone. */
  readonly mayBeGone?: boolean
}

const FREE = 'free, no key'

/** A probe of one request. Every answer except a refused key or an outage shows that the service works. */
function requestProbe(
  fetch: GuardedFetch,
  [service, cost, ...settings]: readonly [service: string, cost: string, ...settings: string[]],
  { key, mayBeGone = false, ...wanted }: WantedRequest,
): Probe {
  const run = async (signal: AbortSignal): Promise<ProbeResult> => {
    const answer = await fetch({ timeoutMs: PROBE_TIMEOUT_MS, maxBytes: MAX_BYTES, ...wanted, signal })
    const failure = serviceFailure(answer, key)
    if (failure === null && answer.ok)
      return parseJson(answer.body) === undefined
        ? { ok: false, problem: 'bad_answer', detail: `${answer.status}: not JSON` }
        : { ok: true, detail: `answered with status ${answer.status}` }
    const isGone =
      mayBeGone && answer.ok && [400, 404].includes(answer.status) && failure?.problem !== 'wrong_key'
    if (isGone) return { ok: true, detail: 'answered; its example post is gone' }
    return { ok: false, ...(failure ?? { problem: 'bad_answer', detail: '' }) }
  }
  return { service, settings, cost, run }
}

/** The platforms with an oEmbed of their own that needs no key. */
const OPEN_PLATFORMS = KNOWN_PLATFORMS.filter(
  (platform) => PLATFORM_DEFINITIONS[platform].oembed.kind === 'open',
)

function oembedProbes(settings: Settings, { fetch }: ProbeParts): Probe[] {
  const addresses = oembedAddresses(settings)
  const probes = OPEN_PLATFORMS.map((platform) => {
    const name = platform.toLowerCase()
    const url = `${addresses[name]}?format=json&url=${encodeURIComponent(EXAMPLES[platform])}`
    return requestProbe(fetch, [name, FREE, `${platform.toUpperCase()}_OEMBED_URL`], { url, mayBeGone: true })
  })
  const { META_OEMBED_URL: meta, META_ACCESS_TOKEN: key, FALLBACK_OEMBED_URL: fallback } = settings
  const { oembed } = PLATFORM_DEFINITIONS.Instagram
  if (key !== undefined && oembed.kind === 'graph') {
    const query = new URLSearchParams({ url: EXAMPLES.Instagram, access_token: key })
    const url = `${meta}/${oembed.path(EXAMPLES.Instagram)}?${query.toString()}`
    const cost = 'free; the app needs Meta’s review'
    probes.push(requestProbe(fetch, ['meta', cost, 'META_ACCESS_TOKEN'], { url, key, mayBeGone: true }))
  }
  const url = `${fallback}?url=${encodeURIComponent(EXAMPLES.YouTube)}`
  if (fallback !== 'off') probes.push(requestProbe(fetch, ['fallback', FREE, 'FALLBACK_OEMBED_URL'], { url }))
  return probes
}

/** The obstacle in place of a page, as a problem of the service. */
const PAGE_PROBLEMS: Readonly<Partial<Record<string, ServiceProblem>>> = {
  timeout: 'timeout',
  rate_limited: 'rate_limited',
  server_error: 'server_error',
  too_large: 'bad_answer',
  network: 'unreachable',
  private_address: 'unreachable',
  overloaded: 'busy',
}

function pageProbes({ fetch, budgets }: ProbeParts): Probe[] {
  const pace = createPagePace({ perMinute: 60 })
  const read = createPageReader({ fetch, budgets, pace, isOn: true, onCall: () => undefined })
  return KNOWN_PLATFORMS.map((platform) => ({
    service: `${platform} page`,
    settings: ['READ_PAGES'],
    cost: FREE,
    run: async (signal) => {
      const page = await read({ platform, url: EXAMPLES[platform] }, signal)
      if (page.kind === 'found') return { ok: true, detail: 'gives the text of posts' }
      const { reason } = page
      if (reason === 'not_found' || reason === 'no_text')
        return { ok: true, detail: `answered without text for its example post (${reason})` }
      return { ok: false, problem: PAGE_PROBLEMS[reason] ?? 'bad_request', detail: `its page: ${reason}` }
    },
  }))
}

/** Probes of Google's services and of the address search. */
function keyedProbes(settings: Settings, { fetch }: ProbeParts): Probe[] {
  const { YOUTUBE_API_KEY: youtubeKey, GOOGLE_MAPS_API_KEY: mapsKey, PLACES_PROVIDER: places } = settings
  const probes: Probe[] = []
  if (youtubeKey !== undefined) {
    const url = `${YOUTUBE_API_URL}videos?part=id&id=jNQXAC9IVRw`
    const cost = '1 of the 10,000 free units a day per video'
    const wanted = { url, headers: { 'x-goog-api-key': youtubeKey }, key: youtubeKey }
    probes.push(requestProbe(fetch, ['youtube_api', cost, 'YOUTUBE_API_KEY'], wanted))
  }
  if (mapsKey !== undefined && (places === 'google' || places === 'auto')) {
    const cost = `Google charges for each search and page; at most ${settings.PLACES_CALLS_PER_DAY} calls a day. This test is free`
    const key = { 'content-type': 'application/json', 'x-goog-api-key': mapsKey }
    const wanted = {
      url: 'https://places.googleapis.com/v1/places:searchText',
      method: 'POST' as const,
      // Google does not charge for ids alone.
      headers: { ...key, 'x-goog-fieldmask': 'places.id' },
      body: JSON.stringify({ textQuery: 'café', pageSize: 1 }),
      key: mapsKey,
    }
    const names = ['GOOGLE_MAPS_API_KEY', 'PLACES_CALLS_PER_DAY'] as const
    probes.push(requestProbe(fetch, ['google', cost, ...names], wanted))
  } else if (places === 'photon' || (places === 'auto' && settings.PHOTON_URL !== undefined)) {
    const url = `${settings.PHOTON_URL ?? PUBLIC_PHOTON}/api?q=cafe&limit=1`
    probes.push(requestProbe(fetch, ['photon', FREE, 'PHOTON_URL', 'PLACES_PROVIDER'], { url }))
  }
  return probes
}

const discovery = (issuer: string) => ({ url: `${issuer}/.well-known/openid-configuration` })

/** Probes of the services that the operator configured, which may be in the operator's own network. */
function serviceProbes(settings: Settings, { serviceFetch }: ProbeParts): Probe[] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_ISSUER: google, OIDC_ISSUER: oidc } = settings
  const { MAP_STYLE_URL: style, MAP_PMTILES: archive } = settings
  const probes: Probe[] = []
  if (clientId !== undefined)
    probes.push(requestProbe(serviceFetch, ['sign_in', 'free', 'GOOGLE_ISSUER'], discovery(google)))
  if (oidc !== undefined)
    probes.push(requestProbe(serviceFetch, ['sign_in_oidc', 'free', 'OIDC_ISSUER'], discovery(oidc)))
  const cost = style === undefined ? FREE : 'as its operator says'
  const url = style ?? OPEN_FREE_MAP.light
  if (style !== 'none' && archive === undefined)
    probes.push(requestProbe(serviceFetch, ['map', cost, 'MAP_STYLE_URL'], { url }))
  return probes
}

/** Reads the newest release and the beginning of one of its files, as a fetch of a city does. */
function overtureProbe({ OVERTURE_URL: base }: Settings, { serviceFetch }: ProbeParts): Probe {
  return {
    service: 'overture',
    settings: ['OVERTURE_URL'],
    cost: FREE,
    run: async (signal) => {
      const options = { read: readUrlBy(serviceFetch), signal }
      const { id, files } = await readRelease(base, undefined, options)
      if (files[0] === undefined) return { ok: false, problem: 'bad_answer', detail: `${id} has no files` }
      await openRemote(files[0].url, options)
      return { ok: true, detail: `release ${id} can be read` }
    },
  }
}

function archiveProbe({ MAP_PMTILES: archive }: Settings, { serviceFetch }: ProbeParts): Probe | null {
  if (archive === undefined) return null
  return {
    service: 'map_archive',
    settings: ['MAP_PMTILES'],
    cost: FREE,
    run: async () => {
      try {
        const opened = await openMapArchive(archive, serviceFetch)
        await opened.close()
        return { ok: true, detail: `has streets down to zoom ${opened.maxZoom}` }
      } catch (error) {
        return { ok: false, problem: 'bad_answer', detail: messageOf(error) }
      }
    },
  }
}

function languageModelProbe(settings: Settings, { serviceFetch }: ProbeParts): Probe | null {
  const { LLM_BASE_URL: url, LLM_MODEL: model, LLM_CALLS_PER_DAY: perDay } = settings
  if (url === undefined || model === undefined) return null
  return {
    service: 'llm',
    settings: ['LLM_BASE_URL', 'LLM_API_KEY', 'LLM_MODEL', 'LLM_TIMEOUT'],
    cost: `${chargeOf(url)} for some 1,500 tokens a post; at most ${perDay} calls a day`,
    run: async (signal) => {
      const { report, result } = rememberedReport('llm')
      const llm = languageModel(settings, serviceFetch, report)
      const answer = await llm.mentions([{ source: 'description', text: EXAMPLE_POST }], signal)
      if (answer.kind === 'found') return { ok: true, detail: `${model} found the name in an example` }
      if (answer.reason === 'no_mention')
        return { ok: true, detail: `${model} answers, but did not find the name in an example` }
      return result() ?? { ok: false, problem: 'timeout', detail: 'no answer in time' }
    },
  }
}

/** A service in the operator's own network costs no money. */
function chargeOf(url: string): string {
  const { hostname, host } = new URL(url)
  const isOwn = isLocalName(hostname) || (isIP(hostname) !== 0 && !isPublicAddress(hostname))
  return isOwn ? 'only this network’s power,' : `as ${host} charges`
}

const EXAMPLE_POST = 'Hoy cenamos en El Califa de León, Ciudad de México. Pedimos gaoneras.'

function speechProbe(settings: Settings, { serviceFetch }: ProbeParts): Probe | null {
  const remote = remoteSpeech(settings, serviceFetch)
  if (remote === null) return null
  return {
    service: 'speech',
    settings: ['SPEECH_BASE_URL', 'SPEECH_API_KEY', 'SPEECH_MODEL'],
    cost: `${chargeOf(remote.baseUrl)} for up to 90 seconds a post; at most ${settings.SPEECH_CALLS_PER_DAY} calls a day`,
    run: async (signal) => {
      const answer = await createSpeechClient(remote)(silence(), {}, signal)
      return answer.ok ? { ok: true, detail: `${remote.model} heard a second of silence` } : answer
    },
  }
}

/** A report that only remembers the last failure. */
function rememberedReport(service: string): { report: ServiceReport; result: () => ProbeResult | null } {
  let failed: ProbeResult | null = null
  const report = createServiceReport({ service, log: { warn: () => undefined }, onCall: () => undefined })
  return {
    report: { ...report, failure: (failure) => void (failed = { ok: false, ...failure }) },
    result: () => failed,
  }
}

/** One second of silence. */
function silence(): Blob {
  return new Blob([new Uint8Array(wavOf(Buffer.alloc(SAMPLE_RATE * BYTES_PER_SAMPLE)))])
}

const smtpError = z.object({ code: z.string() })

function mailProbe({ SMTP_URL: url, MAIL_FROM: from }: Settings): Probe | null {
  if (url === undefined || from === undefined) return null
  return {
    service: 'mail',
    settings: ['SMTP_URL', 'MAIL_FROM'],
    cost: 'as the mail server’s operator says; this test sends nothing',
    run: async (signal) => {
      const { createSmtpMailer } = await import('@antojo/auth/mail/smtp')
      const mailer = createSmtpMailer({ url, from })
      const left = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Error('timeout')), { once: true })
      })
      try {
        await Promise.race([mailer.verify(), left])
        return { ok: true, detail: 'accepts the sign-in' }
      } catch (error) {
        const code = smtpError.safeParse(error).data?.code
        const problem = signal.aborted ? 'timeout' : code === 'EAUTH' ? 'wrong_key' : 'unreachable'
        return { ok: false, problem, detail: messageOf(error).slice(0, 200) }
      } finally {
        mailer.close()
      }
    },
  }
}

/** Runs a probe within its time limit; a hanging or throwing probe is a result too. */
export async function runProbe(probe: Probe): Promise<ProbeResult> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
  try {
    return await probe.run(signal)
  } catch (error) {
    return {
      ok: false,
      problem: signal.aborted ? 'timeout' : 'unreachable',
      detail: messageOf(error).slice(0, 200),
    }
  }
}
