import { z } from 'zod'
import { signUpMode } from './invitations.ts'

/** `GET /config.json`: what the web app needs before its first request; public by nature. */
export const bootConfig = z.object({
  anonKey: z.string(),
  publicUrl: z.string().nullable(),
  /** Providers whose button works. */
  signIn: z.object({ google: z.boolean(), facebook: z.boolean() }),
  /** Accounts are confirmed by mail. */
  mail: z.boolean(),
  /** Who may sign up now; everybody while there is no account yet. */
  signUp: signUpMode,
  mapStyleUrl: z.string().nullable(),
  /** Browser key for Google's map; null where Google's places are left out of maps. */
  googleMapsKey: z.string().nullable(),
  placesProvider: z.enum(['local', 'photon', 'google']),
  /** Texts that credit the place data. */
  attributions: z.array(z.string()),
  transcription: z.boolean(),
})
export type BootConfig = z.infer<typeof bootConfig>
