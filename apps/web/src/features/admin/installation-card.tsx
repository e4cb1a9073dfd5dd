import {
  backupStarted,
  HANDBOOK_SECTIONS,
  type InstallationProblem,
  type InstallationReport,
} from '@antojo/contract/admin'
import { m } from '@antojo/i18n/messages'
import { texts as todos } from '@antojo/i18n/messages/admin_todo'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fetchJson } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/rest.ts'
import { useServices } from '../../lib/services.tsx'
import { dateText, intlLocale, numberText } from '../../lib/view/locale.ts'
import { Button } from '../../ui/button.tsx'
import { OutsideLink } from '../../components/outside-link.tsx'
import { Problem } from '../../ui/problem.tsx'

/** The operator's questions: is there a backup, what runs here, and what `antojo check` would say. */
export function InstallationCard({ installation }: { installation: InstallationReport }) {
  const { versions, embedded, backup, backups, problems } = installation
  const versionText = embedded ? m.admin_versions_embedded : m.admin_versions_text
  return (
    <section
      aria-label={m.admin_installation()}
      className="grid gap-3 rounded-3xl bg-surface p-5 shadow-card"
    >
      <h2 className="text-lg">{m.admin_installation()}</h2>
      <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        <dt className="text-ink-soft">{m.admin_backup()}</dt>
        <dd className="mb-2 break-words sm:mb-0">
          {backup === null ? m.admin_backup_none() : <BackupText backup={backup} />}
          {backups.dir === null ? null : <BackupNow backups={backups} />}
        </dd>
        <dt className="text-ink-soft">{m.admin_versions()}</dt>
        <dd className="mb-2 break-words sm:mb-0">{versionText(versions)}</dd>
        <dt className="text-ink-soft">{m.admin_todos()}</dt>
        <dd>
          {problems.length === 0 ? m.admin_todos_none() : null}
          <ul className="grid gap-1">
            {problems.map((problem) => (
              <Todo key={problem} problem={problem} />
            ))}
          </ul>
        </dd>
      </dl>
      <p className="text-sm text-ink-soft">{m.admin_todos_check()}</p>
    </section>
  )
}

/** Why the last one failed, and a button that makes one. */
function BackupNow({ backups: { isRunning, failure } }: { backups: InstallationReport['backups'] }) {
  const services = useServices()
  const queries = useQueryClient()
  const start = useMutation({
    mutationFn: () => fetchJson(services, backupStarted, '/admin/backup', { method: 'POST' }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['admin-metrics'] }),
  })
  return (
    <>
      {failure === null ? null : (
        <p className="font-medium text-chile-text">
          {m.admin_backup_failed({ at: timeText(failure.at), reason: failure.reason })}
        </p>
      )}
      <Problem text={start.error && errorMessage(start.error)} />
      <p className="mt-1">
        <Button size="sm" busy={isRunning || start.isPending} onClick={() => start.mutate()}>
          {isRunning ? m.admin_backup_running() : m.admin_backup_now()}
        </Button>
      </p>
    </>
  )
}

function timeText(at: string): string {
  return dateText(at, { dateStyle: 'medium', timeStyle: 'short' })
}

/** Full hours for two days, then days. */
function ageText(at: string): string {
  const hours = Math.floor((Date.now() - Date.parse(at)) / 3_600_000)
  const age = new Intl.RelativeTimeFormat(intlLocale(), { numeric: 'always' })
  return hours < 48 ? age.format(-hours, 'hour') : age.format(-Math.floor(hours / 24), 'day')
}

function BackupText({ backup }: { backup: NonNullable<InstallationReport['backup']> }) {
  return m.admin_backup_text({
    at: timeText(backup.at),
    age: ageText(backup.at),
    people: numberText(backup.people),
    videos: numberText(backup.videos),
    pictures: numberText(backup.pictures),
    size: numberText(backup.bytes / 1e6, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }),
    file: backup.file,
  })
}

function Todo({ problem }: { problem: InstallationProblem }) {
  const text = todos[problem]()
  return (
    <li>
      {text}{' '}
      <OutsideLink
        href={`/handbook/${HANDBOOK_SECTIONS[problem]}`}
        aria-label={m.admin_todo_more_of({ todo: text })}
        className="whitespace-nowrap underline"
      >
        {m.admin_todo_more()}
      </OutsideLink>
    </li>
  )
}
