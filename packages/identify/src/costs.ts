/** The costs of the outcomes for a person, relative to each other. Every decision minimises the expected cost. */
export const COSTS = {
  /** A wrong place is saved without a question. */
  wrongPlace: 25,
  /** A wrong place is saved although the post says something against it: the person could have known. */
  wrongDoubtedPlace: 100,
  /** A question has to be answered. */
  question: 3,
  /** The right place is known but not offered. */
  missedPlace: 10,
} as const
