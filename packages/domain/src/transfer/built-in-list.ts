import type { ListKind } from '../sharing.ts'
import { nameKey } from '../text.ts'

/** Names by which people and map apps call the lists that every account has, as `nameKey` writes them. */
const NAMES: Readonly<Record<Exclude<ListKind, 'custom'>, string>> = {
  favorites:
    'favoritos|mis favoritos|favoritas|lugares favoritos|sitios favoritos|favorites|favourites|my favorites|my favourites|favorite places|favourite places|favs|faves',
  want_to_try:
    'quiero ir|quiero probar|quiero visitar|por visitar|por probar|por ir|pendientes|want to go|want to try|want to visit|to go|to try|to visit',
  visited:
    'visitados|visitadas|ya fui|ya visitados|lugares visitados|visited|been|been there|ive been|places ive been|visited places',
}

const KINDS = new Map(
  (['favorites', 'want_to_try', 'visited'] as const).flatMap((kind) =>
    NAMES[kind].split('|').map((name) => [name, kind] as const),
  ),
)

/** The list of every account that a file's list of this name stands for; null for any other name. */
export function builtInListOf(name: string): Exclude<ListKind, 'custom'> | null {
  return KINDS.get(nameKey(name)) ?? null
}
