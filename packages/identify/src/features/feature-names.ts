/**
 * The features of a candidate, by groups, with the meaning of each number. A flag is 0 or 1 unless its meaning says
 * more; a share lies between 0 and 1; bits are counted in tens.
 */
export const FEATURE_GROUPS = {
  name: {
    bits: 'bits that the words of the post which name the place tell',
    coverage: 'share of the name (by bits) that these words leave out',
    typo: 'share of letters that differ, and 0.6; 0 when the name is spelled as in the index',
    joined: 'flag: the words were joined, cut or repaired to give the name',
    landmark: 'flag: words of streets, squares and landmarks alone',
    generic: 'flag: words for kinds of places or dishes alone',
    localBits: 'bits of a part of the name beyond ten, times how surely the areas of the post hold the place',
    common: 'log2 of the number of places with this name, less where a street tells which is meant',
    chainElsewhere:
      'log2 of the number of places with this name, up to 2, where nothing of the post locates the place',
    wholeAlone: 'flag: the whole of a name of several words that one place alone has, in a known country',
    keyCount: 'log2 of the number of places with this name',
    similarity: 'share of letters that agree with the index',
    edits: 'letters that differ from the index',
    inserted: 'words of the post between those of the name',
    partial: 'flag: found by some words of its name',
    alias: 'flag: found by its handle on a social network',
    nameWords: 'words of the whole name',
    spanWords: 'words of the post that name it',
    letters: 'tens of letters of these words',
    ordinary:
      'how ordinary the most distinctive of these words is: 1 for the most frequent of a language, 0 for none that a list has',
    rarest: 'log2 of the number of names in the index with the rarest of these words',
  },
  cues: {
    nameOdds: 'log-odds that its words are the name of the place, by what stands around them',
    pinDirect: 'flag: right after a map pin',
    pinLine: 'flag: on the line of a map pin',
    label: 'flag: after a label such as "Lugar:" or "called"',
    preposition: 'flag: after "en", "at", "visited" …',
    quoted: 'flag: in quotation marks',
    capitals: 'flag: with capitals where the text around has none',
    standalone: 'flag: a phrase of its own',
    edge: 'flag: begins or ends a phrase',
    compared: 'flag (0.7 when other hits are not): after "better than", "not" …',
    beside: 'flag: after "next to", "near" …',
    extends: 'flag (0.7 across a small word): a distinctive word with a capital stands beside it',
    otherVenue: 'flag: another kind of place stands beside it than its name has',
    areaName: 'how surely its words are only the name of an area',
    insideAddress: 'flag: its words are a part of an address in the post',
    streetName: 'flag: its words are only the name of a street',
    upper: 'flag: in capital letters',
    lower: 'flag: without any capital',
    first: 'share of the text that stands before it',
    line: 'words of the phrase that it stands in, beside its own',
  },
  sources: {
    handle: 'flag: a handle names it',
    hashtag: 'flag: a hashtag names it',
    creator: 'flag: the account that posted names it',
    ocr: 'flag: text in the picture names it',
    transcript: 'flag: the best hit is in speech',
    locationTag: 'flag: the location tag of the post names it',
    hint: 'flag: the person who adds the post names it',
    proposed: 'flag: a language model proposes it',
    caption: 'flag: title or description name it in words',
    sources: 'number of kinds of sources that name it, less one; at most 2',
    times: 'log2 of the number of times that the post names it',
    ownHandle: 'flag: a handle spells the whole name of one place alone',
  },
  geography: {
    geo: '0–1: the areas of the post hold the place',
    geoConflict: '0–1: an area far away is named, and none near',
    country: 'weight of its country in the post',
    countryConflict: 'weight of the strongest other country',
    cityNamed: '1 when its city is named, 0.4 for its region',
    cityOther: '0–1: a city is named, and the place lies at its edge or beyond',
    neighbourhoodOwn: 'flag: the post names its part of the city',
    neighbourhoodOther: 'flag: the post names another part of its city',
    besideArea: 'flag: its area stands right beside its name',
    nowhere: 'flag: nothing in the post locates the place',
    nowhereUnmarked:
      'flag: nothing in the post locates the place, and no pin, label, handle or quotation marks say that the words are a name',
    areas: 'number of areas that the post names',
  },
  address: {
    number: '1 for its street and number or its plus code, 0.8 for its block',
    street: 'flag: its street is named',
    rareStreet: '0–1: how rare the name of its street is',
    addressConflict: '1 (0.15 in a list): the post gives an address in another street',
    numberConflict: '1 (0.15 in a list): the post gives another number in its street',
    streetOther: '1 (0.15 in a list): the post names another street',
    addressMissing: '1 (0.15 in a list): the post gives an address, and that of the place is unknown',
    otherAddress: 'the strongest of the four conflicts of its address',
    phone: 'flag: the post gives its telephone number',
    addressOnly: 'flag: nothing but its address led to it',
    addressPinned: 'flag: its address follows a map pin',
    doorNamed: '1 for its name with street and number, 0.35 with the street',
    addresses: 'number of addresses and plus codes that the post gives',
    hasAddress: 'flag: the index knows its address',
  },
  cuisine: {
    cuisine: 'flag: its cuisine is one that the post names',
    cuisineConflict: 'flag: the post names other cuisines only',
    otherBusiness: 'flag: its types are those of other businesses',
  },
  post: {
    unexplainedPin: 'flag: a map pin marks something else',
    unexplainedLabel: 'flag: a label marks something else',
    unexplainedHandle: 'flag: a handle names something else',
    namedOtherwise: 'flag: something marked as a name is in no index, and nothing marks this one',
    unknownName: 'flag: something marked as a name is in no index',
    recipe: 'share of the signs of a recipe',
    product: 'share of the signs of a product review',
    advert: 'share of the signs of an advertisement of something else',
    question: 'share of the signs of a question to the viewers',
    vlog: 'share of the signs of a diary',
    withheld: 'flag: the author says that the name is not told',
    opening: 'flag: something is said to be new',
    list: 'flag: several places are expected',
    words: 'log2 of the number of words in the post',
    chunks: 'number of things that pins, labels and handles mark',
  },
  index: {
    indexed:
      'log2 of the size of the index against the one learned from; 0 from there on, and for a place of a provider',
    localIndexed:
      'log2 of the names that the index has in the areas of the post against the places to eat at that so many inhabitants have; 0 from there on, without an area, and for a place of a provider',
  },
} as const

type Groups = typeof FEATURE_GROUPS
export type FeatureGroup = keyof Groups
export type FeatureName = { [Group in FeatureGroup]: keyof Groups[Group] }[FeatureGroup]
/** The features of a group. */
export type FeaturesOf<Group extends FeatureGroup> = { readonly [Name in keyof Groups[Group]]: number }
export type FeatureVector = Readonly<Record<FeatureName, number>>

const isName = (name: string): name is FeatureName =>
  Object.values(FEATURE_GROUPS).some((group) => name in group)

/** All names in the order of the model's numbers. */
export const FEATURES: readonly FeatureName[] = Object.values(FEATURE_GROUPS)
  .flatMap((group) => Object.keys(group))
  .filter(isName)

const positions = new Map(FEATURES.map((name, i) => [name, i]))
/** The index of the feature among the model's numbers. */
export const featureAt = (name: FeatureName): number => positions.get(name) ?? -1
