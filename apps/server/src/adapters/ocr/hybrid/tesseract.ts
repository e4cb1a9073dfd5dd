import { chmod, copyFile, mkdtemp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createWorker, OEM, PSM } from 'tesseract.js'
import type { ReadText } from './ctc.ts'

const LANGUAGES = ['spa', 'eng'] as const

/** Tesseract for single lines: weaker at finding text than Paddle, better at accents once a line is cut out. */
export interface LineReader {
  read(line: Buffer): Promise<ReadText>
  close(): Promise<void>
}

/** Starts Tesseract on the language data in a folder from `collectLanguageData`; nothing is fetched. */
export async function openTesseract(folder: string): Promise<LineReader> {
  const worker = await createWorker([...LANGUAGES], OEM.LSTM_ONLY, {
    langPath: folder,
    cacheMethod: 'none',
    gzip: true,
  })
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE })
  return {
    read: async (line) => {
      const { data: page } = await worker.recognize(line)
      return { text: page.text.trim(), confidence: page.confidence / 100 }
    },
    close: async () => {
      await worker.terminate()
    },
  }
}

/** Puts the languages that npm packages carry into one folder, where Tesseract wants them, for every user to read. */
export async function collectLanguageData(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'antojo-tesseract-'))
  await chmod(folder, 0o755)
  const resolve = createRequire(import.meta.url).resolve
  for (const language of LANGUAGES) {
    const from = path.dirname(resolve(`@tesseract.js-data/${language}/package.json`))
    const file = `${language}.traineddata.gz`
    await copyFile(path.join(from, '4.0.0_best_int', file), path.join(folder, file))
  }
  return folder
}
