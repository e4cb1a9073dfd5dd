import { m } from '@antojo/i18n/messages'
import { useRef, useState, type ChangeEvent, type SyntheticEvent } from 'react'
import { RestError } from '../api/rest.ts'
import { forgetDraft, readDraft, writeDraft } from './drafts.ts'

type Texts = Readonly<Record<string, string>>

export type FieldErrors<Values extends Texts> = { readonly [Name in keyof Values]?: string | undefined }

/** The network or the server failed; the same text may be accepted later. */
interface Failure {
  readonly kind: 'failure'
  readonly text: string
  /** The same is accepted once the person has proved who they are. */
  readonly needsProof: boolean
}

/** The person has to correct these fields. */
interface WrongFields<Values extends Texts> {
  readonly kind: 'fields'
  readonly errors: FieldErrors<Values>
}

export type Refusal<Values extends Texts> = Failure | WrongFields<Values>

export function failed(text: string, error?: unknown): Failure {
  return { kind: 'failure', text, needsProof: needsProof(error) }
}

/** Whether our server or the auth service refused a change because the sign-in is old. */
export function needsProof(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'reauthentication_needed'
}

export function wrong<Values extends Texts>(errors: FieldErrors<Values>): WrongFields<Values> {
  return { kind: 'fields', errors }
}

type Send<Values extends Texts> = (values: Values) => Promise<Refusal<Values> | void>

interface FormOptions<Values extends Texts> {
  readonly initial: Values
  /** Name under which the tab keeps what is typed until it is sent. Such a form can be left without a question. */
  readonly draft?: string | undefined
  /** True when something beside the fields was changed, such as a pin on a map. */
  readonly isChanged?: boolean
  /** Empties the form after it was sent, for the next one. */
  readonly startsOver?: boolean
  /** The errors that need no server. */
  readonly check?: (values: Values) => FieldErrors<Values>
  /** Sends the form; returns why it was refused, if it was. */
  readonly send: Send<Values>
  /** The text of the failure when `send` throws; by default, that the network is unavailable. */
  readonly messageOf?: (error: unknown) => string
}

/** The part of a form's state that its element needs. */
export interface FormControl {
  /** True while the request is under way; pass it to the submit button. */
  readonly busy: boolean
  /** The text of the last failure, in the person's language. */
  readonly failure: string | undefined
  /** Another object after each refusal. */
  readonly refusal: object | undefined
  /** True while closing would lose what was typed. */
  readonly isHeld: boolean
  /** Sends the form; does nothing while it is being sent. */
  readonly submit: (event?: SyntheticEvent) => void
  /** Sends what is there now in the way that failed. */
  readonly again: () => void
}

/** The state of a form with these fields. */
export function useForm<Values extends Texts>(options: FormOptions<Values>) {
  const { initial, draft, isChanged = false, startsOver = false, check, send } = options
  const [saved, setSaved] = useState(initial)
  const [values, setValues] = useState(() => (draft === undefined ? initial : readDraft(draft, initial)))
  const lastSend = useRef(send)
  const { busy, refused, deliver, abandon } = useDelivery(options)

  const put = (next: Values) => {
    setValues(next)
    if (draft !== undefined) writeDraft(draft, next)
  }
  /** Sends these values as if they were typed, or by another way than the form's own. */
  const sendNow = (sent: Values = values, sendBy = send) => {
    lastSend.current = sendBy
    setValues(sent)
    void deliver(sent, sendBy, () => {
      if (startsOver) setValues((now) => (now === sent ? initial : now))
      else setSaved(sent)
      if (draft !== undefined) forgetDraft(draft, sent)
    })
  }
  const errorOf = (name: keyof Values) => {
    if (refused?.refusal.kind !== 'fields') return undefined
    return refused.values[name] === values[name] ? refused.refusal.errors[name] : check?.(values)[name]
  }
  const isDirty = isChanged || Object.keys(values).some((name) => values[name] !== saved[name])
  const failure = refused?.refusal.kind === 'failure' ? refused.refusal : undefined
  return {
    values,
    busy,
    isDirty,
    isHeld: isDirty && draft === undefined,
    failure: failure?.text,
    /** True while a proof has to come before the form is sent again; without one, it shows the failure. */
    needsProof: failure?.needsProof === true,
    refusal: refused,
    set: (change: Partial<Values>) => put({ ...values, ...change }),
    /** Starts from these values, as if they had been given at first. */
    begin: (given: Values) => {
      setSaved(given)
      setValues(given)
    },
    sendNow,
    again: () => sendNow(values, lastSend.current),
    submit: (event?: SyntheticEvent) => {
      event?.preventDefault()
      sendNow(
        event?.currentTarget instanceof HTMLFormElement ? filledIn(event.currentTarget, values) : values,
      )
    },
    /** Forgets the last refusal and ignores what is under way. */
    abandon,
    /** The state that a text field shows. A text that was changed after a refusal is checked again while it is typed. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        put({ ...values, [name]: event.target.value }),
    }),
  }
}

/** Checks and sends values, one submission at a time, and holds the last refusal. */
function useDelivery<Values extends Texts>({
  check,
  messageOf = () => m.auth_error_network(),
}: FormOptions<Values>) {
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ readonly values: Values; readonly refusal: Refusal<Values> }>()
  const latest = useRef(0)
  const isSending = useRef(false)

  const deliver = async (values: Values, send: Send<Values>, onAccepted: () => void): Promise<void> => {
    if (isSending.current) return
    const mine = ++latest.current
    isSending.current = true
    setBusy(true)
    setRefused(undefined)
    const errors = check?.(values) ?? {}
    const refusal = Object.values(errors).some((error) => error !== undefined)
      ? wrong(errors)
      : await send(values).catch((error: unknown) => failed(messageOf(inOurWords(error)), error))
    if (latest.current !== mine) return
    isSending.current = false
    setBusy(false)
    if (refusal) setRefused({ values, refusal })
    else onAccepted()
  }
  const abandon = () => {
    latest.current++
    isSending.current = false
    setBusy(false)
    setRefused(undefined)
  }
  return { busy, refused, deliver, abandon }
}

/** The data API's code for a database that does not answer; its message is English. */
const DATABASE_UNAVAILABLE = 'PGRST001'

function inOurWords(error: unknown): unknown {
  const isKnown = error instanceof RestError && error.code === DATABASE_UNAVAILABLE
  return isKnown ? new Error(m.error_database_unavailable()) : error
}

/** The values in the fields: a browser may fill them in without an event. */
function filledIn<Values extends Texts>(form: HTMLFormElement, values: Values): Values {
  return [...form.elements].reduce(
    (all, field) =>
      field instanceof HTMLInputElement && field.name in all ? { ...all, [field.name]: field.value } : all,
    values,
  )
}

/** The error of an e-mail address, as far as it shows without the server. */
export function emailFault(email: string): string | undefined {
  const typed = email.trim()
  if (typed === '') return m.auth_email_required()
  return /^[^\s@]+@\S+$/.test(typed) ? undefined : m.auth_email_invalid()
}

const MIN_LENGTH = 2
const MAX_LENGTH = 80

/** The error of the name of a place or an area (spec §5); `tooShort` is its text for a short one. */
export function nameFault(name: string, tooShort = m.fix_name_short()): string | undefined {
  const { length } = name.trim()
  if (length > MAX_LENGTH) return m.fix_too_long()
  return length < MIN_LENGTH ? tooShort : undefined
}
