/** A process that survives a rejection, and stops after an exception. */
import { pino } from 'pino'
import { surviveRejections } from './serve.ts'

const log = pino({ base: null, timestamp: false })
surviveRejections(log, () => {
  log.info('stopped')
  process.exit(1)
})
process.once('unhandledRejection', () =>
  setImmediate(() => {
    log.info('still here')
    throw new Error('broken')
  }),
)
void Promise.reject(new Error('lost'))
