import { useRef, type ReactNode } from 'react'
import { Button } from '../button.tsx'

interface FileButtonProps {
  /** Accepted file types, as in the attribute of an input. */
  readonly accept: string
  readonly busy?: boolean
  readonly icon?: ReactNode
  /** The input's name, if the button's text is not clear enough. */
  readonly label?: string
  readonly onFile: (file: File) => void
  readonly children: string
}

/** A button that opens the file chooser. The same file can be chosen twice in a row. */
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
