/** npm start: builds the web app if its sources have changed, and starts the product. */
import { buildWeb } from './build-web.ts'

await buildWeb()
await import('../apps/server/src/main.ts')
