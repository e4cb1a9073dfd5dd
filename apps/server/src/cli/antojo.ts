#!/usr/bin/env node
import { processEnv } from '../config/env.ts'
import { runCommandLine } from './program.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), processEnv())
