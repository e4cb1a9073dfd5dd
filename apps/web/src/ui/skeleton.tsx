import { cx } from '../lib/view/cx.ts'

/** A grey shape where something is about to be. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('skeleton rounded-lg', className)} />
}
