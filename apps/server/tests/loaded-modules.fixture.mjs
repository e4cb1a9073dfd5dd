import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import process from 'node:process'

/** Loaded by `--import`: writes the address of each module that the process loads to the file LOADED_MODULES. */
const file = process.env['LOADED_MODULES'] ?? ''
registerHooks({
  load: (url, context, next) => {
    appendFileSync(file, `${url}\n`)
    return next(url, context)
  },
})
