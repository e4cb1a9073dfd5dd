/** A person as an outside provider describes them. */
export interface ExternalProfile {
  /** `google`, `facebook`, `web3`, `sso:<uuid>`… */
  provider: string
  /** The subject at the provider. */
  providerId: string
  email: string | undefined
  emailVerified: boolean
  /** Kept as identity_data and merged into the user's metadata. */
  data: Record<string, unknown>
  isSso?: boolean
}
