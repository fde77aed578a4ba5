import { routing } from '@parley/contract/phone'
import { useLanguage } from '../../../i18n/language.tsx'
import { withoutQueue } from '../change-configuration.ts'
import { PartsCard } from '../parts-card.tsx'
import type { Configuration } from '../use-routing.ts'
import { QueueDialog } from './queue-dialog.tsx'
import { QueueSummary } from './queue-summary.tsx'

/** The queues of the workspace. A queue has a group, whose members take its callers. */
export function QueuesCard({ configuration }: { configuration: Configuration }) {
  const { t } = useLanguage()
  const { queues, groups } = configuration
  return (
    <PartsCard
      title={t('routing.queues')}
      parts={queues}
      configuration={configuration}
      addLabel={t('routing.add-queue')}
      canAdd={groups.length > 0 && queues.length < routing.maxQueues}
      none={t(groups.length > 0 ? 'routing.no-queues' : 'routing.no-queues-yet')}
      remove={withoutQueue}
      renderSummary={(queue) => <QueueSummary queue={queue} configuration={configuration} />}
      renderDialog={(queue, onClose) => (
        <QueueDialog queue={queue} configuration={configuration} onClose={onClose} />
      )}
    />
  )
}
