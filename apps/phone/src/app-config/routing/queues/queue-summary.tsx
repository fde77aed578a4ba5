import { useLanguage } from '../../../i18n/language.tsx'
import type { Configuration, Queue } from '../use-routing.ts'

interface QueueSummaryProps {
  queue: Queue
  configuration: Configuration
}

/** Which group takes the callers of a queue, and how many wait for how long. */
export function QueueSummary({ queue, configuration }: QueueSummaryProps) {
  const { t, plural } = useLanguage()
  const group = configuration.groups.find(({ id }) => id === queue.groupId)
  return (
    <>
      <span>{t('routing.queue-music', { name: group?.name ?? t('routing.unknown-group') })}</span>
      <span>
        {plural('routing.queue-minutes', Math.ceil(queue.maxWaitSeconds / 60))} ·{' '}
        {plural('routing.queue-callers', queue.maxCallers)}
        {queue.announcesPosition && ` · ${t('routing.queue-announces-position')}`}
      </span>
    </>
  )
}
