import { Field, Select } from '@parley/ui'
import { useLanguage } from '../../../i18n/language.tsx'
import { useDescribeTarget } from '../describe-target.ts'
import type { Configuration, Member, Target } from '../use-routing.ts'

interface TargetFieldProps {
  label: string
  hint?: string
  value: Target
  onChange: (target: Target) => void
  configuration: Configuration
  members: readonly Member[]
}

/** Chooses the target of a call. */
export function TargetField({ label, hint, value, onChange, configuration, members }: TargetFieldProps) {
  const { t } = useLanguage()
  const describe = useDescribeTarget({ configuration, members })
  const groups = configuration.groups.map(({ id }): Target => ({ kind: 'group', groupId: id }))
  const users = members.map(({ userId }): Target => ({ kind: 'user', userId }))
  const offered: readonly Target[] = [
    { kind: 'everyone' },
    ...groups,
    ...users,
    { kind: 'voicemail' },
    { kind: 'hang-up' },
  ]
  const isOffered = offered.some((target) => toValue(target) === toValue(value))
  // A member who has left is shown until another target is chosen.
  const targets = isOffered ? offered : [...offered, value]

  return (
    <Field label={label} hint={hint ?? (value.kind === 'hang-up' ? t('routing.hang-up-hint') : undefined)}>
      <Select
        value={toValue(value)}
        onChange={(chosen) => onChange(targets.find((target) => toValue(target) === chosen) ?? value)}
        options={targets.map((target) => ({ value: toValue(target), label: describe(target) }))}
      />
    </Field>
  )
}

function toValue(target: Target): string {
  switch (target.kind) {
    case 'group':
      return `group ${target.groupId}`
    case 'queue':
      return `queue ${target.queueId}`
    case 'number':
      return `number ${target.number}`
    case 'user':
      return `user ${target.userId}`
    default:
      return target.kind
  }
}
