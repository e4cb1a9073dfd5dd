import { resultEvent, stepEvent } from '@antojo/contract/ai-events'
import type { ResultEvent, StepEvent } from '@antojo/contract/ai-events'

export interface StreamedAnswer {
  readonly steps: readonly StepEvent[]
  readonly result: ResultEvent
}

/** Reads a whole event stream of `POST /functions/v1/ai`. Throws when it ends without a result. */
export function parseEventStream(text: string): StreamedAnswer {
  const events = text.split(/\r?\n\r?\n/).map((block) => ({
    name: /^event: ?(.*)$/m.exec(block)?.[1],
    data: /^data: ?(.*)$/m.exec(block)?.[1],
  }))
  const dataOf = (name: string): unknown[] =>
    events.flatMap((event) => (event.name === name && event.data ? [JSON.parse(event.data)] : []))
  const [result] = dataOf('result')
  return { steps: dataOf('step').map((step) => stepEvent.parse(step)), result: resultEvent.parse(result) }
}
