import { Button, Card, EmptyState } from '@parley/ui'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { withoutQueue } from '../change-configuration.ts'
import { DeletePart } from '../delete-part.tsx'
import { PartRow } from '../part-row.tsx'
import type { Configuration, Queue } from '../use-routing.ts'
import { QueueDialog } from './queue-dialog.tsx'
import { QueueSummary } from './queue-summary.tsx'

const maxQueues = 20

/** The queues of the workspace. A queue has a group, whose members take its callers. */
export function QueuesCard({ configuration }: { configuration: Configuration }) {
  const { t } = useLanguage()
  const [edited, setEdited] = useState<Queue | 'new' | null>(null)
  const [deleted, setDeleted] = useState<Queue | null>(null)
  const { queues } = configuration
  const add = configuration.groups.length > 0 && queues.length < maxQueues && (
    <Button size="small" icon={Plus} onClick={() => setEdited('new')}>
      {t('routing.add-queue')}
    </Button>
  )
  return (
    <Card title={t('routing.queues')} padding="none" aside={queues.length > 0 && add}>
      {queues.length === 0 ? (
        <div className="px-4.5">
          <EmptyState action={add}>
            {t(configuration.groups.length > 0 ? 'routing.no-queues' : 'routing.no-queues-yet')}
          </EmptyState>
        </div>
      ) : (
        <ul className="[&>li+li]:border-t [&>li+li]:border-line">
          {queues.map((queue) => (
            <PartRow
              key={queue.id}
              name={queue.name}
              onEdit={() => setEdited(queue)}
              onDelete={() => setDeleted(queue)}
            >
              <QueueSummary queue={queue} configuration={configuration} />
            </PartRow>
          ))}
        </ul>
      )}
      {edited !== null && (
        <QueueDialog
          queue={edited === 'new' ? null : edited}
          configuration={configuration}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted !== null && (
        <DeletePart
          part={deleted}
          configuration={configuration}
          remove={withoutQueue}
          onClose={() => setDeleted(null)}
        />
      )}
    </Card>
  )
}
