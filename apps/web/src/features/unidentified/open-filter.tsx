import { m } from '@antojo/i18n/messages'
import { useSearchParams } from 'wouter'
import { Button } from '../../ui/button.tsx'

interface OpenFilterProps {
  readonly count: number
  /** Whether the server has further ones. */
  readonly hasMore: boolean
}

/** Shows how many videos have no place yet, and changes between them and the collection. */
export function OpenFilter({ count, hasMore }: OpenFilterProps) {
  const { isShown, turn } = useOpenShown()
  return (
    <Button
      size="sm"
      variant={isShown ? 'primary' : 'tonal'}
      aria-pressed={isShown}
      onClick={turn}
      className="mb-4"
    >
      {m.open_filter({ n: hasMore ? `${count}+` : count })}
    </Button>
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
