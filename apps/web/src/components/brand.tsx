import { cx } from '../lib/view/cx.ts'

/** The logo: a map pin that holds a taco. */
export function BrandMark({ className }: { className?: string }) {
  return <span aria-hidden className={cx('mark', className)} />
}

/** The scalloped edge of an awning, below headers. */
export function Awning({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`awning h-4 ${className}`} />
}
