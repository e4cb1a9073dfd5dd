import { useRef, type ReactElement, type ReactNode } from 'react'
import { Button } from '../button.tsx'

interface FileChooser {
  /** Accepted file types, as in the attribute of an input. */
  readonly accept: string
  readonly label: string
  readonly onFile: (file: File) => void
}

/** Opens the file chooser of an input, which has to be in the page. The same file can be chosen twice in a row. */
export function useFileChooser({ accept, label, onFile }: FileChooser): readonly [() => void, ReactElement] {
  const input = useRef<HTMLInputElement>(null)
  return [
    () => input.current?.click(),
    <input
      key="file"
      ref={input}
      type="file"
      accept={accept}
      aria-label={label}
      className="hidden"
      onChange={(event) => {
        const file = event.target.files?.[0]
        event.target.value = ''
        if (file) onFile(file)
      }}
    />,
  ]
}

interface FileButtonProps {
  readonly accept: string
  readonly busy?: boolean
  readonly icon?: ReactNode
  /** The input's name, if the button's text is not clear enough. */
  readonly label?: string
  readonly onFile: (file: File) => void
  readonly children: string
}

/** A button that opens the file chooser. */
export function FileButton({ accept, busy = false, icon, label, onFile, children }: FileButtonProps) {
  const [open, input] = useFileChooser({ accept, label: label ?? children, onFile })
  return (
    <>
      <Button busy={busy} icon={icon} onClick={open}>
        {children}
      </Button>
      {input}
    </>
  )
}
