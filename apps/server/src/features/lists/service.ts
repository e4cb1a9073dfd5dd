import type { Database } from '@antojo/db/database'
import { GUEST_ACTOR } from '../../core/request-scope.ts'
import { loadSharedList } from './repo.ts'

/** How a link looks in a chat. */
export interface LinkPreview {
  readonly title: string
  readonly description: string
  readonly image: string | null
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu

/** What a chat shows of a shared list's link; null for lists that nobody may open by link. */
export async function previewList(database: Database, id: string): Promise<LinkPreview | null> {
  if (!UUID.test(id)) return null
  const list = await database.withActor(GUEST_ACTOR, (tx) => loadSharedList(tx, id))
  if (!list) return null
  const count = list.videos === 1 ? '1 restaurante' : `${list.videos} restaurantes`
  return {
    title: `${list.name} · ${count}`,
    description: list.description ?? 'Una lista de antojos para abrir, guardar e ir.',
    // Our own copy: the platform's address of it expires.
    image: list.thumbnail === null ? null : ownCopy(list.thumbnail),
  }
}

/** Without the preview in its fragment: no server sees one, and not every chat's leaves it out. */
function ownCopy(image: string): string {
  const [address = image] = image.split('#')
  return image.startsWith('/') ? address : `/img?u=${encodeURIComponent(image)}&w=1200`
}
