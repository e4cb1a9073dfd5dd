import { m } from '@antojo/i18n/messages'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { Avatar } from '../../components/avatar.tsx'
import { dateText } from '../../lib/view/locale.ts'
import { listOf, RestError, rowsOf, errorMessage } from '../../lib/api/rest.ts'
import { askToEnter } from '../../lib/navigation/entering.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { toast } from '../../lib/view/toasts.ts'
import { useForm } from '../../lib/view/use-form.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Form, TextArea } from '../../ui/form/form.tsx'
import { type VideoList, listKeys } from '../../entities/list/list.ts'
import { NameField } from '../../components/name-field.tsx'
import { useOwnName } from '../profile/own-name.tsx'
import { refreshLists } from '../../entities/list/lists-api.ts'
import { Failed } from '../../ui/failed.tsx'

type Said = ReturnType<typeof saidIn>[number]

/** Reads a row of `read_list_comments`; empty for an invalid one. Without zod, which would add to the first load of shared lists. */
function saidIn(given: unknown) {
  const row: Readonly<Record<string, unknown>> = { ...(typeof given === 'object' && given) }
  const text = (name: string) => (typeof row[name] === 'string' ? row[name] : null)
  const [id, body, createdAt] = [text('id'), text('body'), text('created_at')]
  if (id === null || body === null || createdAt === null) return []
  const [author, picture] = [text('author_name'), text('author_picture')]
  return [{ id, author, picture, body, createdAt, removable: row['removable'] === true }]
}

/** The comments on a list. */
export function ListComments({ list }: { list: VideoList }) {
  const { rest } = useServices()
  const session = useSession()
  const queries = useQueryClient()
  const key = listKeys.comments(list.id, session?.user.id ?? null)
  const {
    data: comments = [],
    isLoadingError,
    refetch,
  } = useQuery({
    queryKey: key,
    queryFn: async () => listOf(await rest.rpc('read_list_comments', { list_id: list.id })).flatMap(saidIn),
    refetchInterval: refreshLists,
  })
  const refresh = () => queries.invalidateQueries({ queryKey: key })
  const remove = async (id: string) => {
    try {
      listOf(await rest.from('list_comments').delete().eq('id', id).select('id'))
    } catch (error) {
      toast.retry(m.comments_failed({ reason: errorMessage(error) }), () => remove(id))
    }
    await refresh()
  }
  return (
    <section className="mt-12 grid max-w-3xl gap-4">
      <h2 className="text-2xl">{m.comments_title()}</h2>
      {isLoadingError ? <Failed text={m.comments_unread()} onRetry={() => void refetch()} /> : null}
      {comments.length === 0 && !isLoadingError ? <p className="text-ink-soft">{m.comments_none()}</p> : null}
      <ul className="grid gap-4">
        {comments.map((each) => (
          <Comment key={each.id} said={each} onRemove={() => void remove(each.id)} />
        ))}
      </ul>
      {session ? (
        <WriteComment listId={list.id} onWritten={refresh} />
      ) : (
        <button
          type="button"
          onClick={() => askToEnter('open')}
          className="inline-flex min-h-11 items-center justify-self-start font-semibold text-talavera-text underline underline-offset-2"
        >
          {m.comments_sign_in()}
        </button>
      )}
    </section>
  )
}

function Comment({ said, onRemove }: { said: Said; onRemove: () => void }) {
  const name = said.author ?? m.comments_somebody()
  const when = dateText(said.createdAt, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li className="flex items-start gap-3">
      <Avatar name={name} picture={said.picture} />
      <div className="min-w-0 grow rounded-2xl bg-surface px-4 py-3 shadow-card">
        <p className="text-sm text-ink-soft">
          <span className="font-semibold text-ink">{name}</span>
          {' · '}
          <time dateTime={said.createdAt}>{when}</time>
        </p>
        <p className="whitespace-pre-wrap">{said.body}</p>
      </div>
      {said.removable ? (
        <IconButton label={m.comments_remove({ name })} onClick={onRemove}>
          <Trash2 aria-hidden />
        </IconButton>
      ) : null}
    </li>
  )
}

function WriteComment({ listId, onWritten }: { listId: string; onWritten: () => Promise<void> }) {
  const { rest } = useServices()
  const own = useOwnName()
  const form = useForm({
    initial: { body: '', name: '' },
    draft: `comment ${listId}`,
    startsOver: true,
    send: async ({ body, name }) => {
      await own.save(name)
      rowsOf(await rest.rpc('add_list_comment', { list_id: listId, body }))
      await onWritten()
    },
    messageOf: (error) => {
      const many = error instanceof RestError && error.code === 'PT429'
      return m.comments_failed({ reason: many ? m.comments_too_many() : errorMessage(error) })
    },
  })
  return (
    <Form form={form} className="grid gap-2">
      <TextArea {...form.field('body')} label={m.comments_write()} rows={2} maxLength={1000} />
      {own.isMissing && form.values.body !== '' ? <NameField {...form.field('name')} /> : null}
      <Button
        type="submit"
        variant="tonal"
        busy={form.busy}
        disabled={form.values.body.trim() === ''}
        className="justify-self-end"
      >
        {m.comments_send()}
      </Button>
    </Form>
  )
}
