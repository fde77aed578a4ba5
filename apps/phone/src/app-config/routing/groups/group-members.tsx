import { Avatar, IconButton, Select } from '@parley/ui'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useId } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { getMemberName } from '../describe-target.ts'
import type { Member } from '../use-routing.ts'

const maxMembers = 50

interface GroupMembersProps {
  memberIds: readonly string[]
  members: readonly Member[]
  /** Whether the order of the members matters. */
  isOrdered: boolean
  onChange: (memberIds: string[]) => void
}

/** The members of a group, who can be added, removed and sorted. */
export function GroupMembers({ memberIds, members, isOrdered, onChange }: GroupMembersProps) {
  const { t } = useLanguage()
  const headingId = useId()
  const others = members.filter(({ userId }) => !memberIds.includes(userId))

  return (
    <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2" aria-labelledby={headingId}>
      <p id={headingId} className="text-small font-medium">
        {t('routing.members')}
      </p>
      {memberIds.length === 0 && <p className="text-small text-ink-soft">{t('routing.group-empty')}</p>}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {memberIds.map((userId, index) => (
          <MemberRow
            key={userId}
            name={getMemberName(members, userId) ?? t('routing.unknown-member')}
            moves={isOrdered ? { up: index > 0, down: index < memberIds.length - 1 } : null}
            onMove={(by) => onChange(move(memberIds, index, by))}
            onRemove={() => onChange(memberIds.filter((each) => each !== userId))}
          />
        ))}
      </ul>
      {others.length > 0 && memberIds.length < maxMembers && (
        <Select
          aria-label={t('routing.add-member')}
          value=""
          onChange={(userId) => onChange([...memberIds, userId])}
          options={[
            { value: '', label: t('routing.add-member') },
            ...others.map(({ userId, name }) => ({
              value: userId,
              label: name ?? t('routing.unnamed-member'),
            })),
          ]}
        />
      )}
    </fieldset>
  )
}

interface MemberRowProps {
  name: string
  /** The directions in which the member can be moved; null where the order does not matter. */
  moves: { up: boolean; down: boolean } | null
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}

function MemberRow({ name, moves, onMove, onRemove }: MemberRowProps) {
  const { t } = useLanguage()
  return (
    <li className="flex items-center gap-2">
      <Avatar name={name} size="small" />
      <span className="min-w-0 flex-1 truncate" title={name}>
        {name}
      </span>
      {moves && (
        <>
          <IconButton
            icon={ArrowUp}
            size="small"
            label={t('routing.move-up', { name })}
            disabled={!moves.up}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={ArrowDown}
            size="small"
            label={t('routing.move-down', { name })}
            disabled={!moves.down}
            onClick={() => onMove(1)}
          />
        </>
      )}
      <IconButton icon={X} size="small" label={t('routing.remove-named', { name })} onClick={onRemove} />
    </li>
  )
}

function move(memberIds: readonly string[], index: number, by: -1 | 1): string[] {
  const moved = [...memberIds]
  moved.splice(index + by, 0, ...moved.splice(index, 1))
  return moved
}
