import { useEffect, useState } from 'react'
import { useServices, useSession } from '../../lib/services.tsx'
import { importQueueOf, isWaiting, useImportItems } from './api.ts'
import { runImport } from './run-import.ts'
import { lateComponent } from '../../lib/view/lazy-component.tsx'

const ImportSheet = lateComponent(() => import('./import-sheet.tsx'), 'ImportSheet')

const RETRY_INTERVAL_MS = 30_000

/** Imports the queued links on any screen, tries again when the network or the session returns, and shows the progress. */
export function ImportHost() {
  const services = useServices()
  const owner = useSession()?.user.id
  const items = useImportItems(owner)
  const [hiddenAt, setHiddenAt] = useState(0)
  const waiting = items.filter(({ status }) => isWaiting(status)).length

  useEffect(() => {
    if (owner === undefined || waiting === 0) return undefined
    const run = () => void runImport(services)
    run()
    const timer = setInterval(run, RETRY_INTERVAL_MS)
    addEventListener('online', run)
    return () => {
      clearInterval(timer)
      removeEventListener('online', run)
    }
  }, [services, owner, waiting])

  const shown = items.filter(({ quiet }) => !quiet)
  if (owner === undefined || shown.length <= hiddenAt) return null
  const close = () => {
    const queue = importQueueOf(owner)
    queue.clear()
    setHiddenAt(queue.current().filter(({ quiet }) => !quiet).length)
  }
  return <ImportSheet queue={importQueueOf(owner)} items={shown} onClose={close} />
}
