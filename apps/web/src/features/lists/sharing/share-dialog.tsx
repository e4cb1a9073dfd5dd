import type { Visibility } from '@antojo/domain/sharing'
import { m } from '@antojo/i18n/messages'
import { Share2 } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/form/choice-group.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { Switch } from '../../../ui/form/switch.tsx'
import { CopyField } from '../../../ui/form/copy-field.tsx'
import { Collaborators } from './collaborators.tsx'
import { listAddress, listName, type VideoList } from '../../../entities/list/list.ts'
import { copyLink, copyOf, embedCode, sendLink, stopSharing } from './share-link.ts'
import { OwnNameField } from '../../profile/own-name.tsx'
import { useListActions, useMyLists } from '../../../entities/list/use-lists.ts'

/** Sets who may see a list, its link, and what visitors may do. */
export function ShareDialog({ list: given, onClose }: { list: VideoList; onClose: () => void }) {
  const { data } = useMyLists()
  const { change } = useListActions()
  const list = data?.own.find(({ id }) => id === given.id) ?? given
  const { share } = list
  const option = (changed: Partial<typeof share>) =>
    void change(list, { share_options: { ...share, ...changed } })
  const choose = (visibility: Visibility) =>
    void (visibility === 'private' ? stopSharing(list, change) : change(list, { visibility }))
  return (
    <Dialog title={m.share_title({ name: listName(list) })} shape="sheet" size="md" onClose={onClose}>
      <div className="grid gap-5">
        <div className="grid gap-2">
          <ChoiceGroup
            label={m.share_visibility()}
            value={list.visibility}
            onChange={choose}
            options={[
              { value: 'private', label: m.visibility_private_list() },
              { value: 'unlisted', label: m.visibility_unlisted_list() },
              { value: 'public', label: m.visibility_public_list() },
            ]}
          />
          <p className="text-sm text-ink-soft">{visibilityText(list.visibility)}</p>
        </div>
        {list.visibility === 'private' ? null : <LinkRow list={list} />}
        <div className="grid gap-1">
          <Switch
            label={m.share_show_creator()}
            checked={share.show_creator}
            onChange={(show_creator) => option({ show_creator })}
          />
          <Switch
            label={m.share_allow_comments()}
            checked={share.allow_comments}
            onChange={(allow_comments) => option({ allow_comments })}
          />
          <Switch
            label={m.share_allow_collaborators()}
            checked={share.allow_collaborators}
            onChange={(allow_collaborators) => option({ allow_collaborators })}
          />
        </div>
        {share.show_creator || share.allow_collaborators ? <OwnNameField /> : null}
        {share.allow_collaborators ? <Collaborators list={list} /> : null}
      </div>
    </Dialog>
  )
}

function LinkRow({ list }: { list: VideoList }) {
  return (
    <div className="grid gap-2">
      <CopyField label={m.share_link()} value={listAddress(list.id)} onCopy={() => copyLink(list)} />
      <Button
        variant="primary"
        icon={<Share2 aria-hidden className="size-5" />}
        onClick={() => void sendLink(list)}
      >
        {m.share_send()}
      </Button>
      <CopyField
        label={m.share_embed()}
        value={embedCode(list)}
        onCopy={() => copyOf(embedCode(list), m.share_embed_copied())}
      />
    </div>
  )
}

function visibilityText(visibility: Visibility): string {
  if (visibility === 'private') return m.share_private_text()
  return visibility === 'unlisted' ? m.share_unlisted_text() : m.share_public_text()
}
