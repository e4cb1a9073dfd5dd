import { m } from '@antojo/i18n/messages'
import { useRef, useState, type SyntheticEvent } from 'react'

interface Form {
  /** True while the request is under way; pass it to the submit button. */
  readonly busy: boolean
  /** The message of the last failure, in the person's language. */
  readonly fault: string | undefined
  /** Handles `onSubmit`, or sends the form without an event. Does nothing while the form is being sent. */
  readonly submit: (event?: SyntheticEvent) => void
}

/**
 * The state of a form. `send` returns the message of an expected failure, or nothing. When it throws, the form shows the
 * message of `messageOf`: by default, that the network is unavailable.
 */
export function useForm(
  send: () => Promise<string | undefined>,
  messageOf: (error: unknown) => string = () => m.auth_error_network(),
): Form {
  const isSending = useRef(false)
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const run = async () => {
    isSending.current = true
    setBusy(true)
    setFault(undefined)
    setFault(await send().catch(messageOf))
    setBusy(false)
    isSending.current = false
  }
  const submit = (event?: SyntheticEvent) => {
    event?.preventDefault()
    if (!isSending.current) void run()
  }
  return { busy, fault, submit }
}
