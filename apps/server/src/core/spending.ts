/** Services outside that may cost money for each call. */
export const PAID_SERVICES = ['llm', 'speech', 'places'] as const
export type PaidService = (typeof PAID_SERVICES)[number]

/** What may be spent on one service, for the present asker. */
export interface Allowance {
  /** False for guests where only people with an account may cause costs. */
  isOpen(): boolean
  /** Counts one call; false when it must not be made. */
  spend(): Promise<boolean>
}

/** For the operator's own commands. */
export const unlimited: Allowance = { isOpen: () => true, spend: async () => true }
