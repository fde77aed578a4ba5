import { routing } from '@parley/contract/phone'
import { Field, Input, Select } from '@parley/ui'
import type { ReactNode } from 'react'
import { type Language, useLanguage } from '../../../i18n/language.tsx'
import { useDescribeTarget } from '../describe-target.ts'
import type { Configuration, KeyTarget, Member, Target } from '../use-routing.ts'
import { AnnouncementField } from './announcement-field.tsx'

interface TargetFieldProps<Special extends KeyTarget> {
  label: string
  /** The name of the control for a number in its form. */
  name: string
  /** Of a number: as typed. */
  value: Target | Special
  error: ReactNode
  onChange: (target: Target | Special) => void
  configuration: Configuration
  members: readonly Member[]
  /** The menus that can be chosen; all by default. */
  menus?: Configuration['menus']
  /** Offered after the targets that every call can have. */
  special?: readonly Special[]
}

/** Chooses the target of a call. */
export function TargetField<Special extends KeyTarget = never>({
  label,
  name,
  value,
  error,
  onChange,
  configuration,
  members,
  menus = configuration.menus,
  special = [],
}: TargetFieldProps<Special>) {
  const { t } = useLanguage()
  const describe = useDescribeTarget({ configuration, members })
  const offered = [...listTargets(value, { ...configuration, menus }, members), ...special]
  const isOffered = offered.some((target) => toValue(target) === toValue(value))
  // A member who has left is shown until another target is chosen.
  const targets = isOffered ? offered : [...offered, value]

  return (
    <div className="grid gap-2">
      <Field label={label} hint={getHint(value, t)}>
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

function getHint({ kind }: KeyTarget, t: Language['t']): string | undefined {
  if (kind === 'hang-up') return t('routing.hang-up-hint')
  return kind === 'repeat' ? t('routing.repeat-hint', { count: routing.maxRepeats }) : undefined
}

/** Returns the targets that can be chosen. Those with details have the details of the value. */
function listTargets(
  value: KeyTarget,
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

function toValue(target: KeyTarget): string {
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
