import { lazy, useState, type ComponentType } from 'react'

/**
 * A component whose code is a separate file. It suspends while the code loads. After `load` has fetched the code in advance,
 * the component renders without suspending.
 */
export function lazyComponent<Module, Props extends object>(
  fetchModule: () => Promise<Module>,
  pick: (module: Module) => ComponentType<Props>,
) {
  let code: ComponentType<Props> | null = null
  const load = async () => (code ??= pick(await fetchModule()))
  const Later = lazy(async () => ({ default: await load() }))
  function Lazy(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => code ?? Later)
    return <Shown {...props} />
  }
  return Object.assign(Lazy, { load })
}
