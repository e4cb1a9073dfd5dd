/** The costs of the outcomes for a person, relative to each other. Every decision minimises the expected cost. */
export const COSTS = {
  /** A wrong place is saved without a question. */
  wrongPlace: 23,
  /** A wrong place is saved although the post says something against it: the person could have known. */
  wrongDoubtedPlace: 500,
  /** A question has to be answered. */
  question: 5,
  /** The right place is known but not offered, where the post marks its name: people see that a name was there. */
  missedMarkedName: 50,
  /** The same where an address or area goes with the name. */
  missedPlace: 16,
  /** The same where the post says nothing beside the name. Most such names are plain words. */
  missedBareName: 8.5,
} as const
