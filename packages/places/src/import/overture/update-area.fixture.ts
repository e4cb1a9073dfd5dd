/** Updates an area in a process of its own, which a test kills: URL of the database and of the releases, folder, area. */
import { Pool } from 'pg'
import { listAreas } from '../../areas.ts'
import { planArea } from './fetch-area.ts'
import { readByFetch } from './read-by-fetch.fixture.ts'
import { updateArea } from './update-area.ts'

const [url = '', releases = '', dir = '', id] = process.argv.slice(2)
const pool = new Pool({ connectionString: url })
const area = (await listAreas(pool)).find((each) => each.id === id)
if (area === undefined) throw new Error('no such area')
const plan = await planArea(releases, { box: area }, { read: readByFetch })
await updateArea(pool, area, plan, { read: readByFetch, dir })
await pool.end()
