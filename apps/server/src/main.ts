import { serveUntilSignal } from './cli/serve.ts'

await serveUntilSignal()
