import { pageWall, type PageWall, serviceProblem, type ServiceProblem } from '@antojo/contract/admin'
import { m } from '@antojo/i18n/messages'

/** The words of the page for what the server names by codes. A code without a word is shown as it is. */

const PROBLEMS: Readonly<Record<ServiceProblem, () => string>> = {
  unreachable: m.admin_problem_unreachable,
  timeout: m.admin_problem_timeout,
  busy: m.admin_problem_busy,
  wrong_key: m.admin_problem_wrong_key,
  no_credit: m.admin_problem_no_credit,
  rate_limited: m.admin_problem_rate_limited,
  wrong_address: m.admin_problem_wrong_address,
  bad_request: m.admin_problem_bad_request,
  server_error: m.admin_problem_server_error,
  bad_answer: m.admin_problem_bad_answer,
}

const WALLS: Readonly<Record<PageWall, () => string>> = {
  rate_limited: m.admin_wall_rate_limited,
  consent: m.admin_wall_consent,
  sign_in: m.admin_wall_sign_in,
  challenge: m.admin_wall_challenge,
  refused_page: m.admin_wall_refused,
  server_error: m.admin_wall_server_error,
}

export function wallText(wall: PageWall): string {
  return WALLS[wall]()
}

/** Outcomes of requests that mean the same as a problem. */
const ALIKE: Readonly<Record<string, ServiceProblem>> = { http_5xx: 'server_error', network: 'unreachable' }

/** The problem in the reader's language, then the service's own words. */
export function failureText(outcome: string, detail: string): string {
  const words = outcomeText(outcome)
  return detail === '' ? words : `${words} (${detail})`
}

function outcomeText(outcome: string): string {
  const problem = ALIKE[outcome] ?? serviceProblem.safeParse(outcome).data
  if (problem !== undefined) return PROBLEMS[problem]()
  const wall = pageWall.safeParse(outcome).data
  return wall === undefined ? outcome : wallText(wall)
}

/** Services whose names are not those of companies. */
const SERVICES: Readonly<Record<string, () => string>> = {
  llm: m.admin_service_llm,
  speech: m.admin_service_speech,
  mail: m.admin_service_mail,
  map: m.admin_service_map,
  map_archive: m.admin_service_map_archive,
  sign_in: () => 'Google',
  sign_in_oidc: m.admin_service_sign_in,
  fallback: m.admin_service_fallback,
  tiktok: () => 'TikTok: oEmbed',
  youtube: () => 'YouTube: oEmbed',
  meta: () => 'Meta: oEmbed',
  youtube_api: () => 'YouTube Data API',
  google: () => 'Google Places',
  photon: () => 'Photon',
}

export function serviceName(service: string): string {
  if (service.endsWith(' page')) return m.admin_service_page({ platform: service.replace(/ page$/u, '') })
  return SERVICES[service]?.() ?? service
}

const STEPS: Readonly<Record<string, () => string>> = {
  oembed: m.step_oembed,
  transcribe: m.step_transcribe,
  ocr: m.step_ocr,
  extract: m.step_extract,
  enrich: m.step_enrich,
  save: m.step_save,
}

export function stepName(step: string): string {
  return STEPS[step]?.() ?? step
}

const DECISIONS: Readonly<Record<string, () => string>> = {
  accepted: m.admin_decision_accepted,
  needs_confirmation: m.admin_decision_asked,
  weak_data: m.admin_decision_weak,
  oembed_required: m.admin_decision_unread,
  failed: m.admin_decision_unread,
}

export function decisionName(decision: string): string {
  return DECISIONS[decision]?.() ?? decision
}

const BUDGETS: Readonly<Record<string, () => string>> = {
  pictureDecode: m.admin_budget_picture_decode,
  clip: m.admin_budget_clip,
  uploading: m.admin_budget_uploading,
  importReading: m.admin_budget_import_reading,
  textReading: m.admin_budget_text_reading,
  speech: m.admin_budget_speech,
  thoroughReading: m.admin_budget_thorough_reading,
  dnsLookup: m.admin_budget_dns_lookup,
  outgoingFetch: m.admin_budget_outgoing_fetch,
  pageRead: m.admin_budget_page_read,
  imageFetch: m.admin_budget_image_fetch,
  statement: m.admin_budget_statement,
  guestStatement: m.admin_budget_guest_statement,
  databaseConnection: m.admin_budget_database_connection,
  placeQuery: m.admin_budget_place_query,
  request: m.admin_budget_request,
  outsideRequest: m.admin_budget_outside_request,
  connection: m.admin_budget_connection,
  proxiedRequest: m.admin_budget_proxied_request,
  bodyMegabytes: m.admin_budget_body_megabytes,
  answerMegabytes: m.admin_budget_answer_megabytes,
  apiRequest: m.admin_budget_api_request,
  fileRequest: m.admin_budget_file_request,
  healthCheck: m.admin_budget_health_check,
  dataRequest: m.admin_budget_data_request,
  schemaReload: m.admin_budget_schema_reload,
  aiRequest: m.admin_budget_ai_request,
  guestFind: m.admin_budget_guest_find,
  guestFindDaily: m.admin_budget_guest_find_daily,
  querySynth: m.admin_budget_query_synth,
  paidPlaceCall: m.admin_budget_paid_place_call,
  placeArea: m.admin_budget_place_area,
  addDaily: m.admin_budget_add_daily,
  retry: m.admin_budget_retry,
  correction: m.admin_budget_correction,
  placeSearch: m.admin_budget_place_search,
  oembed: m.admin_budget_oembed,
  transcribe: m.admin_budget_transcribe,
  upload: m.admin_budget_upload,
  import: m.admin_budget_import,
  previewedLink: m.admin_budget_previewed_link,
  importedLink: m.admin_budget_imported_link,
  imageRequest: m.admin_budget_image_request,
  imageMiss: m.admin_budget_image_miss,
  mapTile: m.admin_budget_map_tile,
  providerPhoto: m.admin_budget_provider_photo,
  accountExport: m.admin_budget_account_export,
  invitation: m.admin_budget_invitation,
  capture: m.admin_budget_capture,
  mcpRequest: m.admin_budget_mcp_request,
  placeFeed: m.admin_budget_place_feed,
  personalToken: m.admin_budget_personal_token,
  openInvitation: m.admin_budget_open_invitation,
  serviceTest: m.admin_budget_service_test,
  profilePicture: m.admin_budget_profile_picture,
  llmCallsToday: m.admin_budget_llm_calls_today,
  speechCallsToday: m.admin_budget_speech_calls_today,
  placesCallsToday: m.admin_budget_places_calls_today,
}

export function budgetName(budget: string): string {
  return BUDGETS[budget]?.() ?? budget
}
