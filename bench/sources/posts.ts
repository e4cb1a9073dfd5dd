import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { KNOWN_PLATFORMS, type KnownPlatform } from '@antojo/domain/platforms/platform'
import { DISHES } from '@antojo/testing/sandbox/pictures/dishes'
import { PAGE_ANSWERS, type PageAnswer, type Post, postSchema } from '@antojo/testing/sandbox/post'
import { z } from 'zod'
import { seededRandom } from '../identify/random.ts'

const placeShape = z.looseObject({
  name: z.string(),
  city: z.string(),
  neighbourhood: z.string().optional(),
  country: z.string(),
})
type Place = z.infer<typeof placeShape>

const SEED_FILE = fileURLToPath(new URL('../../packages/places/seed/places.jsonl', import.meta.url))

/** Where a post names its restaurant: in its words early or late, as the tagged place, or on its picture. */
const WAYS = ['early', 'late', 'tag', 'cover'] as const
type Way = (typeof WAYS)[number]

/** For ten posts: how many get each answer of the platform, and how many name their restaurant in each way. */
interface Mix {
  readonly pages: Readonly<Partial<Record<PageAnswer, number>>>
  readonly ways: Readonly<Partial<Record<Way, number>>>
}

/** Our estimate of the answers to a server: TikTok and YouTube answer most of the time, Meta half of the time. */
const MIXES: Readonly<Record<KnownPlatform, Mix>> = {
  TikTok: {
    pages: { whole: 6, challenge: 3, rate_limited: 1 },
    ways: { early: 3, late: 4, tag: 1, cover: 2 },
  },
  YouTube: {
    pages: { whole: 7, consent: 2, rate_limited: 1 },
    ways: { early: 4, late: 5, cover: 1 },
  },
  Instagram: {
    pages: { whole: 3, tags: 3, data: 1, sign_in: 2, rate_limited: 1 },
    ways: { early: 4, late: 4, tag: 1, cover: 1 },
  },
  Facebook: { pages: { whole: 4, tags: 4, sign_in: 2 }, ways: { early: 4, late: 5, cover: 1 } },
}

/** Ten posts of each platform about random places of the seed list; equal seeds give equal posts. */
export function drawPosts(seed: number): Post[] {
  const random = seededRandom(seed)
  const places = shuffled(readPlaces(), random)
  return KNOWN_PLATFORMS.flatMap((platform) => {
    const mix = MIXES[platform]
    const ways = shuffled(
      WAYS.flatMap((way) => times(mix.ways[way] ?? 0, way)),
      random,
    )
    const pages = shuffled(
      PAGE_ANSWERS.flatMap((page) => times(mix.pages[page] ?? 0, page)),
      random,
    )
    // A 429 stops requests to the platform for a minute, so it comes last.
    const isLast = (page: PageAnswer): number => (page === 'rate_limited' ? 1 : 0)
    return pages
      .toSorted((a, b) => isLast(a) - isLast(b))
      .map((page, index) => {
        const [place, way] = [places.pop(), ways[index]]
        if (!place || !way) throw new Error('too few places')
        return drawPost({ platform, index, page, way, place }, random)
      })
  })
}

interface Draw {
  readonly platform: KnownPlatform
  readonly index: number
  readonly page: PageAnswer
  readonly way: Way
  readonly place: Place
}

function drawPost({ platform, index, page, way, place }: Draw, random: () => number): Post {
  const id = `${platform.toLowerCase()}-${index}`
  const words = wordsOf(way, place, random)
  const isYoutube = platform === 'YouTube'
  return postSchema.parse({
    id,
    platform,
    link: linkOf(platform, index),
    author: { name: `Mesa para dos ${index}`, handle: `mesa.para.dos${index}` },
    ...(isYoutube ? words : { title: [words.title, words.description].filter(Boolean).join('\n\n') }),
    ...(way === 'tag' && { location: { name: place.name, city: place.city } }),
    ...(way === 'cover' && { onCover: [place.name.toUpperCase(), place.city] }),
    page,
    likes: 100 + Math.floor(random() * 40_000),
    dish: pick(DISHES, random),
    expected: { decision: 'accepted', restaurants: [place.name] },
  })
}

const HOOKS = [
  'No vuelvas a decir que no sabes a dónde ir a cenar 🔥',
  'Probé lo más viral de la ciudad y esto fue lo que pasó 😱',
  'POV: es tu primera cita y quieres quedar bien',
  'El mejor plan para este finde 👀',
  'You have been eating this wrong your whole life 😅',
]
const PROSE = [
  'Fuimos sin reserva, esperamos unos cuarenta minutos y valió cada segundo. Pedimos de todo para compartir y salimos rodando.',
  'Cuéntame en los comentarios con quién irías y guarda este video para cuando no sepas qué comer, que luego se te olvida.',
  'Nadie nos pagó por decirlo, la cuenta la pagamos nosotros. La porción es grande, el servicio rápido y el postre una locura.',
  'We ordered way too much food, as always, and we would do it again tomorrow. Save this one for your next trip.',
]
const TAGS = [
  '#foodie #dondecomer #recomendados',
  '#comida #foodtok',
  '#parati #antojo #fyp',
  '#food #travel',
]

function wordsOf(way: Way, place: Place, random: () => number): { title: string; description: string } {
  const { name, city, neighbourhood } = place
  const where = [name, neighbourhood, city].filter(Boolean).join(', ')
  const hook = pick(HOOKS, random)
  const [first, second] = shuffled(PROSE, random)
  const end = pick(TAGS, random)
  const early = pick(
    [
      `Hoy comimos en ${name}, ${city} 🤤`,
      `${name} (${city}): ¿vale la pena?`,
      `We tried ${name} in ${city} 🍽️`,
    ],
    random,
  )
  const late = pick([`📍 ${where}`, `📍${name} - ${city}`, `Dónde: ${name}, ${city}`], random)
  if (way === 'early') return { title: early, description: `${first}\n${end}` }
  if (way === 'late') return { title: hook, description: `${first} ${second}\n\n${late}\n${end}` }
  return { title: hook, description: `${first}\n${end}` }
}

function linkOf(platform: KnownPlatform, index: number): string {
  const digits = String(index).padStart(2, '0')
  switch (platform) {
    case 'TikTok':
      return `https://www.tiktok.com/@mesa.para.dos/video/74123456789012344${digits}`
    case 'YouTube':
      return `https://www.youtube.com/watch?v=mesaPara0${digits}`
    case 'Instagram':
      return `https://www.instagram.com/reel/CmesaPara${digits}/`
    default:
      return index % 2 === 0
        ? `https://www.facebook.com/watch/?v=99123456789${digits}`
        : `https://www.facebook.com/reel/99123456789${digits}`
  }
}

/** Places with a unique name, so that the answer is clear. */
function readPlaces(): Place[] {
  const lines = readFileSync(SEED_FILE, 'utf8').trim().split('\n')
  const all = lines.map((line) => placeShape.parse(JSON.parse(line)))
  return all.filter(({ name }) => all.filter((other) => other.name.includes(name)).length === 1)
}

function times<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value)
}

function pick<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor(random() * values.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
}
