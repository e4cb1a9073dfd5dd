import type { Database, Tx } from '@antojo/db/database'
import {
  invitationPreview,
  listPreviewText,
  listPreviewTitle,
  type PreviewLanguage,
} from '@antojo/i18n/list-preview'
import { AppError } from '../../core/app-error.ts'
import { GUEST_ACTOR } from '../../core/request-scope.ts'
import { drawnPreview, type LinkPreview, ownCopy } from '../previews/service.ts'
import { loadInvitation, loadSharedList, type SharedList } from './repo.ts'

/** A shared list as a guest reads it, and what `load` reads more of it; throws where the link opens none. */
export async function readShared<T>(
  database: Database,
  id: string,
  load: (tx: Tx, id: string) => Promise<T>,
): Promise<{ readonly list: SharedList; readonly more: T }> {
  const found = await database.withActor(GUEST_ACTOR, async (tx) => {
    const list = await loadSharedList(tx, id)
    return list && { list, more: await load(tx, id) }
  })
  if (found === null) throw new AppError('not_found', 'There is no such list, or it is not shared.')
  return found
}

/** A list without a photo shows what the app shows. */
export const DRAWN = drawnPreview(['Mexican'])

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu

/** The preview of a shared list; null for lists that cannot be opened by their link. */
export async function previewList(
  database: Database,
  id: string,
  language: PreviewLanguage,
): Promise<LinkPreview | null> {
  if (!UUID.test(id)) return null
  const list = await database.withActor(GUEST_ACTOR, (tx) => loadSharedList(tx, id))
  if (!list) return null
  const [firstPicture] = list.covers
  return {
    title: listPreviewTitle(list.name, list.places, language),
    description: list.description ?? listPreviewText(language),
    image: firstPicture === undefined ? DRAWN : `/list/${id}/preview.jpg`,
    feed: `/list/${id}/feed.xml`,
    ...(firstPicture !== undefined && { firstPicture }),
  }
}

const INVITE_TOKEN = /^[0-9a-f]{64}$/u

/** The preview of an invitation to a list; null for a token that is not valid. */
export async function previewInvitation(
  database: Database,
  token: string,
  language: PreviewLanguage,
): Promise<LinkPreview | null> {
  if (!INVITE_TOKEN.test(token)) return null
  const invited = await database.withActor(GUEST_ACTOR, (tx) => loadInvitation(tx, token))
  if (!invited) return null
  const { name, inviter, thumbnail } = invited
  return {
    ...invitationPreview(name, inviter, language),
    image: thumbnail === null ? DRAWN : ownCopy(thumbnail),
  }
}
