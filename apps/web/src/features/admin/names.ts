import { pageWall, type PageWall, serviceProblem, type ServiceProblem } from '@antojo/contract/admin'
import { m } from '@antojo/i18n/messages'
import { texts as budgetTexts } from '@antojo/i18n/messages/admin_budget'
import { texts as problems } from '@antojo/i18n/messages/admin_problem'
import { texts as walls } from '@antojo/i18n/messages/admin_wall'
import { texts as stepTexts } from '@antojo/i18n/messages/step'

/** The words of the page for what the server names by codes. A code without a word is shown as it is. */

const WALLS: Readonly<Record<PageWall, () => string>> = { ...walls, refused_page: walls.refused }

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
  if (problem !== undefined) return problems[problem]()
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
  overture: () => 'Overture Maps',
}

export function serviceName(service: string): string {
  if (service.endsWith(' page')) return m.admin_service_page({ platform: service.replace(/ page$/u, '') })
  return SERVICES[service]?.() ?? service
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

const { found: _found, ...stepNames } = stepTexts
const steps: Readonly<Record<string, () => string>> = stepNames
const budgets: Readonly<Record<string, () => string>> = budgetTexts

export function stepName(step: string): string {
  return steps[step]?.() ?? step
}

/** The name of a budget, whose words begin with a capital in its code. */
export function budgetName(budget: string): string {
  const code = budget.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
  return budgets[code]?.() ?? budget
}
