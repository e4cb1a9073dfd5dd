import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type EmbeddedServer, startServer } from '@antojo/db/embedded/server'
import { isDiskFull } from '@antojo/db/retry-on-outage'
import { UnfitDatabase } from '@antojo/db/unfit-database'
import type { Logger } from 'pino'
import { type Config, ConfigError, misspeltSettings, readConfig } from '../config/config.ts'
import { processEnv, type RawEnv } from '../config/env.ts'
import { isExposed } from '../config/exposure.ts'
import { NO_ACCOUNT_YET, startWarnings, warningBlock } from '../config/start-warnings.ts'
import { DISK_FULL } from './command-error.ts'
import { CONFINEMENT_TEXTS } from './confinement-texts.ts'
import type { RunningNode } from '../run.ts'

/** Runs a node until SIGTERM or SIGINT; a second signal ends it immediately. */
export async function serveUntilSignal(): Promise<void> {
  const env = processEnv()
  const config = readConfigOrExit(env)
  const exit = (error: unknown): never => {
    const problem = problemOfStart(error, config)
    if (problem === null) throw error
    console.error(problem)
    return process.exit(isDiskFull(error) ? 1 : EX_CONFIG)
  }
  await tryPort(config).catch(exit)
  const server = await beginServer(config)
  const { createLogger, startNode } = await import('../run.ts')
  const log = createLogger(config.settings.LOG_LEVEL)
  for (const slip of misspeltSettings(env)) log.warn(slip)
  const node = await startNode(config, log, server?.starting).catch(exit)
  const warnings = [
    ...startWarnings(config),
    ...(isExposed(config.settings) && (await node.isFirstAccountFree()) ? [NO_ACCOUNT_YET] : []),
  ]
  for (const warning of warnings) log.warn(warning, 'unsafe for public use')
  process.stderr.write(warningBlock(warnings))
  log.info({ url: node.url }, 'Antojo is ready')
  void logConfinement(node, log)
  const stop = (status: number): void => {
    node.stop().then(
      () => process.exit(status),
      (error: unknown) => {
        log.fatal({ err: error }, 'stop failed')
        process.exit(1)
      },
    )
  }
  surviveRejections(log, () => stop(1))
  const onSignal = (signal: NodeJS.Signals): void => {
    log.info({ signal }, 'stopping')
    process.once(signal, () => process.exit(1))
    stop(0)
  }
  process.once('SIGTERM', onSignal)
  process.once('SIGINT', onSignal)
}

/** Milliseconds for the stop after an uncaught exception. */
const MAX_LAST_STOP_MS = 20_000

/**
 * A rejection that nobody handles ends one piece of work, so the node goes on. An exception that nobody catches may have
 * left something half done, so the node stops, and its Postgres with it.
 */
export function surviveRejections(log: Logger, stop: () => void): void {
  process.on('unhandledRejection', (err) => log.error({ err }, 'nobody handled a rejection'))
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'nobody caught an exception: the node stops')
    setTimeout(() => process.exit(1), MAX_LAST_STOP_MS).unref()
    stop()
  })
}

/** Refuses a taken port before anything is started, so that no half-started Postgres has to be stopped. */
async function tryPort({ settings }: Config): Promise<void> {
  const probe = createServer().listen(settings.PORT, settings.HOST)
  await once(probe, 'listening')
  await once(probe.close(), 'close')
}

/** Waits until Postgres has its process, because loading the modules of the node then blocks this thread. */
const HEAD_START_MS = 50

/** Starts Postgres while the modules of the node load. */
async function beginServer({ database }: Config): Promise<{ starting: Promise<EmbeddedServer> } | undefined> {
  if (database.kind !== 'embedded') return undefined
  const starting = startServer({ dir: database.dir })
  await Promise.race([starting.catch(() => undefined), wait(HEAD_START_MS)])
  return { starting }
}

/** Logged after the start, which does not wait for it: each level is tested with a process of its own. */
async function logConfinement(node: RunningNode, log: Logger): Promise<void> {
  try {
    const { level: confinement, readsFiles, reachesNetwork } = await node.confinement()
    // Pino has its own field `level`, so this one is named differently.
    const facts = { confinement, readsFiles, reachesNetwork }
    if (!readsFiles && !reachesNetwork)
      log.info(facts, 'decoders of foreign files have no network and see no files')
    else
      log.warn(
        facts,
        `${CONFINEMENT_TEXTS[confinement]}; docs/operating.md, "Containers", says what it needs`,
      )
  } catch (error) {
    log.warn({ err: error }, 'confinement of decoding processes unknown')
  }
}

/** The status for configuration errors in sysexits.h. */
const EX_CONFIG = 78

const UNUSABLE_FOLDERS: readonly unknown[] = ['EACCES', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT']

/** The line to print for an error that the operator can fix; null for a defect, which needs its stack. */
export function problemOfStart(error: unknown, { settings, dataDir }: Config): string | null {
  if (error instanceof UnfitDatabase || error instanceof ConfigError) return error.message
  if (isDiskFull(error)) return DISK_FULL
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return null
  if (error.code === 'EADDRINUSE')
    return `Port ${settings.PORT} of ${settings.HOST} is taken by another program. Set PORT to another one.`
  if (error.syscall === 'listen' || error.syscall === 'getaddrinfo')
    return `${error.message}. Set PORT or HOST.`
  const isOfFolder = error.syscall === 'mkdir' || error.code !== 'ENOENT'
  if (!isOfFolder || !UNUSABLE_FOLDERS.includes(error.code)) return null
  return `${dataDir} cannot be used (${error.message}). Set DATA_DIR to a folder that this user can write.`
}

function readConfigOrExit(env: RawEnv): Config {
  try {
    return readConfig(env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    console.error(error.message)
    return process.exit(EX_CONFIG)
  }
}
