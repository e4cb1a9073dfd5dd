#!/usr/bin/env node
import { ConfigError, readConfig } from '../config/config.ts'
import { processEnv } from '../config/env.ts'

const USAGE = `antojo serve                    start a node (ROLE=all|web|worker)
antojo check [--json]           check everything that the installation needs, and try every service
antojo places get CITY          fetch the places of a city, a box or a country from Overture
antojo places import FILE       add places to the index
antojo places list              list what the index knows
antojo places forget AREA       remove a fetched area, or a source, from the index
antojo identify URL             find the places that a post is about
antojo identify --in F --out F  the same for a file of posts
antojo identify --export F      write the posts that people corrected, to learn from
antojo map CHANNEL --out DIR    make a static site of a creator's places: a map and cards
antojo mcp                      connect an MCP client by stdio to the server at ANTOJO_URL, with ANTOJO_TOKEN
antojo backup FILE              write everything to one file; works while the server runs
antojo restore FILE             restore a backup into an empty database
antojo user list|admin|no-admin|sign-out
                                list accounts, appoint administrators, end sessions`

process.exitCode = await main(process.argv.slice(2))

async function main([command, ...args]: readonly string[]): Promise<number | undefined> {
  try {
    return await run(command, args)
  } catch (error) {
    if (!(error instanceof ConfigError) && !isUsageError(error)) throw error
    console.error(error.message)
    return 64
  }
}

/** Each command loads only its own code, so that it starts fast. */
async function run(command: string | undefined, args: readonly string[]): Promise<number | undefined> {
  switch (command) {
    case 'serve': {
      const { serveUntilSignal } = await import('./serve.ts')
      await serveUntilSignal()
      return undefined
    }
    case 'check': {
      const { checkCommand } = await import('./check.ts')
      return checkCommand(processEnv(), args)
    }
    case 'places': {
      const { placesCommand } = await import('./places.ts')
      return placesCommand(readConfig(processEnv()), args)
    }
    case 'identify': {
      const [text] = args
      if (text !== undefined && !text.startsWith('-')) {
        const { identifyUrlCommand } = await import('./identify-url.ts')
        return identifyUrlCommand(readConfig(processEnv()), text)
      }
      const { identifyCommand } = await import('./identify-file.ts')
      return identifyCommand(readConfig(processEnv()), args)
    }
    case 'map': {
      const { mapCommand } = await import('./map.ts')
      return mapCommand(readConfig(processEnv()), args)
    }
    case 'mcp': {
      const { mcpCommand } = await import('./mcp.ts')
      return mcpCommand(processEnv())
    }
    case 'user': {
      const { userCommand } = await import('./user.ts')
      return userCommand(readConfig(processEnv()), args)
    }
    case 'backup': {
      const { backupCommand } = await import('./backup.ts')
      return backupCommand(readConfig(processEnv()), args[0])
    }
    case 'restore': {
      const { restoreCommand } = await import('./backup.ts')
      return restoreCommand(readConfig(processEnv()), args)
    }
    default:
      console.error(USAGE)
      return command === undefined || command === 'help' || command === '--help' ? 0 : 64
  }
}

function isUsageError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
