import { Field, Input, Select } from '@parley/ui'
import type { ReactNode } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { useDescribeTarget } from '../describe-target.ts'
import type { Configuration, Member, Target } from '../use-routing.ts'
import { AnnouncementField } from './announcement-field.tsx'

interface TargetFieldProps {
  label: string
  /** The name of the control for a number in its form. */
  name: string
  /** Of a number: as typed. */
  value: Target
  error: ReactNode
  onChange: (target: Target) => void
  configuration: Configuration
  members: readonly Member[]
  /** The menus that can be chosen; all by default. */
  menus?: Configuration['menus']
}

/** Chooses the target of a call. */
export function TargetField({
  label,
  name,
  value,
  error,
  onChange,
  configuration,
  members,
  menus = configuration.menus,
}: TargetFieldProps) {
  const { t } = useLanguage()
  const describe = useDescribeTarget({ configuration, members })
  const offered = listTargets(value, { ...configuration, menus }, members)
  const isOffered = offered.some((target) => toValue(target) === toValue(value))
  // A member who has left is shown until another target is chosen.
  const targets = isOffered ? offered : [...offered, value]

  return (
    <div className="grid gap-2">
      <Field label={label} hint={value.kind === 'hang-up' ? t('routing.hang-up-hint') : undefined}>
        <Select
          value={toValue(value)}
          onChange={(chosen) => onChange(targets.find((target) => toValue(target) === chosen) ?? value)}
          options={targets.map((target) => ({
            value: toValue(target),
            label: target.kind === 'number' ? t('routing.forward') : describe(target),
          }))}
        />
      </Field>
      {value.kind === 'voicemail' && (
        <AnnouncementField
          label={t('announcements.greeting')}
          usual={t('announcements.usual')}
          value={value.announcementId}
          onChange={(announcementId) => onChange({ kind: 'voicemail', announcementId })}
        />
      )}
      {value.kind === 'number' && (
        <Field label={t('routing.forward-to')} hint={t('routing.forward-hint')} error={error}>
          <Input
            name={name}
            inputMode="tel"
            autoComplete="off"
            maxLength={40}
            value={value.number}
            onChange={({ target }) => onChange({ kind: 'number', number: target.value })}
          />
        </Field>
      )}
    </div>
  )
}

/** Returns the targets that can be chosen. Those with details have the details of the value. */
function listTargets(
  value: Target,
  { groups, queues, menus }: Pick<Configuration, 'groups' | 'queues' | 'menus'>,
  members: readonly Member[],
): readonly Target[] {
  return [
    { kind: 'everyone' },
    ...groups.map(({ id }): Target => ({ kind: 'group', groupId: id })),
    ...queues.map(({ id }): Target => ({ kind: 'queue', queueId: id })),
    ...menus.map(({ id }): Target => ({ kind: 'menu', menuId: id })),
    ...members.map(({ userId }): Target => ({ kind: 'user', userId })),
    { kind: 'number', number: value.kind === 'number' ? value.number : '' },
    { kind: 'voicemail', announcementId: value.kind === 'voicemail' ? value.announcementId : null },
    { kind: 'hang-up' },
  ]
}

function toValue(target: Target): string {
  switch (target.kind) {
    case 'group':
      return `group ${target.groupId}`
    case 'queue':
      return `queue ${target.queueId}`
    case 'menu':
      return `menu ${target.menuId}`
    case 'user':
      return `user ${target.userId}`
    default:
      return target.kind
  }
}
