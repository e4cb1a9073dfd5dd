import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'

/** A place in videos of the stand-in channel, in the fields of a record of the place index. */
export interface ChannelPlace {
  readonly sourceId: string
  readonly name: string
  readonly city: string
  readonly country: string
  readonly lat: number
  readonly lng: number
}

export interface ChannelVideo {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly publishedAt: Date
  /** `sourceId` of the place in the video; null for recipes and travel talk. */
  readonly placeId: string | null
}

export interface StandInChannel {
  readonly id: string
  readonly handle: string
  readonly title: string
  /** Ordered by date, the newest first. */
  readonly videos: readonly ChannelVideo[]
  /** The places of the videos, mixed with others of the same cities. */
  readonly places: readonly ChannelPlace[]
}

const CITIES = [
  { city: 'Bengaluru', country: 'IN', lat: 12.9716, lng: 77.5946 },
  { city: 'Mysuru', country: 'IN', lat: 12.2958, lng: 76.6394 },
  { city: 'Chennai', country: 'IN', lat: 13.0827, lng: 80.2707 },
  { city: 'Hyderabad', country: 'IN', lat: 17.385, lng: 78.4867 },
] as const
const OWNERS =
  'Venkateshwara Raghavendra Annapoorna Meenakshi Gajanana Kamadhenu Suvarna Kaveri Lakshmi Shanbhag Prakruti Adiga Nandini Basaveshwara Tunga Malabar Konkan Chalukya Hoysala Vasudev Janardhan Sudarshan Padmanabha Tirumala Godavari'.split(
    ' ',
  )
const KINDS = [
  'Bhavan',
  'Tiffin Room',
  'Mess',
  'Lunch Home',
  'Biryani House',
  'Darshini',
  'Military Hotel',
  'Sweets & Chats',
  'Coffee Bar',
  'Bakery',
]
const DISHES =
  'Masala Dosa,Mutton Biryani,Filter Coffee,Ragi Mudde,Idli Vada,Benne Dosa,Chicken Chukka,Fish Thali,Pani Puri,Kesari Bath'.split(
    ',',
  )
const BOILERPLATE = [
  'Watch more food adventures: https://www.youtube.com/@standinfoodtrail',
  'Shot by our team at Filter Coffee Studios. Business: mail@standin.example',
  'Subscribe for a new video every week!',
].join('\n')

/** The place is written in the style of such channels: in capitals or between bars, often followed by the city. */
const VISITS: readonly ((words: Words) => string)[] = [
  ({ dish, name, city }) => `Tasting Popular ${dish} At ${name.toUpperCase()}, ${city} | Must Try!`,
  ({ dish, name, city }) => `This 60-Year-Old Eatery Is Famous For ${dish}! ${name.toUpperCase()} ${city}`,
  ({ dish, name, city }) =>
    `${name.toUpperCase()} ${city} | SOFTEST ${dish} & Hot Coffee | Wood Fire Cooking`,
  ({ dish, name, city }) => `Found The BEST ${dish} in ${city} 😍 ${name} #shorts #${city.toLowerCase()}`,
  ({ dish, name, city }) => `${dish} at ${name} | Legendary Breakfast | ${city}`,
]
const TALKS: readonly ((dish: string, number: number) => string)[] = [
  (dish, number) => `How To Make ${dish} At Home | Easy Recipe ${number}`,
  (dish) => `${dish} Recipe In 15 Minutes | Tips For Beginners`,
  (_dish, number) => `Answering Your Questions! Q&A ${number} | Thank You For The Love`,
]

interface Words {
  readonly dish: string
  readonly name: string
  readonly city: string
}

/** Five of six videos show a place; the others are recipes and talk. Equal arguments make equal channels. */
export function standInChannel(videos = 400): StandInChannel {
  const places = placesOf()
  const all = Array.from({ length: videos }, (_, number): ChannelVideo => {
    const dish = of(DISHES, number * 7)
    const place = number % 6 === 5 ? null : of(places, number * 3)
    const words = place === null ? null : { dish, name: place.name, city: place.city }
    return {
      id: videoId(number),
      title: words === null ? of(TALKS, number)(dish, number) : of(VISITS, number)(words),
      description: [
        place === null
          ? `Ingredients:\n2 cups rice\n1 tsp mustard seeds`
          : `Today we eat ${dish}.\n📍 ${place.name}, ${place.city}`,
        BOILERPLATE,
      ].join('\n\n'),
      publishedAt: new Date(Date.UTC(2026, 9, 30) - number * 86_400_000),
      placeId: place?.sourceId ?? null,
    }
  })
  const id = `UC${createHash('sha256').update('stand-in').digest('base64url').slice(0, 22)}`
  return { id, handle: '@standinfoodtrail', title: 'Stand-In Food Trail', videos: all, places }
}

function placesOf(): ChannelPlace[] {
  return OWNERS.flatMap((owner, at) =>
    KINDS.map((kind, which): ChannelPlace => {
      const number = at * KINDS.length + which
      const { city, country, lat, lng } = of(CITIES, at + which)
      return {
        sourceId: `place-${number}`,
        name: `${owner} ${kind}`,
        city,
        country,
        lat: Number((lat + ((number * 37) % 100) / 1000 - 0.05).toFixed(5)),
        lng: Number((lng + ((number * 61) % 100) / 1000 - 0.05).toFixed(5)),
      }
    }),
  )
}

function videoId(number: number): string {
  return Buffer.from(createHash('sha256').update(`video ${number}`).digest())
    .toString('base64url')
    .slice(0, 11)
}

function of<T>(list: readonly T[], at: number): T {
  const found = list[at % list.length]
  if (found === undefined) throw new Error('an empty list')
  return found
}
