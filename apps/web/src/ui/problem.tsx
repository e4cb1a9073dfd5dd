import { cx } from '../lib/view/cx.ts'

interface ProblemProps {
  /** Nothing is shown for null. */
  readonly text: string | null
  readonly className?: string
}

/** A failure in words, announced when it appears. */
export function Problem({ text, className }: ProblemProps) {
  if (text === null) return null
  return (
    <p role="alert" className={cx('font-medium text-chile-text', className)}>
      {text}
    </p>
  )
}
