import { m } from '@antojo/i18n/messages'
import { Button } from './button.tsx'

/** In place of what could not be loaded. */
export function Failed(props: { title?: string; text: string; onRetry: () => void }) {
  return (
    <section className="mx-auto grid max-w-md justify-items-center gap-3 py-8 text-center">
      {props.title === undefined ? null : <h2 className="text-2xl">{props.title}</h2>}
      <p role="alert">{props.text}</p>
      <Button variant="primary" onClick={props.onRetry}>
        {m.retry()}
      </Button>
    </section>
  )
}
