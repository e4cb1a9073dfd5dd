import { findUrls } from '@antojo/domain/links/find-urls'
import { platformOfUrl } from '@antojo/domain/platforms/platform'
import { m } from '@antojo/i18n/messages'
import { FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { FIELD_CLASS } from '../../ui/form/field-class.ts'
import { FileButton } from '../../ui/form/file-button.tsx'
import { importQueueOf } from './api.ts'

/** 'Bulk add': any number of links, pasted or from the data exports of TikTok, Instagram and Google (spec-notes). */
export function BulkAddDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const session = useSession()
  const id = useId()
  const links = findUrls(text)
  const start = () => {
    if (session) importQueueOf(session.user.id).enqueue(links)
    else toast.info(m.add_sign_in_first())
    onClose()
  }
  return (
    <Dialog
      title={m.bulk_title()}
      shape="sheet"
      size="md"
      closeOnBackdrop={false}
      onClose={onClose}
      footer={
        <Button variant="primary" disabled={links.length === 0} onClick={start}>
          {m.bulk_add({ n: links.length })}
        </Button>
      }
    >
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {m.bulk_label()}
      </label>
      <textarea
        id={id}
        data-autofocus
        rows={8}
        value={text}
        spellCheck={false}
        placeholder="https://"
        onChange={(event) => setText(event.target.value)}
        className={`${FIELD_CLASS} py-2.5 text-sm`}
      />
      <LinkFile
        onLinks={(found) => setText((before) => [before.trim(), ...found].filter(Boolean).join('\n'))}
      />
    </Dialog>
  )
}

/** Reads the links of a file of any format. */
function LinkFile({ onLinks }: { onLinks: (links: readonly string[]) => void }) {
  const read = async (chosen: File) => {
    // JSON files may write slashes as \\/.
    const urls = findUrls((await chosen.text()).replaceAll('\\/', '/'))
    const videos = urls.filter((url) => platformOfUrl(url) !== 'Other')
    if (videos.length === 0) toast.info(m.bulk_file_none())
    onLinks(videos)
  }
  return (
    <>
      <p className="mt-3 mb-2 text-sm text-ink-soft">{m.bulk_file_text()}</p>
      <FileButton
        accept=".json,.csv,.txt,.html"
        icon={<FileUp aria-hidden className="size-4.5" />}
        onFile={(file) => void read(file)}
      >
        {m.bulk_file()}
      </FileButton>
    </>
  )
}
