import { ConfigError, readConfig } from '../config/config.ts'
import { processEnv } from '../config/env.ts'
import { isExposed } from '../config/exposure.ts'
import { NO_ACCOUNT_YET, startWarnings, warningBlock } from '../config/start-warnings.ts'
import { createLogger, startNode } from '../run.ts'

/** Runs a node until it is told to stop (SIGTERM, SIGINT); a second signal ends it at once. */
export async function serveUntilSignal(): Promise<void> {
  const config = readConfigOrExit()
  const log = createLogger(config.settings.LOG_LEVEL)
  const node = await startNode(config, log)
  const warnings = [
    ...startWarnings(config),
    ...(isExposed(config.settings) && (await node.isFirstAccountFree()) ? [NO_ACCOUNT_YET] : []),
  ]
  for (const warning of warnings) log.warn(warning, 'before others come')
  process.stderr.write(warningBlock(warnings))
  log.info({ url: node.url }, 'Antojo is ready')
  const stop = (signal: NodeJS.Signals): void => {
    log.info({ signal }, 'stopping')
    process.once(signal, () => process.exit(1))
    node.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

function readConfigOrExit() {
  try {
    return readConfig(processEnv())
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    return process.exit(78)
  }
}
