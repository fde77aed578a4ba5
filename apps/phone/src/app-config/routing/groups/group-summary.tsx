import { formatNames } from '@parley/ui'
import { useLanguage } from '../../../i18n/language.tsx'
import { getMemberName } from '../describe-target.ts'
import type { Group, Member } from '../use-routing.ts'

interface GroupSummaryProps {
  group: Group
  members: readonly Member[]
}

/** How a call rings for a group, and for whom. */
export function GroupSummary({ group, members }: GroupSummaryProps) {
  const { t, plural, locale } = useLanguage()
  const names = group.memberIds.map((userId) => getMemberName(members, userId) ?? t('routing.unknown-member'))
  return (
    <>
      <span>{plural(`routing.rings-${group.strategy}`, group.ringSeconds)}</span>
      <span>{names.length > 0 ? formatNames(names, locale) : t('routing.group-empty')}</span>
    </>
  )
}
