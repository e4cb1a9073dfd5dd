import { cx } from '../lib/view/cx.ts'

/** A grey placeholder for content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('skeleton rounded-lg', className)} />
}
