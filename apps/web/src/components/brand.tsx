/** The mark: a pin that holds a taco. */
export function BrandMark({ className }: { className?: string }) {
  return <img src="/icon.svg" alt="" width={64} height={64} className={className} />
}

/** The awning's scalloped edge, hung under headers. */
export function Awning({ className = '' }: { className?: string }) {
  return <div aria-hidden className={`awning h-4 ${className}`} />
}
