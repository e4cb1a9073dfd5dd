import type { ConfirmPlaceInput, ConfirmPlaceResponse } from '@antojo/contract/ai'
import { readMapsLink } from '@antojo/domain/links/maps-link'
import { placeId } from '@antojo/domain/places/place-facts'
import type { Resolution } from '@antojo/identify/evidence'
import { keptOption, wordsOfPost } from '../../adapters/places/kept-place.ts'
import { AppError } from '../../core/app-error.ts'
import type { User } from '../../core/request-scope.ts'
import { readPastedLink } from '../../identify/evidence/find-link.ts'
import type { Analyses } from '../analyses/service.ts'
import type { Corrections } from '../corrections/service.ts'
import { type DetailedOption, presentSaved, save, type SaveDeps } from './add/finish.ts'
import { type KeepDeps, keepLink, type KeptPost, noLink, onPost, type Outcome } from './add/keep.ts'
import { postToLearn } from './add/resolve.ts'
import { readStoredPlace } from './repo.ts'

export interface ConfirmDeps extends KeepDeps, SaveDeps {
  readonly analyses: Pick<Analyses, 'of'>
  readonly corrections: Corrections
}

/** Saves the places that a person chose for a link, and the lessons that follow from the choice. */
export async function confirmLink(
  deps: ConfirmDeps,
  user: User,
  input: ConfirmPlaceInput,
): Promise<Outcome<ConfirmPlaceResponse>> {
  const pasted = readPastedLink(input.videoUrl)
  if (!pasted.ok) return noLink(pasted)
  const { link } = pasted
  const kept = await keepLink(deps, { userId: user.id, link, words: {}, isAnswer: true })
  return onPost(deps, { kept, link }, (post) => confirmPlace(deps, { user, ...post }, input))
}

async function confirmPlace(
  deps: ConfirmDeps,
  { user, kept, link }: KeptPost & { readonly user: User },
  input: ConfirmPlaceInput,
): Promise<ConfirmPlaceResponse | AppError> {
  const analysis = readMapsLink(link.url) === null ? await deps.analyses.of(link, () => undefined) : null
  const post = analysis?.kind === 'read' ? analysis.post : null
  const read = postToLearn(link, post?.texts ?? [])
  const resolution =
    analysis?.kind === 'read' ? await deps.corrections.applyTo(analysis.resolution, read, user.id) : null
  const ids = [...new Set([input.placeId, ...(input.placeIds ?? [])])]
  const places = await Promise.all(ids.map((id) => chosen(deps, { user, kept, id, resolution })))
  const stored = places.map((option) => keptOption(option, wordsOfPost(resolution)).place)
  const taught = await deps.corrections.taughtBy(user, read, { answer: resolution, places: stored })
  const answer = { kept, link, post, resolution, places, analysis, isLater: false }
  const saved = await save(deps, { ...answer, decision: 'confirmed', taught })
  if (saved instanceof AppError) return saved
  const [first] = taught
  return {
    ok: true,
    accepted: true,
    ...presentSaved(deps, saved, answer),
    ...(first && { taught: { name: first.lesson.name, creator: first.creatorName } }),
  }
}

type Asked = { readonly user: User; readonly id: string; readonly resolution: Resolution | null }

/** A place chosen by the person is certain; it keeps the reasons from the analysis. */
async function chosen(
  { places, database }: Pick<ConfirmDeps, 'places' | 'database'>,
  { user, kept, id, resolution }: Pick<KeptPost, 'kept'> & Asked,
): Promise<DetailedOption> {
  // Sources forget places that the video of the person still has.
  const place =
    (await places.byId(id)) ?? (await database.asPerson(user.actor, (tx) => readStoredPlace(tx, kept, id)))
  if (!place) throw new AppError('place_not_found', `No place ${id}.`)
  const options = resolution?.places.flatMap((option) => [option, ...option.alternatives]) ?? []
  const why = options.find((option) => placeId(option.place) === id)?.why ?? []
  return { place, confidence: 1, why, hasDetails: true }
}
