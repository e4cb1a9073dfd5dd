import { numberText } from './locale.ts'

export function percentText(value: number): string {
  return numberText(value, { style: 'percent' })
}
