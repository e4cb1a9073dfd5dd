import { readFileSync } from 'node:fs'

export type RawEnv = Readonly<Record<string, string | undefined>>

/** The environment of the process; no other code reads it. */
export function processEnv(): RawEnv {
  return process.env
}

/**
 * The value of each setting: `NAME`, or for secrets the trimmed content of the file `NAME_FILE`. A blank value counts as
 * absent. An unreadable file and a setting that is given twice are problems.
 */
export function readSettings(
  env: RawEnv,
  names: readonly string[],
): { values: Record<string, string>; problems: string[] } {
  const values: Record<string, string> = {}
  const problems: string[] = []
  for (const name of names) {
    const value = env[name]?.trim() ?? ''
    const file = env[`${name}_FILE`]?.trim() ?? ''
    if (value !== '' && file !== '') problems.push(`${name}: given twice, as ${name} and as ${name}_FILE`)
    const content = value === '' && file !== '' ? fileContent(file) : value
    if (content === null) problems.push(`${name}_FILE: ${file} cannot be read`)
    else if (content !== '') values[name] = content
  }
  return { values, problems }
}

function fileContent(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
