import { lazy, Suspense, useState, type ComponentType } from 'react'

/**
 * A component whose code is a separate file. It suspends while the code loads. After `load` has fetched the code in advance,
 * the component renders without suspending.
 */
export function lazyComponent<Props extends object>(fetchCode: () => Promise<ComponentType<Props>>) {
  let code: ComponentType<Props> | null = null
  const load = async () => (code ??= await fetchCode())
  const Later = lazy(async () => ({ default: await load() }))
  function Lazy(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => code ?? Later)
    return <Shown {...props} />
  }
  return Object.assign(Lazy, { load })
}

/** A component whose code is a separate file, and in whose place nothing is shown while the code loads. */
export function lateComponent<Props extends object>(fetchCode: () => Promise<ComponentType<Props>>) {
  const Lazy = lazyComponent(fetchCode)
  function Late(props: Props) {
    return (
      <Suspense fallback={null}>
        <Lazy {...props} />
      </Suspense>
    )
  }
  return Object.assign(Late, { load: Lazy.load })
}
