import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@antojo/db/database'
import { AppClient } from '@antojo/testing/client'
import { createTestDatabase } from '@antojo/testing/database'
import type { Post } from '@antojo/testing/sandbox/post'
import { type Sandbox, startSandbox } from '@antojo/testing/sandbox/sandbox'
import { readConfig } from '../src/config/config.ts'
import { startNode } from '../src/run.ts'

export interface TestNode {
  readonly url: string
  readonly sandbox: Sandbox
  readonly database: Database
  /** Its settings, so that another node can be started beside it. */
  readonly settings: Readonly<Record<string, string>>
  /** Signs a person up, or in if the account exists. */
  person(name: string): Promise<AppClient>
  stop(): Promise<void>
}

/** Starts a whole node in this process, on a new database and with the sandbox instead of the internet. */
export async function startTestNode(
  posts: readonly Post[],
  env: Readonly<Record<string, string>> = {},
  /** The URL of the database for its name, for a node that connects in another way. */
  through?: (name: string) => string,
): Promise<TestNode> {
  const database = await createTestDatabase()
  const address = database.pool.options.connectionString ?? ''
  const sandbox = await startSandbox({ posts })
  const dataDir = await mkdtemp(join(tmpdir(), 'antojo-node-'))
  const settings = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    DATABASE_URL: through ? through(nameIn(address)) : address,
    ...sandbox.env,
    ...env,
    ALLOW_PRIVATE_HOSTS: [sandbox.env['ALLOW_PRIVATE_HOSTS'], env['ALLOW_PRIVATE_HOSTS']].join(','),
  }
  const node = await startNode(readConfig(settings))
  const { url } = node
  return {
    url,
    sandbox,
    database,
    settings,
    person: (name) =>
      AppClient.enter(url, { email: `${name}@antojo.test`, password: 'tengo-antojo-de-tacos' }),
    stop: async () => {
      await node.stop()
      await sandbox.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export interface StreamedEvent {
  readonly event: string
  readonly data: unknown
}

/** All events of a complete stream of server-sent events. */
export function readEvents(text: string): StreamedEvent[] {
  return text.split('\n\n').flatMap((block) => {
    const event = /^event: (.+)$/mu.exec(block)?.[1]
    const data = /^data: (.+)$/mu.exec(block)?.[1]
    return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) as unknown }]
  })
}

function nameIn(address: string): string {
  return /\/(?<name>\w+)\?/u.exec(address)?.groups?.['name'] ?? ''
}
