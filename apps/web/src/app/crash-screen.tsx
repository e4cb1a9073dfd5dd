import { Component, type ReactNode } from 'react'
import { m } from '@antojo/i18n/messages'
import { Button } from '../ui/button.tsx'

/** What stands in the place of a screen that failed to render. */
export class CrashScreen extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="mx-auto grid min-h-dvh max-w-md place-content-center gap-4 p-6 text-center">
        <h1 className="text-3xl">{m.crash_title()}</h1>
        <p className="text-ink-soft">{m.crash_text()}</p>
        <Button variant="primary" className="justify-self-center" onClick={() => location.reload()}>
          {m.crash_reload()}
        </Button>
      </main>
    )
  }
}
