/** The costs of the outcomes for a person, relative to each other. Every decision minimises the expected cost. */
export const COSTS = {
  /** A wrong place is saved without a question. */
  wrongPlace: 23,
  /** A wrong place is saved although the post says something against it: the person could have known. */
  wrongDoubtedPlace: 500,
  /** A second place is saved of a post about one: mostly one that it is compared with. */
  wrongSecondPlace: 100,
  /** A question has to be answered. */
  question: 5,
  /** The right place is known but not offered, where the post marks its name: people see that a name was there. */
  missedMarkedName: 50,
  /** The same where an address or area goes with the name. */
  missedPlace: 16,
  /** The same where the post says nothing beside the name, but writes it as one: after "en", or words in capitals. */
  missedWrittenName: 11,
  /** The same where nothing at all says that it is a name. Most such names are plain words. */
  missedBareName: 8.5,
  /** One of several places of a post is not saved. The person is told how many were not found. */
  missedFurtherPlace: 11,
} as const
