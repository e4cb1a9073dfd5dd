import { RemoteError, type RemoteOptions, type RemoteProblem } from '@antojo/places/import/remote/remote-file'
import { createOutsideFetch } from '../../adapters/http/service-fetch.ts'
import { readUrlBy } from '../../adapters/places/read-url.ts'
import type { Config } from '../../config/config.ts'

const PROBLEMS: Readonly<Record<RemoteProblem, string>> = {
  not_found: 'The file does not exist, or no longer',
  unreachable: 'The server cannot be reached, or its answers are cut',
  private_address: 'The address is private; allow it with ALLOW_PRIVATE_HOSTS=host:port',
  no_ranges: 'The server does not send parts of files (HTTP ranges)',
  wrong_content: 'The answer is not the expected file',
  changed: 'The file changed while it was read; repeat the command',
}

/** Runs work that reads Overture's files, and that Ctrl-C cancels. Returns the exit code; prints why it failed. */
export async function withOverture(
  { settings }: Config,
  work: (remote: RemoteOptions) => Promise<number>,
): Promise<number> {
  const outside = createOutsideFetch(settings, { services: [settings.OVERTURE_URL] })
  try {
    return await stoppable((signal) => work({ read: readUrlBy(outside.fetch), signal }))
  } catch (error) {
    return explainFailure(error)
  } finally {
    await outside.close()
  }
}

/** Runs work that Ctrl-C cancels. */
export async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const control = new AbortController()
  const stop = (): void => control.abort()
  process.once('SIGINT', stop)
  try {
    return await work(control.signal)
  } finally {
    process.off('SIGINT', stop)
  }
}

/** Prints the reason and returns the exit code. Rethrows unexpected errors. */
function explainFailure(error: unknown): number {
  if (!(error instanceof Error) || 'severity' in error) throw error
  if (error.name === 'AbortError') console.error('\nStopped. The same command continues.')
  else if ('code' in error && error.code === 'ENOSPC')
    console.error(`\nThe disk is full; the index is as before. Repeat the command when there is room.`)
  else if (error instanceof RemoteError) console.error(`\n${PROBLEMS[error.problem]}: ${error.message}`)
  else console.error(`\nunreadable: ${error.message}`)
  return 1
}
