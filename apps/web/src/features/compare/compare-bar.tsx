import type { Point } from '@antojo/domain/distance'
import { useCompareSelection } from '../videos/compare-selection.ts'

interface CompareBarProps {
  readonly near: Point | null
}

/** The bar 'N selected' and its sheet. */
export function CompareBar({ near }: CompareBarProps) {
  const selection = useCompareSelection()
  return selection.length === 0 || !near ? null : null
}
