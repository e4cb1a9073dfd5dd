import { listSources } from '@antojo/places/sources'
import type { ChannelFailure, ChannelProblem } from '../adapters/feeds/polite-fetch.ts'
import { type Channel, readChannel } from '../adapters/feeds/read-channel.ts'
import { createOutsideFetch } from '../adapters/http/service-fetch.ts'
import type { Config } from '../config/config.ts'
import { type CreatorPlaces, findCreatorPlaces } from '../features/creators/find-places.ts'
import type { CreatorMap } from '../features/creators/map-page.ts'
import { writeMapSite } from '../features/creators/map-site.ts'
import { readLookups } from '../identify/pipeline/read-lookups.ts'
import { makingInstallation } from './open-database.ts'
import { stoppable } from './places/with-overture.ts'

const MAX_CITY_HINTS = 3

const PROBLEMS: Readonly<Record<ChannelProblem, string>> = {
  bad_address: 'This is no channel, feed or address of one',
  not_found: 'This channel does not exist',
  not_a_feed: 'This address gives no RSS or Atom feed, and its page names none',
  too_large: 'This feed is larger than 8 MB',
  too_many_requests: 'The service wants no more requests now; try again later',
  quota: 'The quota of YOUTUBE_API_KEY is used up today; without it, the newest 15 videos can be read',
  unreachable: 'This channel cannot be read now',
}

/** `antojo map`: writes the places of a channel as a static site. Returns the exit code. */
export async function mapCommand(
  config: Config,
  text: string,
  { out, max }: { readonly out: string; readonly max: number },
): Promise<number> {
  const channel = await read(config, text, max)
  if (!channel.ok) {
    console.error(`${PROBLEMS[channel.problem]} (${channel.detail}).`)
    return 1
  }
  const map = await identify(config, channel)
  await writeMapSite(map, out)
  report(channel, map, out)
  return 0
}

async function read({ settings }: Config, text: string, maxPosts: number): Promise<Channel | ChannelFailure> {
  const outside = createOutsideFetch(settings)
  const { YOUTUBE_API_KEY: youtubeKey } = settings
  try {
    return await stoppable((signal) => readChannel(text, { ...outside, signal, youtubeKey, maxPosts }))
  } finally {
    await outside.close()
  }
}

function identify(config: Config, channel: Channel): Promise<CreatorMap> {
  return makingInstallation(config, async (database) => {
    const found = await findCreatorPlaces(channel.title, channel.posts, {
      ...(await readLookups(database)),
      onPost: (done) => {
        if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${channel.posts.length} posts`)
      },
    })
    if (process.stderr.isTTY) process.stderr.write('\n')
    const shown = new Set(found.places.map(({ place }) => place.source))
    const sources = (await listSources(database.pool)).filter(({ source }) => shown.has(source))
    return {
      ...found,
      sources,
      creator: channel.title,
      channelUrl: channel.url,
      postsRead: channel.posts.length,
      cut: channel.cut,
      made: new Date(),
    }
  })
}

function report({ cut, posts }: Channel, { places, unsure, cities }: CreatorPlaces, dir: string): void {
  console.log(
    `${posts.length} posts, ${places.length} places, ${unsure.length} posts without a sure place → ${dir}/index.html`,
  )
  if (cut)
    console.log('There are older posts. For YouTube, YOUTUBE_API_KEY reads all; --max N sets how many.')
  for (const { name, posts: count } of cities.slice(0, MAX_CITY_HINTS))
    console.log(`${count} of them name ${name}. If its places are missing: npx antojo places get "${name}"`)
}
