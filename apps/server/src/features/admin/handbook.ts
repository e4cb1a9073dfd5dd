import { readFile } from 'node:fs/promises'
import { AppError } from '../../core/app-error.ts'

const HANDBOOK = new URL('../../../../../docs/operating.md', import.meta.url)

/** A section of this version's operator handbook, by its anchor. The handbook contains no secrets. */
export async function readHandbook(section: string): Promise<string> {
  const sections = (await readFile(HANDBOOK, 'utf8')).split(/^(?=## )/mu)
  const found = sections.find((text) => anchorOf(text) === section)
  if (found === undefined) throw new AppError('not_found', 'The handbook has no such section.')
  return found
}

/** The anchor that GitHub derives from a heading. */
function anchorOf(text: string): string {
  const [heading = ''] = text.replace(/^#+ /u, '').split('\n')
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
}
