interface ProgressProps {
  readonly label: string
  /** 0–100. */
  readonly value: number
}

export function Progress({ label, value }: ProgressProps) {
  return (
    <progress
      aria-label={label}
      max={100}
      value={value}
      className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-sunk contrast:border contrast:border-line [&::-moz-progress-bar]:bg-chile [&::-webkit-progress-bar]:bg-sunk [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-chile [&::-webkit-progress-value]:transition-[inline-size] [&::-webkit-progress-value]:duration-250"
    />
  )
}
