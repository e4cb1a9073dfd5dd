import type { ConfinementLevel } from '../adapters/decoder/confinement.ts'

/** Descriptions for the operator of how decoders of foreign pictures and clips are isolated. */
export const CONFINEMENT_TEXTS: Readonly<Record<ConfinementLevel, string>> = {
  bubblewrap: 'Decoders have no network and see no files',
  namespaces: 'Decoders have no network and see no files',
  other_user: 'Decoders run as another user, who can reach the network',
  permissions:
    'Only the permission model of Node confines decoders: their native code can read files and reach the network',
}
