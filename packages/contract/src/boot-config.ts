import { z } from 'zod'
import { signUpMode } from './invitations.ts'
import { mapStreets } from './map.ts'

/** `GET /config.json`: the configuration that the web app needs before its first request. All of it is public. */
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
  /** False where browsers refuse them: without TLS, except on localhost, and at bare IP addresses. */
  passkeys: z.boolean(),
  /** True when accounts have to be confirmed by mail. */
  mail: z.boolean(),
  /** The sign-up mode now; `open` until the first account exists. */
  signUp: signUpMode,
  /** Null when the map shows built-in outlines. */
  streets: mapStreets.nullable(),
  /** Browser key for Google's map; null when Google's places are not shown on maps. */
  googleMapsKey: z.string().nullable(),
  placesProvider: z.enum(['local', 'photon', 'google']),
  /** The credits of the place data. */
  attributions: z.array(z.string()),
  transcription: z.boolean(),
})
export type BootConfig = z.infer<typeof bootConfig>
