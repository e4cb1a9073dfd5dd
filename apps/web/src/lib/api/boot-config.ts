import type { BootConfig } from '@antojo/contract/boot-config'
import { STORAGE_KEYS } from '../storage/storage-keys.ts'

/** What the app can do when the server has never answered: sign-in by password on the same origin. */
const UNKNOWN_SERVER: BootConfig = {
  anonKey: '',
  publicUrl: null,
  signIn: { google: false, facebook: false },
  mail: false,
  signUp: 'open',
  mapStyleUrl: null,
  googleMapsKey: null,
  placesProvider: 'local',
  attributions: [],
  transcription: false,
}

/** The server's public configuration; offline, the copy of the last visit. */
export async function loadConfig(): Promise<BootConfig> {
  try {
    const response = await fetch('/config.json', { headers: { accept: 'application/json' } })
    if (!response.ok) return rememberedConfig()
    const config: BootConfig = { ...UNKNOWN_SERVER, ...(await response.json()) }
    localStorage.setItem(STORAGE_KEYS.config, JSON.stringify(config))
    return config
  } catch {
    return rememberedConfig()
  }
}

/** The configuration of the last visit, at once: it lets a returning person's first request leave immediately. */
export function rememberedConfig(): BootConfig {
  try {
    return { ...UNKNOWN_SERVER, ...JSON.parse(localStorage.getItem(STORAGE_KEYS.config) ?? '{}') }
  } catch {
    return UNKNOWN_SERVER
  }
}
