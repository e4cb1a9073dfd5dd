/** Services of other companies that may charge for each call. */
export const PAID_SERVICES = ['llm', 'speech', 'places'] as const
export type PaidService = (typeof PAID_SERVICES)[number]

/** The current asker's right to use one paid service. */
export interface Allowance {
  /** False for guests, where only people with an account may cause costs. */
  isOpen(): boolean
  /** Counts one call; false when the call is not allowed. */
  spend(): Promise<boolean>
}

/** For commands of the operator. */
export const unlimited: Allowance = { isOpen: () => true, spend: async () => true }
