import type { Call } from '@parley/contract/phone'
import { Card, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { isPhoneApiError } from '../../api/errors.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ConversationNumbers } from './conversation-numbers.tsx'

interface ConversationCardProps {
  call: Call
  /** Moves the player to a position of the recording. */
  onSeek: (ms: number) => void
}

/** How the participants of a recorded call have talked. Renders nothing when its recording was just deleted. */
export function ConversationCard({ call, onSeek }: ConversationCardProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { data, error, isPending, refetch } = useQuery(queries.callMetrics(call.id))
  if (isPhoneApiError(error, 'RECORDING_NOT_FOUND')) return null
  return (
    <Card title={t('conversation.title')} padding="none">
      {isPending && <Skeleton rows={2} label={t('common.loading')} />}
      {error && <ErrorAlert error={error} onTryAgain={() => void refetch()} />}
      {data && data.state !== 'ready' && (
        <p role="status" className="px-4.5 py-4 text-small text-ink-soft">
          {t(`conversation.${data.state}`)}
        </p>
      )}
      {data?.metrics && (
        <ConversationNumbers call={call} metrics={data.metrics} questions={data.questions} onSeek={onSeek} />
      )}
    </Card>
  )
}
