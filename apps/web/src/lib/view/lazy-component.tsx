import { m } from '@antojo/i18n/messages'
import { lazy, Suspense, useState, type ComponentType } from 'react'

type PropsOf<Component> = Component extends ComponentType<infer Props extends object> ? Props : never

/** The code of a file that exports a component under this name. */
type Exporting<Name extends PropertyKey, Component> = Readonly<
  Record<Name, ComponentType<PropsOf<Component>>>
>

/**
 * A component whose code is a separate file. It suspends while the code loads, and says when it does not come. After `load` has fetched the code in advance,
 * the component renders without suspending.
 */
export function lazyComponent<Name extends keyof Code, Code extends Exporting<Name, Code[Name]>>(
  fetchCode: () => Promise<Code>,
  name: Name,
) {
  type Props = PropsOf<Code[Name]>
  let code: ComponentType<Props> | null = null
  const load = async () => (code ??= (await fetchCode())[name])
  const Later = lazy(async () => ({ default: await load().catch(() => NotLoaded) }))
  function Lazy(props: Props) {
    const [Shown] = useState<ComponentType<Props>>(() => code ?? Later)
    return <Shown {...props} />
  }
  return Object.assign(Lazy, { load })
}

/** A component whose code is a separate file, and in whose place nothing is shown while the code loads. */
export function lateComponent<Name extends keyof Code, Code extends Exporting<Name, Code[Name]>>(
  fetchCode: () => Promise<Code>,
  name: Name,
) {
  const Lazy = lazyComponent(fetchCode, name)
  function Late(props: PropsOf<Code[Name]>) {
    return (
      <Suspense fallback={null}>
        <Lazy {...props} />
      </Suspense>
    )
  }
  return Object.assign(Late, { load: Lazy.load })
}

/** In place of code that did not come, or failed. */
export function NotLoaded() {
  return (
    <p role="alert" className="p-6 text-center">
      {m.crash_text()}{' '}
      <button type="button" className="font-semibold underline" onClick={() => location.reload()}>
        {m.retry()}
      </button>
    </p>
  )
}
