import { lazy, Suspense, useEffect, useState } from 'react'
import { useServices, useSession } from '../../lib/services.tsx'
import { importQueue, isWaiting, useImportQueue } from './import-queue.ts'
import { runImport } from './run-import.ts'

const ImportSheet = lazy(async () => ({ default: (await import('./import-sheet.tsx')).ImportSheet }))

const retryEvery = 30_000

/** Works the queue off whatever screen is shown, again when the network or the session returns, and shows how it goes. */
export function ImportHost() {
  const services = useServices()
  const signedIn = useSession() !== null
  const items = useImportQueue()
  const [hiddenAt, setHiddenAt] = useState(0)
  const waiting = items.filter(({ status }) => isWaiting(status)).length

  useEffect(() => {
    if (!signedIn || waiting === 0) return undefined
    const run = () => void runImport(services)
    run()
    const timer = setInterval(run, retryEvery)
    addEventListener('online', run)
    return () => {
      clearInterval(timer)
      removeEventListener('online', run)
    }
  }, [services, signedIn, waiting])

  const shown = items.filter(({ quiet }) => !quiet)
  if (!signedIn || shown.length <= hiddenAt) return null
  const close = () => {
    importQueue.clear()
    setHiddenAt(importQueue.current().filter(({ quiet }) => !quiet).length)
  }
  return (
    <Suspense fallback={null}>
      <ImportSheet items={shown} onClose={close} />
    </Suspense>
  )
}
