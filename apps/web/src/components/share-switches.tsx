import type { ShareOptions } from '@antojo/domain/sharing'
import { m } from '@antojo/i18n/messages'
import { Switch } from '../ui/form/switch.tsx'

const SWITCHES = [
  ['show_creator', m.share_show_creator],
  ['allow_comments', m.share_allow_comments],
  ['allow_collaborators', m.share_allow_collaborators],
] as const

interface ShareSwitchesProps {
  readonly value: ShareOptions
  readonly onChange: (value: ShareOptions) => void
}

/** The rights of the visitors of a list. */
export function ShareSwitches({ value, onChange }: ShareSwitchesProps) {
  return SWITCHES.map(([name, label]) => (
    <Switch
      key={name}
      label={label()}
      checked={value[name]}
      onChange={(isOn) => onChange({ ...value, [name]: isOn })}
    />
  ))
}
