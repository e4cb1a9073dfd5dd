/** npm start: the product, its web app built first when its sources have changed. */
import { buildWeb } from './build-web.ts'

await buildWeb()
await import('../apps/server/src/main.ts')
