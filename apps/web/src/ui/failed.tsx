import { m } from '@antojo/i18n/messages'
import { Button } from './button.tsx'

/** In place of what could not be loaded. */
export function Failed({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <section className="mx-auto grid max-w-md justify-items-center gap-3 py-8 text-center">
      <p role="alert">{text}</p>
      <Button variant="primary" onClick={onRetry}>
        {m.retry()}
      </Button>
    </section>
  )
}
