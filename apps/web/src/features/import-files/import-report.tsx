import { importReport, type ImportReport } from '@antojo/contract/transfer/imports'
import { m } from '@antojo/i18n/messages'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useLocation } from 'wouter'
import { dishDrawing } from '@antojo/domain/places/dish-drawing'
import { fetchJson } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/rest.ts'
import { paths } from '../../lib/navigation/navigation.ts'
import { useServices } from '../../lib/services.tsx'
import { Button } from '../../ui/button.tsx'
import { PointsMap } from '../map/video-map.tsx'
import { IMPORT_KEY, NamelessList } from './nameless-list.tsx'
import { QuestionRow } from '../add-video/open-video-help.tsx'

interface ImportReportProps {
  readonly id: string
  /** The number of entries that name no place. */
  readonly nameless: number
  /** Changes with the numbers of the import, which is then read again. */
  readonly version: string
  readonly onChanged: () => void
}

type MapPoint = ComponentProps<typeof PointsMap>['points'][number]
type Place = ImportReport['places'][number]

const QUESTIONS_AT_ONCE = 10
const CITIES_AT_ONCE = 8

/** The result of an import: its places on a map and by city, its questions, and what names no place. */
export function ImportReportView({ id, nameless, version, onChanged }: ImportReportProps) {
  const services = useServices()
  const { data, error } = useQuery({
    queryKey: [IMPORT_KEY, id, 'report', version],
    queryFn: () => fetchJson(services, importReport, `/imports/${id}/report`),
    placeholderData: (before) => before,
    meta: { keepOffline: false },
  })
  if (error) return <p role="alert">{m.imports_unread({ reason: errorMessage(error) })}</p>
  if (!data) return null
  return (
    <>
      <PlacesFound places={data.places} />
      <Questions questions={data.questions} onAnswered={onChanged} />
      {nameless === 0 ? null : <NamelessList id={id} total={nameless} onAdded={onChanged} />}
    </>
  )
}

/** A place of an import on a map, of which nothing but its name is shown. */
export function mapPoint(place: Pick<MapPoint, 'id' | 'name' | 'lat' | 'lng'>): MapPoint {
  return { ...place, video: place.id, dish: dishDrawing([]).src, rating: '', cuisines: [] }
}

function PlacesFound({ places }: { readonly places: readonly Place[] }) {
  const [, go] = useLocation()
  const points = places.flatMap(({ videoId, name, lat, lng }) =>
    lat === null || lng === null ? [] : [mapPoint({ id: videoId, name: name ?? '', lat, lng })],
  )
  if (places.length === 0) return null
  return (
    <section className="grid gap-3" aria-label={m.imports_report_places({ n: places.length })}>
      {points.length === 0 ? null : (
        <div className="h-72 overflow-hidden rounded-2xl border border-line">
          <PointsMap
            points={points}
            label={m.page_map()}
            onOpen={({ video }) => go(`${paths.home}?video=${video}`)}
          />
        </div>
      )}
      <Cities places={places} />
    </section>
  )
}

function Cities({ places }: { readonly places: readonly Place[] }) {
  const counts = new Map<string, number>()
  for (const { city } of places) {
    const name = city?.split(',')[0]?.trim()
    if (name) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const cities = [...counts].toSorted(([, a], [, b]) => b - a)
  const further = cities.length - CITIES_AT_ONCE
  return (
    <ul className="flex flex-wrap gap-2 text-sm">
      {cities.slice(0, CITIES_AT_ONCE).map(([city, n]) => (
        <li key={city} className="rounded-full bg-sunk px-3 py-1 font-medium">
          {city} · {n}
        </li>
      ))}
      {further > 0 ? <li className="px-1 py-1">{m.imports_report_more_cities({ n: further })}</li> : null}
    </ul>
  )
}

interface QuestionsProps {
  readonly questions: ImportReport['questions']
  readonly onAnswered: () => void
}

function Questions({ questions, onAnswered }: QuestionsProps) {
  const [most, setMost] = useState(QUESTIONS_AT_ONCE)
  if (questions.length === 0) return null
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-lg">{m.imports_report_questions({ n: questions.length })}</h3>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {questions.slice(0, most).map((question) => (
          <QuestionRow key={question.videoId} {...question} onAnswered={onAnswered} />
        ))}
      </ul>
      {questions.length > most ? (
        <Button className="justify-self-start" onClick={() => setMost(most + QUESTIONS_AT_ONCE)}>
          {m.imports_report_more()}
        </Button>
      ) : null}
    </section>
  )
}
