import { cx } from '../lib/view/cx.ts'

/** The mark: a pin that holds a taco. */
export function BrandMark({ className }: { className?: string }) {
  return <span aria-hidden className={cx('mark', className)} />
}

/** The awning's scalloped edge, hung under headers. */
export function Awning({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`awning h-4 ${className}`} />
}
