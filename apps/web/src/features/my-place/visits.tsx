import { m } from '@antojo/i18n/messages'
import { X } from 'lucide-react'
import { dateText } from '../../lib/view/locale.ts'
import { TextField } from '../../ui/form/form.tsx'

interface VisitsProps {
  /** Days as YYYY-MM-DD, the latest first. */
  readonly visits: readonly string[]
  readonly onChange: (visits: readonly string[]) => void
}

/** The days of the person's visits; choosing a day adds it. */
export function Visits({ visits, onChange }: VisitsProps) {
  const add = (day: string) => {
    if (day !== '' && day <= today() && !visits.includes(day))
      onChange([...visits, day].toSorted().toReversed())
  }
  return (
    <div className="grid gap-2">
      <ul className="flex flex-wrap gap-2">
        {visits.map((day) => (
          <li
            key={day}
            className="inline-flex min-h-9 items-center gap-1 rounded-full bg-cilantro-soft pl-3.5 text-sm font-semibold text-cilantro-text"
          >
            {m.mine_visited_on({ date: date(day) })}
            <button
              type="button"
              aria-label={m.mine_remove_date({ date: date(day) })}
              className="grid size-9 place-items-center rounded-full touch:size-11"
              onClick={() => onChange(visits.filter((other) => other !== day))}
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
      <TextField
        label={m.mine_date()}
        type="date"
        max={today()}
        className="max-w-52"
        value=""
        onChange={(event) => add(event.target.value)}
      />
    </div>
  )
}

/** Today in the browser's time zone, as YYYY-MM-DD. */
export function today(): string {
  // The Swedish format is the ISO format.
  return new Intl.DateTimeFormat('sv-SE').format(new Date())
}

function date(day: string): string {
  return dateText(`${day}T12:00`, { dateStyle: 'long' })
}
