import { createWorker, OEM, PSM } from 'tesseract.js'
import type { ReadText } from './ctc.ts'
import { LANGUAGES } from './language-data.ts'

/** Tesseract for single lines: worse than Paddle at finding text, better at accents once a line is cut out. */
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
