import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import type { ReadText } from './ctc.ts'

const LANGUAGES = ['spa', 'eng'] as const

/** Tesseract for single lines: weaker at finding text than Paddle, better at accents once a line is cut out. */
export interface LineReader {
  read(line: Buffer): Promise<ReadText>
  close(): Promise<void>
}

/** Starts Tesseract on the language data that npm packages carry; nothing is fetched. */
export async function openTesseract(): Promise<LineReader> {
  const worker = await startWorker()
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

/** Tesseract reads the languages from one folder, and only as it starts. */
async function startWorker(): Promise<Worker> {
  const data = await mkdtemp(path.join(tmpdir(), 'antojo-tesseract-'))
  const resolve = createRequire(import.meta.url).resolve
  for (const language of LANGUAGES) {
    const folder = path.dirname(resolve(`@tesseract.js-data/${language}/package.json`))
    const file = `${language}.traineddata.gz`
    await copyFile(path.join(folder, '4.0.0_best_int', file), path.join(data, file))
  }
  try {
    return await createWorker([...LANGUAGES], OEM.LSTM_ONLY, {
      langPath: data,
      cacheMethod: 'none',
      gzip: true,
    })
  } finally {
    await rm(data, { recursive: true, force: true })
  }
}
