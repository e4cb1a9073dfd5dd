import { networksOf } from '@antojo/auth/network'
import type { TaughtName } from '@antojo/contract/corrections'
import { retryWhileUnavailable } from '@antojo/db/retry-on-outage'
import type { Database } from '@antojo/db/database'
import type { EvidenceText, Resolution } from '@antojo/domain/identify/evidence'
import { type PlaceFacts, placeId } from '@antojo/domain/identify/place-facts'
import type { Platform } from '@antojo/domain/platforms/platform'
import { nameKey } from '@antojo/domain/text'
import type { Logger } from 'pino'
import type { ProvidedPlace } from '../../adapters/places/port.ts'
import { AppError } from '../../core/app-error.ts'
import { currentAsker } from '../../core/asker.ts'
import type { Budgets } from '../../core/budgets.ts'
import type { User } from '../../core/request-scope.ts'
import { locationOf, type Places } from '../places/service.ts'
import { type LessonWithPlace, lessonKey, lessonsOf, withLessons } from '@antojo/domain/corrections/lessons'
import {
  deleteTaught,
  findCorrections,
  type FoundCorrection,
  type NewCorrection,
  readTaught,
  type TaughtRow,
  writeCorrection,
} from './repo.ts'

/** Places looked up for one post's lessons. */
const MAX_PLACES = 12

/** A post as far as lessons are concerned. */
export interface PostToLearn {
  readonly platform: Platform
  readonly canonicalUrl: string
  /** What was read of it, and what the person added. */
  readonly texts: readonly EvidenceText[]
}

/**
 * What people teach by correcting answers: in posts of this creator, this name means that place. It holds for the
 * person who corrected, at once, and for everybody while two independent people agree (see `app.name_votes`). The
 * stored analysis of a post never holds it: it is applied to the answer of each request, so that it can be taken back.
 */
export interface Corrections {
  /** The answer in the light of what the person (null for a guest) and everybody learned. */
  applyTo(answer: Resolution, post: PostToLearn, userId: string | null): Promise<Resolution>
  /** What the person teaches by choosing these places for a post that was answered like this; to be written with the choice. */
  taughtBy(user: User, post: PostToLearn, choice: Choice): Promise<readonly NewCorrection[]>
  write(tx: Parameters<typeof writeCorrection>[0], taught: readonly NewCorrection[]): Promise<void>
  list(user: User): Promise<TaughtName[]>
  /** Takes back what the person taught, with its effect on everybody. */
  forget(user: User, id: string): Promise<void>
}

type ChosenPlace = PlaceFacts | ProvidedPlace

export interface Choice {
  /** Null when the post could not be read. */
  readonly answer: Resolution | null
  readonly places: readonly ChosenPlace[]
}

export interface CorrectionsDeps {
  readonly database: Database
  readonly places: Places
  readonly budgets: Pick<Budgets, 'take'>
  readonly log: Logger
}

export function createCorrections(deps: CorrectionsDeps): Corrections {
  const { database } = deps
  return {
    applyTo: async (answer, post, userId) => {
      const creator = creatorOf(post)
      if (creator === null) return answer
      const letters = lessonKey(post.texts.map(({ text }) => text).join(' '))
      const found = await retryWhileUnavailable(() =>
        database.asSystem('find corrections', (tx) =>
          findCorrections(tx, { userId, creator: creator.key, letters }),
        ),
      )
      return found.length === 0 ? answer : withLessons(answer, await lessonsFrom(deps, found), post.texts)
    },
    taughtBy: (user, post, choice) => taughtBy(deps, user, post, choice),
    write: async (tx, taught) => {
      for (const correction of taught) await writeCorrection(tx, correction)
    },
    list: async (user) =>
      (await database.asSystem('list corrections', (tx) => readTaught(tx, user.id))).map(present),
    forget: async (user, id) => {
      const found = await database.asSystem('forget a correction', (tx) => deleteTaught(tx, user.id, id))
      if (!found) throw new AppError('not_found', 'No such correction.')
    },
  }
}

/** What a choice teaches, within the person's share of the day; beyond it the choice is saved and teaches nothing. */
export async function taughtBy(
  { budgets, log }: Pick<CorrectionsDeps, 'budgets' | 'log'>,
  user: User,
  post: PostToLearn,
  { answer, places }: Choice,
): Promise<readonly NewCorrection[]> {
  const creator = creatorOf(post)
  const lessons = answer === null ? [] : lessonsOf(answer, places)
  if (creator === null || lessons.length === 0) return []
  try {
    await budgets.take('correction', { amount: lessons.length })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.info({ code: error.code, userId: user.id }, 'a correction teaches nothing')
    return []
  }
  return lessons.flatMap((lesson) => {
    const place = places.find((each) => placeId(each) === lesson.placeId)
    if (!place) return []
    return [
      {
        userId: user.id,
        creator: creator.key,
        creatorName: creator.name,
        platform: post.platform,
        canonicalUrl: post.canonicalUrl,
        lesson,
        placeName: place.name.trim().slice(0, 200).toWellFormed(),
        placeLocation: keptLocation(place),
        network: networkOf(user),
      },
    ]
  })
}

/** The city, where the place's provider allows keeping more than the name; the column holds no single letters. */
function keptLocation(place: ChosenPlace): string | null {
  if ('storage' in place && place.storage.keep === 'id') return null
  const location = locationOf(place)?.trim().slice(0, 80).toWellFormed() ?? ''
  return location.length < 2 ? null : location
}

/**
 * Where the correction comes from, as far as it matters for whether two people are independent. Null, so that it never
 * counts for others, when the address is unknown or the account is a visit without address.
 */
function networkOf({ actor }: User): string | null {
  const { address } = currentAsker()
  if (address === null || actor.claims['is_anonymous'] === true) return null
  const { wide } = networksOf(address)
  return wide === 'unknown' ? null : wide
}

interface Creator {
  readonly key: string
  readonly name: string
}

const MAX_CREATOR_LENGTH = 200

/**
 * Whose post it is: by the handle, which the platform gives to one account alone, and by the name where no handle is
 * known. Pages of unknown sites have no creator: whoever owns a site could name any.
 */
function creatorOf({ platform, texts }: PostToLearn): Creator | null {
  if (platform === 'Other') return null
  const names = texts.flatMap(({ source, text }) => (source === 'creator' ? [text.trim()] : []))
  const handle = names.find((name) => name.startsWith('@'))
  const name = handle ?? names[0] ?? ''
  const key = handle?.toLowerCase() ?? nameKey(name)
  return key === '' || key.length > MAX_CREATOR_LENGTH
    ? null
    : { key: `${platform} ${key}`, name: name.slice(0, MAX_CREATOR_LENGTH) }
}

/** Lessons with their places, in the order found; a person's own stand for what everybody learned of the same name. */
async function lessonsFrom(
  { places, log }: CorrectionsDeps,
  found: readonly FoundCorrection[],
): Promise<LessonWithPlace[]> {
  const own = new Set(found.flatMap((row) => (row.own ? [row.name_key] : [])))
  const valid = found.filter((row) => row.own || !own.has(row.name_key))
  const byName = [...Map.groupBy(valid, (row) => `${row.name_key} ${row.to_place_id}`).values()]
  const lessons = byName.slice(0, MAX_PLACES).map(async (rows): Promise<LessonWithPlace[]> => {
    const [row] = rows
    if (!row) return []
    const id = row.to_place_id
    const place = await places.byId(id).catch((error: unknown) => {
      log.warn({ err: error, place: id }, 'a learned place cannot be looked up')
      return null
    })
    const rejected = rows.flatMap(({ from_place_id: from, located_by: locatedBy }) =>
      from === null ? [] : [{ placeId: from, locatedBy }],
    )
    return place ? [{ name: row.name, placeId: id, place, rejected }] : []
  })
  return (await Promise.all(lessons)).flat()
}

function present(row: TaughtRow): TaughtName {
  return {
    id: row.id,
    name: row.name,
    place: { id: row.to_place_id, name: row.restaurant_name, location: row.restaurant_location },
    creator: row.creator_name,
    platform: row.platform,
    taughtAt: row.created_at.toISOString(),
    isAgreed: row.is_agreed,
  }
}
