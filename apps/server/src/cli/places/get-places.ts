import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fetchedArea, recordArea } from '@antojo/places/areas'
import type { NamedArea } from '@antojo/places/gazetteer/area'
import { areasNamed, countryExtent, extentOf } from '@antojo/places/gazetteer/find-area'
import { createGazetteer } from '@antojo/places/gazetteer/gazetteer'
import { parseBox, shareOfEarth } from '@antojo/places/geo'
import type { Extent } from '@antojo/places/import/formats/read-parquet'
import { knownCredit } from '@antojo/places/import/known-sources'
import { type AreaPlan, fetchArea, planArea } from '@antojo/places/import/overture/fetch-area'
import { updateArea } from '@antojo/places/import/overture/update-area'
import type { Config } from '../../config/config.ts'
import { tellChanges } from '../../features/areas/update-areas.ts'
import { makingInstallation } from '../open-database.ts'
import { withOverture } from './with-overture.ts'
import { countsText } from './update-places.ts'

/** A fetch above one of these limits has to be confirmed. */
const MAX_UNASKED_BYTES = 500e6
const MAX_UNASKED_SHARE = 0.05

/** The area that a command line names; `choices` when several areas have the name. */
export type WantedArea =
  | { readonly name: string; readonly extent: Extent }
  | { readonly problem: string; readonly choices: readonly NamedArea[] }

export interface AreaValues {
  readonly bbox?: string | undefined
  readonly country?: string | undefined
  readonly yes?: boolean | undefined
}

/** Reads an area from a city's name, `--bbox` and `--country`. */
export async function wantedArea(
  name: string | undefined,
  { bbox, country }: AreaValues,
): Promise<WantedArea> {
  const code = country?.toUpperCase()
  if (bbox !== undefined) {
    const box = parseBox(bbox)
    if (box === null) return { problem: `"${bbox}" is not W,S,E,N in degrees`, choices: [] }
    return { name: name ?? bbox, extent: { box, country: code } }
  }
  if (name === undefined) {
    const extent = await countryExtent(code ?? '')
    if (extent.box === undefined)
      return { problem: `no country has the code "${country ?? ''}"`, choices: [] }
    return { name: code ?? '', extent }
  }
  const areas = areasNamed(code === undefined ? name : `${name}, ${code}`, await createGazetteer())
  const [area] = areas
  if (area === undefined)
    return { problem: `no area is named "${name}"; give its box with --bbox W,S,E,N`, choices: [] }
  if (areas.length > 1) return { problem: `several areas are named "${name}":`, choices: areas }
  return { name: area.name, extent: await extentOf(area) }
}

/** `antojo places get`: fetches the places of an area from Overture's newest release. Returns the exit code. */
export async function getPlaces(
  config: Config,
  name: string | undefined,
  values: AreaValues,
): Promise<number> {
  const found = await wantedArea(name, values)
  const wanted = 'extent' in found ? found : await choose(found)
  if (wanted === null) return 2
  return withOverture(config, async (remote) => {
    const plan = await planArea(config.settings.OVERTURE_URL, wanted.extent, remote)
    console.log(describe(wanted.name, plan))
    if (plan.parts.length === 0) return 2
    if (!(await isConfirmed(plan, values.yes ?? false))) return 2
    return await makingInstallation(config, async (database) => {
      const { pool } = database
      const dir = join(config.dataDir, 'downloads')
      const known = await fetchedArea(pool, wanted.extent)
      // Only an update finds what has closed since.
      if (known !== null && known.release !== plan.release) {
        const changes = await updateArea(pool, known, plan, { ...remote, dir, onProgress: showProgress })
        await tellChanges(database)
        console.log(`\n${countsText(changes)} since release ${known.release}`)
        return 0
      }
      const result = await fetchArea(pool, plan, { ...remote, dir, onProgress: showProgress })
      await recordArea(pool, { ...wanted, ...plan }, wanted.extent)
      const { inserted, updated, unchanged, seconds } = result
      console.log(
        `\n${inserted} new places, ${updated} changed, ${unchanged} as before (import ${seconds.toFixed(1)} s)`,
      )
      const credit = knownCredit('overture')
      console.log(`© ${credit?.title}, release ${plan.release}, ${credit?.licence}, ${credit?.url}`)
      return 0
    })
  })
}

function describe(name: string, { release, bytes, rows, seconds, parts }: AreaPlan): string {
  if (parts.length === 0) return `Overture's release ${release} has no places in ${name}.`
  const size = `${(bytes / 1e6).toFixed(1)} MB in ${parts.length} parts, ${rows} rows`
  return `${name}: ${size}, about ${Math.ceil(seconds)} s, from Overture's release ${release}`
}

function showProgress({ bytes, ofBytes, places }: { bytes: number; ofBytes: number; places: number }): void {
  const share = ofBytes === 0 ? 1 : bytes / ofBytes
  const bar = '█'.repeat(Math.round(share * 30)).padEnd(30, '░')
  process.stderr.write(`\r${bar} ${Math.round(share * 100)} %  ${places} places`)
}

async function isConfirmed({ bytes, extent }: AreaPlan, yes: boolean): Promise<boolean> {
  const share = extent.box === undefined ? 1 : shareOfEarth(extent.box)
  if (yes || (bytes <= MAX_UNASKED_BYTES && share <= MAX_UNASKED_SHARE)) return true
  const percent = (share * 100).toFixed(0)
  const answer = await ask(
    `The area is ${percent} % of the earth. Fetch ${(bytes / 1e6).toFixed(0)} MB? [y/N] `,
  )
  if (answer === null) console.error('Nothing was fetched: repeat the command with --yes.')
  return answer !== null && /^[ysí]/iu.test(answer)
}

async function choose({
  problem,
  choices,
}: Extract<WantedArea, { problem: string }>): Promise<Extract<WantedArea, { extent: Extent }> | null> {
  console.error(problem)
  for (const [at, area] of choices.entries()) {
    const people = area.population > 0 ? `, ${area.population.toLocaleString('en')} people` : ''
    const where = `${area.lat.toFixed(2)}, ${area.lng.toFixed(2)}`
    console.error(`  ${at + 1}. ${area.name}, ${area.country} (${area.kind}${people}; ${where})`)
  }
  if (choices.length === 0) return null
  const answer = await ask('Which one? ')
  const area = answer === null ? undefined : choices[Number(answer) - 1]
  if (area === undefined)
    console.error('Name one by its country, such as "León, ES", or give --bbox W,S,E,N.')
  return area === undefined ? null : { name: area.name, extent: await extentOf(area) }
}

/** The answer of the person at the terminal; null without one. */
async function ask(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await lines.question(question)).trim()
  } finally {
    lines.close()
  }
}
