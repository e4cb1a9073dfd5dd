import type { ReactNode } from 'react'

interface SearchFormProps {
  readonly onSearch: () => void
  readonly className: string
  readonly children: ReactNode
}

/** A search box: it stores nothing, so that nothing can be refused or lost. */
export function SearchForm({ onSearch, className, children }: SearchFormProps) {
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      {children}
    </form>
  )
}
