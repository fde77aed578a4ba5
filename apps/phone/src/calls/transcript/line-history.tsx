import { formatTimeOrDay, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'

interface LineHistoryProps {
  callId: string
  lineId: string
}

/** The earlier texts of a line, the latest first. */
export function LineHistory({ callId, lineId }: LineHistoryProps) {
  const { t, locale } = useLanguage()
  const { queries } = usePhone()
  const edits = useQuery(queries.transcriptEdits(callId, lineId))
  const context = { locale, nowMs: Date.now() }
  return (
    <section aria-label={t('transcript.history-title')} className="mt-2 rounded-control bg-sunken px-3 py-2">
      {edits.isPending && <Skeleton rows={1} label={t('common.loading')} />}
      {edits.isError && <ErrorAlert error={edits.error} onTryAgain={() => void edits.refetch()} />}
      <ol className="grid gap-2">
        {edits.data?.items.map(({ at, byName, previousText }) => (
          <li key={at} className="text-small wrap-anywhere">
            <p>{previousText}</p>
            <p className="text-ink-soft">
              {t('transcript.history-by', {
                name: byName ?? t('calls.unknown'),
                when: formatTimeOrDay(at, context),
              })}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
