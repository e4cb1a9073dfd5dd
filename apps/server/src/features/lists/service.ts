import type { Database } from '@antojo/db/database'
import {
  invitationPreview,
  listPreviewText,
  listPreviewTitle,
  type PreviewLanguage,
} from '@antojo/i18n/list-preview'
import { GUEST_ACTOR } from '../../core/request-scope.ts'
import { drawnPreview, type LinkPreview, ownCopy } from '../previews/service.ts'
import { loadInvitation, loadSharedList } from './repo.ts'

/** A list without a photo shows what the app shows. */
const DRAWN = drawnPreview(['Mexican'])

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
  return {
    title: listPreviewTitle(list.name, list.places, language),
    description: list.description ?? listPreviewText(language),
    // The platform's own URL of the picture expires, so the preview uses our copy.
    image: list.thumbnail === null ? DRAWN : ownCopy(list.thumbnail),
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
