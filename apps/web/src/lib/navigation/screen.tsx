import { lazy, useState, type ComponentType } from 'react'

/**
 * A screen whose code is a file of its own. Shown before the code is there it suspends; `load` fetches it ahead, and then
 * it is drawn at once.
 */
export function screen<Props extends object>(fetchCode: () => Promise<ComponentType<Props>>) {
  let code: ComponentType<Props> | null = null
  const load = async () => (code ??= await fetchCode())
  const Later = lazy(async () => ({ default: await load() }))
  function Screen(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => code ?? Later)
    return <Shown {...props} />
  }
  return Object.assign(Screen, { load })
}
