import fs from 'node:fs'
import { compile } from '@inlang/paraglide-js'
import { paraglide } from './paraglide.config.mjs'

// Compiles messages/*.json to typed functions in generated/.
await compile({ ...paraglide, fs })
