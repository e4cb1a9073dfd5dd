import { hoursLinesOf } from '@antojo/domain/hours/hours-text'
import { isRecord } from '@antojo/domain/unknown-values'
import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { bylineOf, listName, type VideoList } from '../../entities/list/list.ts'
import { useCards } from '../../entities/video/use-videos.ts'
import type { Video } from '../../entities/video/video.ts'
import { listOf } from '../../lib/api/rest.ts'
import { useServices, useSession } from '../../lib/services.tsx'
import { dateText, intlLocale } from '../../lib/view/locale.ts'
import { nameOf, pointOf } from '../../entities/video/labels.ts'
import { PaperMap } from './paper-map.tsx'
import { PlaceLine } from '../videos/place-facts.tsx'

interface PaperListProps {
  readonly list: VideoList
  readonly videos: readonly Video[]
}

/** A list for paper: what one needs on the way, with room to write. Drawn when the person prints. */
export function PaperList(props: PaperListProps) {
  const notes = useNotes()
  return useIsPrinted() ? <Sheet {...props} notes={notes} /> : null
}

function Sheet({ list, videos, notes }: PaperListProps & { readonly notes: ReadonlyMap<string, string> }) {
  const cards = useCards(videos)
  const [now] = useState(() => new Date())
  const line = [bylineOf(list), m.videos_count({ n: cards.length }), dateText(now, { dateStyle: 'long' })]
  return (
    <section data-paper className="hidden text-sm print:block">
      <h2 className="text-3xl">{listName(list)}</h2>
      <p>{line.filter(Boolean).join(' · ')}</p>
      {list.description ? <p className="mt-1 text-base">{list.description}</p> : null}
      <PaperMap points={cards.map(({ place }) => pointOf(place))} />
      <ol className="mt-3">
        {cards.map(({ id, place, title }, index) => (
          <li
            key={id}
            className="grid break-inside-avoid grid-cols-[2rem_minmax(0,3fr)_minmax(0,5fr)_minmax(0,3fr)] gap-3 border-b border-line py-2.5"
          >
            <b className="tabular grid size-7 place-items-center rounded-full border-2">{index + 1}</b>
            <div>
              <h3 className="text-base">{nameOf({ place, title })}</h3>
              <PlaceLine place={place} />
            </div>
            <div>
              <p>{place.address ?? place.location}</p>
              <p>{hoursOf(place)}</p>
              <p>{place.phone}</p>
            </div>
            <p className="border-l border-dotted border-line-strong pl-3 italic">
              {notes.get(place.id ?? id)}
            </p>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-ink-soft">{location.origin + location.pathname}</p>
    </section>
  )
}

/** The week in one line, in which days with the same hours stand together. */
function hoursOf({ hours, hoursLines }: Video['place']): string {
  const runs: { days: string[]; times: string }[] = []
  for (const line of hours ? hoursLinesOf(hours, intlLocale()) : hoursLines) {
    const [, day = line, times = ''] = /^([^:]+): (.*)$/u.exec(line) ?? []
    const run = runs.at(-1)
    if (run?.times === times) run.days.splice(1, 1, day)
    else runs.push({ days: [day], times })
  }
  return runs.map(({ days, times }) => `${days.join('–')} ${times}`).join('; ')
}

/** The person's own notes by place. They are asked for with the list, because a print does not wait. */
function useNotes(): ReadonlyMap<string, string> {
  const { rest } = useServices()
  const userId = useSession()?.user.id ?? ''
  const { data = [] } = useQuery({
    queryKey: ['own-notes', userId],
    queryFn: async () =>
      listOf(await rest.from('user_places').select('place_id,note').not('note', 'is', null)).filter(isRecord),
    enabled: userId !== '',
    staleTime: 0,
  })
  return new Map(data.map((row) => [String(row['place_id']), String(row['note'])]))
}

/** True once the person printed; at once, before the browser draws the paper. */
function useIsPrinted(): boolean {
  const [isPrinted, setPrinted] = useState(() => matchMedia('print').matches)
  useEffect(() => {
    const paper = matchMedia('print')
    const draw = () => flushSync(() => setPrinted(true))
    addEventListener('beforeprint', draw)
    paper.addEventListener('change', draw)
    return () => {
      removeEventListener('beforeprint', draw)
      paper.removeEventListener('change', draw)
    }
  }, [])
  return isPrinted
}
