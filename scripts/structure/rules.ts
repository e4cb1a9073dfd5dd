import * as content from './content-rules.ts'
import * as imports from './import-rules.ts'
import * as naming from './naming-rules.ts'
import type { Rule } from './source-file.ts'

/** Every law of the house that a script can check, by name. */
export const RULES: Readonly<Record<string, Rule>> = { ...naming, ...imports, ...content }
