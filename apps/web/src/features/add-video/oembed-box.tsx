import type { OembedRequiredResponse } from '@antojo/contract/ai'
import { m } from '@antojo/i18n/messages'
import { TriangleAlert } from 'lucide-react'
import { errorText } from '../../lib/api/error-text.ts'
import { Button } from '../../ui/button.tsx'

interface OembedBoxProps {
  readonly answer: OembedRequiredResponse
  readonly onRetry: () => void
  readonly onDismiss: () => void
}

/** Status 424: explains why the post could not be read and what to do, with technical details to unfold. */
export function OembedBox({ answer, onRetry, onDismiss }: OembedBoxProps) {
  return (
    <section
      role="alert"
      className="mb-4 grid animate-rise gap-3 rounded-2xl border border-chile-text bg-chile-soft p-4 md:p-5"
    >
      <h2 className="flex items-center gap-2 text-lg">
        <TriangleAlert aria-hidden className="size-5 text-chile-text" />
        {m.oembed_title()}
      </h2>
      <p className="max-w-prose">{errorText(answer.error, m.error_oembed_other())}</p>
      <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
        <span>{m.oembed_platform({ platform: answer.platform })}</span>
        <span>{m.oembed_status({ status: String(answer.status ?? 424) })}</span>
      </p>
      <details className="text-sm">
        <summary className="min-h-8 content-center font-semibold">{m.oembed_debug()}</summary>
        <pre className="mt-1 overflow-x-auto rounded-xl bg-surface p-3 text-xs whitespace-pre-wrap">
          {JSON.stringify(
            { error: answer.error, detail: answer.detail, requestId: answer.requestId },
            null,
            2,
          )}
        </pre>
      </details>
      <div className="flex gap-2">
        <Button onClick={onRetry}>{m.retry()}</Button>
        <Button variant="quiet" onClick={onDismiss}>
          {m.oembed_dismiss()}
        </Button>
      </div>
    </section>
  )
}
