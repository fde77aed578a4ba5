import {
  Grid3x3,
  Group as GroupIcon,
  ListOrdered,
  type LucideIcon,
  PhoneForwarded,
  PhoneOff,
  RotateCcw,
  User,
  UsersRound,
  Voicemail,
} from 'lucide-react'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { type Language, useLanguage } from '../../i18n/language.tsx'
import type { KeyTarget, Member, PartNames } from './use-routing.ts'

export const targetIcons: Record<KeyTarget['kind'], LucideIcon> = {
  everyone: UsersRound,
  user: User,
  group: GroupIcon,
  queue: ListOrdered,
  menu: Grid3x3,
  number: PhoneForwarded,
  voicemail: Voicemail,
  'hang-up': PhoneOff,
  repeat: RotateCcw,
}

/** Returns what a target is, in a few words. */
export function useDescribeTarget(names: PartNames): (target: KeyTarget) => string {
  const language = useLanguage()
  return (target) => describeTarget(target, names, language)
}

function describeTarget(target: KeyTarget, { configuration, members }: PartNames, { t }: Language): string {
  switch (target.kind) {
    case 'everyone':
      return t('routing.everyone')
    case 'queue': {
      const queue = configuration.queues.find(({ id }) => id === target.queueId)
      return queue ? t('routing.queue-named', { name: queue.name }) : t('routing.unknown-queue')
    }
    case 'menu': {
      const menu = configuration.menus.find(({ id }) => id === target.menuId)
      return menu ? t('routing.menu-named', { name: menu.name }) : t('routing.unknown-menu')
    }
    case 'number':
      return formatNumber(target.number)
    case 'voicemail':
      return t('routing.voicemail')
    case 'hang-up':
      return t('routing.hang-up')
    case 'repeat':
      return t('routing.repeat')
    case 'user':
      return getMemberName(members, target.userId) ?? t('routing.unknown-member')
    case 'group': {
      const group = configuration.groups.find(({ id }) => id === target.groupId)
      return group ? t('routing.group-named', { name: group.name }) : t('routing.unknown-group')
    }
  }
}

/** Returns the name of a member; null for a user who is no member, or has no name. */
export function getMemberName(members: readonly Member[], userId: string): string | null {
  return members.find((member) => member.userId === userId)?.name ?? null
}
