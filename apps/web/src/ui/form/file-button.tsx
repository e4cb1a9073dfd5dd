import { useRef, type ReactNode } from 'react'
import { Button } from '../button.tsx'

interface FileButtonProps {
  /** Kinds of files, as an input's `accept`. */
  readonly accept: string
  readonly busy?: boolean
  readonly icon?: ReactNode
  /** What the file is for, where the button's text does not say it. */
  readonly label?: string
  readonly onFile: (file: File) => void
  readonly children: string
}

/** A button that lets a person choose a file; the same file can be chosen twice in a row. */
export function FileButton({ accept, busy = false, icon, label, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button busy={busy} icon={icon} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label ?? children}
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}
