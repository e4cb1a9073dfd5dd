import type { Visibility } from '@antojo/domain/sharing'
import { m } from '@antojo/i18n/messages'
import { Share2, Eye, PencilLine, UserMinus } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ChoiceGroup } from '../../../ui/form/choice-group.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { ShareSwitches } from '../../../components/share-switches.tsx'
import { CopyField } from '../../../ui/form/copy-field.tsx'
import { listAddress, listName, type VideoList, listKeys } from '../../../entities/list/list.ts'
import { embedCode, sendLink, stopSharing } from './share-link.ts'
import { OwnNameField } from '../../profile/own-name.tsx'
import { useListActions, useMyLists } from '../../../entities/list/use-lists.ts'
import { copyText } from '../../../lib/device/clipboard.ts'
import { listOf, rowsOf, type Answer } from '../../../lib/api/rest.ts'
import { useServices } from '../../../lib/services.tsx'
import { attempt, attemptAgain } from '../../../lib/view/attempt.ts'
import { toast } from '../../../lib/view/toasts.ts'
import { Avatar } from '../../../components/avatar.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { type ListPerson, useListPeople } from './people.ts'

/** Sets who may see a list, its link, and what visitors may do. */
export function ShareDialog({ list: given, onClose }: { list: VideoList; onClose: () => void }) {
  const { data } = useMyLists()
  const { change } = useListActions()
  const list = data?.own.find(({ id }) => id === given.id) ?? given
  const { share } = list
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
          <ShareSwitches value={share} onChange={(share_options) => void change(list, { share_options })} />
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
      <CopyField label={m.share_link()} value={listAddress(list.id)} copied={m.share_copied()} />
      <Button
        variant="primary"
        icon={<Share2 aria-hidden className="size-5" />}
        onClick={() => void sendLink(list)}
      >
        {m.share_send()}
      </Button>
      <CopyField label={m.share_embed()} value={embedCode(list)} copied={m.share_embed_copied()} />
    </div>
  )
}

function visibilityText(visibility: Visibility): string {
  if (visibility === 'private') return m.share_private_text()
  return visibility === 'unlisted' ? m.share_unlisted_text() : m.share_public_text()
}

interface PersonRowProps {
  readonly list: VideoList
  readonly person: ListPerson
}

/** The members of a list and its invitation links. Changes apply at once. */
function Collaborators({ list }: { list: VideoList }) {
  const people = useListPeople(list.id)
  return (
    <section className="grid gap-3 border-t border-line pt-4">
      <h3 className="text-lg">{m.people_title()}</h3>
      <ul className="grid gap-1">
        {people.map((each) => (
          <PersonRow key={each.user_id} list={list} person={each} />
        ))}
      </ul>
      <Invitations list={list} />
    </section>
  )
}

function PersonRow({ list, person: { user_id: userId, ...shown } }: PersonRowProps) {
  const { rest } = useServices()
  const queries = useQueryClient()
  const name = shown.display_name ?? m.comments_somebody()
  const members = () => rest.from('list_members')
  const who = { list_id: list.id, user_id: userId }
  const run = async (work: PromiseLike<Answer<unknown>>) => {
    await attempt(m.lists_change_failed, async () => listOf(await work))
    await queries.invalidateQueries({ queryKey: listKeys.people(list.id) })
  }
  return (
    <li className="flex min-h-12 items-center gap-3">
      <Avatar name={name} picture={shown.avatar_url} />
      <span className="min-w-0 grow truncate font-semibold">{name}</span>
      {shown.access === 'owner' ? (
        <span className="text-sm text-ink-soft">{m.people_owner()}</span>
      ) : (
        <>
          <Select
            label={m.people_access_of({ name })}
            hideLabel
            value={shown.access}
            options={[
              { value: 'edit', label: m.people_edit() },
              { value: 'view', label: m.people_view() },
            ]}
            onChange={(access) => void run(members().update({ access }).match(who).select('user_id'))}
          />
          <IconButton
            label={m.people_remove({ name })}
            onClick={() => void run(members().delete().match(who).select('user_id'))}
          >
            <UserMinus aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  )
}

function Invitations({ list }: { list: VideoList }) {
  const { rest } = useServices()
  const [link, setLink] = useState<string | null>(null)
  const invite = (access: 'edit' | 'view') =>
    attemptAgain(m.people_invite_failed, async () => {
      const token = rowsOf(await rest.rpc('create_list_invite', { list_id: list.id, access }))
      const made = `${location.origin}/invite/${z.string().parse(token)}`
      setLink(made)
      if (await copyText(made)) toast.success(m.people_invite_copied())
    })
  const revoke = () =>
    attempt(m.lists_change_failed, async () => {
      listOf(await rest.from('list_invites').delete().eq('list_id', list.id).select('id'))
      setLink(null)
      toast.info(m.people_revoked_links())
    })
  return (
    <div className="grid gap-2">
      <div className="grid gap-2 sm:grid-cols-2">
        <Button icon={<PencilLine aria-hidden className="size-4.5" />} onClick={() => void invite('edit')}>
          {m.people_invite_edit()}
        </Button>
        <Button icon={<Eye aria-hidden className="size-4.5" />} onClick={() => void invite('view')}>
          {m.people_invite_view()}
        </Button>
      </div>
      {link === null ? null : (
        <CopyField label={m.people_invite_link()} value={link} copied={m.people_invite_copied()} />
      )}
      <Button variant="quiet" size="sm" className="justify-self-start" onClick={() => void revoke()}>
        {m.people_revoke_links()}
      </Button>
    </div>
  )
}
