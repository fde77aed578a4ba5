import { Button, Card, EmptyState } from '@parley/ui'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { withoutGroup } from '../change-configuration.ts'
import { DeletePart } from '../delete-part.tsx'
import { PartRow } from '../part-row.tsx'
import type { Configuration, Group, Member } from '../use-routing.ts'
import { GroupDialog } from './group-dialog.tsx'
import { GroupSummary } from './group-summary.tsx'

const maxGroups = 50

interface GroupsCardProps {
  configuration: Configuration
  members: readonly Member[]
}

/** The groups of the workspace. */
export function GroupsCard({ configuration, members }: GroupsCardProps) {
  const { t } = useLanguage()
  const [edited, setEdited] = useState<Group | 'new' | null>(null)
  const [deleted, setDeleted] = useState<Group | null>(null)
  const { groups } = configuration
  const add = groups.length < maxGroups && (
    <Button size="small" icon={Plus} onClick={() => setEdited('new')}>
      {t('routing.add-group')}
    </Button>
  )
  return (
    <Card title={t('routing.groups')} padding="none" aside={groups.length > 0 && add}>
      {groups.length === 0 ? (
        <div className="px-4.5">
          <EmptyState action={add}>{t('routing.no-groups')}</EmptyState>
        </div>
      ) : (
        <ul className="[&>li+li]:border-t [&>li+li]:border-line">
          {groups.map((group) => (
            <PartRow
              key={group.id}
              name={group.name}
              onEdit={() => setEdited(group)}
              onDelete={() => setDeleted(group)}
            >
              <GroupSummary group={group} members={members} />
            </PartRow>
          ))}
        </ul>
      )}
      {edited !== null && (
        <GroupDialog
          group={edited === 'new' ? null : edited}
          members={members}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted !== null && (
        <DeletePart
          part={deleted}
          configuration={configuration}
          remove={withoutGroup}
          onClose={() => setDeleted(null)}
        />
      )}
    </Card>
  )
}
