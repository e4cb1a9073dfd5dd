import { copyFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { makeTempFolder } from '../../media/temp-folders.ts'

export const LANGUAGES = ['spa', 'eng'] as const

/** Copies the language data of the npm packages into one folder for Tesseract, readable for every user. */
export async function collectLanguageData(): Promise<string> {
  const folder = await makeTempFolder('tesseract')
  const resolve = createRequire(import.meta.url).resolve
  for (const language of LANGUAGES) {
    const from = path.dirname(resolve(`@tesseract.js-data/${language}/package.json`))
    const file = `${language}.traineddata.gz`
    await copyFile(path.join(from, '4.0.0_best_int', file), path.join(folder, file))
  }
  return folder
}
