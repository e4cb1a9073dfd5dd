import { m } from '@antojo/i18n/messages'
import { useSearchParams } from 'wouter'
import { cx } from '../../lib/view/cx.ts'

interface OpenFilterProps {
  readonly count: number
  /** Whether the server has further ones. */
  readonly hasMore: boolean
}

/** Shows how many videos have no place yet, and changes between them and the collection. */
export function OpenFilter({ count, hasMore }: OpenFilterProps) {
  const { isShown, turn } = useOpenShown()
  return (
    <button
      type="button"
      aria-pressed={isShown}
      onClick={turn}
      className={cx(
        'inline-flex min-h-9 shrink-0 items-center rounded-full px-3.5 text-sm font-semibold whitespace-nowrap touch:min-h-11',
        isShown ? 'bg-ink text-paper' : 'bg-maiz-soft text-ink hover:bg-maiz hover:text-maiz-ink',
      )}
    >
      {m.open_filter({ n: hasMore ? `${count}+` : count })}
    </button>
  )
}

/** Whether the address shows the videos without a place, and the change between them and the collection. */
export function useOpenShown() {
  const [params, setParams] = useSearchParams()
  const isShown = params.get('show') === 'open'
  const turn = () => {
    const next = new URLSearchParams(params)
    if (isShown) next.delete('show')
    else next.set('show', 'open')
    setParams(next)
  }
  return { isShown, turn }
}
