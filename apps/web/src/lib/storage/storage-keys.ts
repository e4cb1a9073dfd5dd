/**
 * The keys of local storage, but for the settings, whose key the specification names (`SETTINGS_STORAGE_KEY`). A key that
 * is not kept in `forget-device.ts` is removed with the account.
 */
export const STORAGE_KEYS = {
  session: 'antojo:session',
  /** Id of the account whose data is on this device; absent for a guest. */
  owner: 'antojo:owner',
  config: 'antojo:config',
  onboarding: 'antojo:onboarding',
  imports: 'antojo:imports',
  /** The provider a person was sent to, for the case that it sends them back with a refusal. */
  sentTo: 'antojo:sent-to',
  /** Set once the person was told why the distance cannot be the order. */
  noLocationTold: 'antojo:no-location-told',
} as const
