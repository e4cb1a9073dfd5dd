import { m } from '@antojo/i18n/messages'
import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../lib/device/typing.ts'
import type { Video } from '../../entities/video/video.ts'
import { useFacts } from './confirm-place-dialog.tsx'
import { questionOfRow, type Question } from './question.ts'

/** The id of a place, or an answer that is none. */
export type Choice = { readonly placeId: string } | 'none_of_these' | 'not_a_place'

interface ChoicesProps {
  readonly video: Video
  readonly onChoose: (choice: Choice) => void
  readonly onUndo: () => void
}

/** The answers to the question of a video as equal choices, for a press or a number key. */
export function Choices({ video, onChoose, onUndo }: ChoicesProps) {
  const { candidates } = questionOfRow(video)
  const others = [
    ['none_of_these', m.confirm_none(), m.imports_question_none()],
    ['not_a_place', m.imports_question_not_place(), m.imports_question_not_place_text()],
  ] as const
  const all: readonly Choice[] = [
    ...candidates.map(({ place_id: placeId }) => ({ placeId })),
    ...others.map(([choice]) => choice),
  ]
  useKeys((index) => {
    const choice = all[index]
    if (choice !== undefined) onChoose(choice)
  }, onUndo)
  return (
    <>
      <ol className="grid gap-2">
        {candidates.map((candidate, index) => (
          <li key={candidate.place_id}>
            <PlaceButton
              number={index + 1}
              candidate={candidate}
              onPress={() => onChoose({ placeId: candidate.place_id })}
            />
          </li>
        ))}
        {others.map(([choice, name, text], index) => (
          <li key={choice}>
            <ChoiceButton
              number={candidates.length + index + 1}
              name={name}
              text={text}
              onPress={() => onChoose(choice)}
            />
          </li>
        ))}
      </ol>
      <p className="text-right text-sm text-ink-soft touch:hidden">
        {m.imports_question_keys({ keys: `1–${all.length}` })}
      </p>
    </>
  )
}

interface ButtonProps {
  /** The key that presses it. */
  readonly number: number
  readonly name: string
  readonly text: string
  readonly onPress: () => void
}

function ChoiceButton({ number, name, text, onPress }: ButtonProps) {
  return (
    <button
      type="button"
      aria-keyshortcuts={String(number)}
      onClick={onPress}
      className="group flex min-h-16 w-full items-center gap-3 rounded-2xl border border-line-strong bg-surface px-3.5 py-2 text-left hover:border-talavera hover:bg-talavera-soft"
    >
      <kbd
        aria-hidden
        className="tabular grid size-8 shrink-0 place-items-center rounded-full bg-sunk font-sans text-sm font-bold group-hover:bg-talavera group-hover:text-white"
      >
        {number}
      </kbd>
      <span className="grid min-w-0">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="line-clamp-2 text-sm text-ink-soft">{text}</span>
      </span>
    </button>
  )
}

interface PlaceButtonProps extends Pick<ButtonProps, 'number' | 'onPress'> {
  readonly candidate: Question['candidates'][number]
}

function PlaceButton({ candidate, ...rest }: PlaceButtonProps) {
  const { name, formatted_address: address } = useFacts(candidate)
  return <ChoiceButton name={name} text={address} {...rest} />
}

/** A number key answers and Z undoes, but not in a field or below a dialog. */
function useKeys(onIndex: (index: number) => void, onUndo: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event
    if (event.altKey || event.metaKey || event.ctrlKey || event.repeat) return
    if (isTyping(event) || document.querySelector('dialog[open]')) return
    if (/^[1-9]$/u.test(key)) onIndex(Number(key) - 1)
    else if (key.toLowerCase() === 'z') onUndo()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
