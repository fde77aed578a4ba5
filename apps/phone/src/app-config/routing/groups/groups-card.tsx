import { routing } from '@parley/contract/phone'
import { useLanguage } from '../../../i18n/language.tsx'
import { withoutGroup } from '../change-configuration.ts'
import { PartsCard } from '../parts-card.tsx'
import type { PartNames } from '../use-routing.ts'
import { GroupDialog } from './group-dialog.tsx'
import { GroupSummary } from './group-summary.tsx'

/** The groups of the workspace. */
export function GroupsCard({ configuration, members }: PartNames) {
  const { t } = useLanguage()
  const { groups } = configuration
  return (
    <PartsCard
      title={t('routing.groups')}
      parts={groups}
      configuration={configuration}
      addLabel={t('routing.add-group')}
      canAdd={groups.length < routing.maxGroups}
      none={t('routing.no-groups')}
      remove={withoutGroup}
      renderSummary={(group) => <GroupSummary group={group} members={members} />}
      renderDialog={(group, onClose) => <GroupDialog group={group} members={members} onClose={onClose} />}
    />
  )
}
