import { Worker } from 'node:worker_threads'
import { z } from 'zod'

const answerSchema = z.object({ id: z.number(), ok: z.boolean() })

/** Compares bcrypt hashes in a worker thread, started when the first imported user signs in. */
export class BcryptWorker {
  readonly #pending = new Map<number, { resolve: (ok: boolean) => void; reject: (error: Error) => void }>()
  #worker: Worker | undefined
  #nextId = 0

  compare(password: string, hash: string): Promise<boolean> {
    const id = this.#nextId++
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
      this.#start().postMessage({ id, password, hash })
    })
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker
    const worker = new Worker(new URL('./bcrypt-thread.ts', import.meta.url))
    worker.unref()
    worker.on('message', (message: unknown) => {
      const { id, ok } = answerSchema.parse(message)
      this.#pending.get(id)?.resolve(ok)
      this.#pending.delete(id)
    })
    worker.on('error', (error) => this.#fail(error))
    worker.on('exit', () => this.#fail(new Error('The bcrypt thread has ended.')))
    this.#worker = worker
    return worker
  }

  #fail(error: unknown): void {
    this.#worker = undefined
    const reason = error instanceof Error ? error : new Error('The bcrypt thread has failed.')
    for (const { reject } of this.#pending.values()) reject(reason)
    this.#pending.clear()
  }
}
