import { z } from 'zod'
import { signUpMode } from './invitations.ts'
import { mapStreets } from './map.ts'

/** `GET /config.json`: what the web app needs before its first request. All of it is public. */
export const bootConfig = z.object({
  anonKey: z.string(),
  publicUrl: z.string().nullable(),
  /** Sign-in providers that are configured. */
  signIn: z.object({
    google: z.boolean(),
    facebook: z.boolean(),
    /** The name of the OpenID Connect provider. */
    oidc: z.string().nullable(),
  }),
  /** Accounts are confirmed by mail. */
  mail: z.boolean(),
  /** Who may sign up now; everybody while there is no account yet. */
  signUp: signUpMode,
  /** Null: the map shows built-in outlines. */
  streets: mapStreets.nullable(),
  /** Browser key for Google's map; null where places of Google are not shown on maps. */
  googleMapsKey: z.string().nullable(),
  placesProvider: z.enum(['local', 'photon', 'google']),
  /** The credits of the place data. */
  attributions: z.array(z.string()),
  transcription: z.boolean(),
})
export type BootConfig = z.infer<typeof bootConfig>
