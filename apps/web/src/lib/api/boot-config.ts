import type { BootConfig } from '@antojo/contract/boot-config'
import { STORAGE_KEYS } from '../storage/stored.ts'

/** Used until the server has answered once: allows sign-in by password on the same origin. */
const UNKNOWN_SERVER: BootConfig = {
  anonKey: '',
  publicUrl: null,
  signIn: { google: false, facebook: false, oidc: null },
  passkeys: false,
  mail: false,
  signUp: 'open',
  streets: null,
  googleMapsKey: null,
  placesProvider: 'local',
  attributions: [],
  transcription: false,
}

/** The server's public configuration, or the copy of the last visit when the server cannot be reached. */
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

/** The configuration of the last visit. With it, the first request of a returning visitor need not wait for the server's. */
export function rememberedConfig(): BootConfig {
  try {
    return { ...UNKNOWN_SERVER, ...JSON.parse(localStorage.getItem(STORAGE_KEYS.config) ?? '{}') }
  } catch {
    return UNKNOWN_SERVER
  }
}
