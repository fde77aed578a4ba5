import { Callout, Card, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { EmergencyRouteForm } from './emergency-route-form.tsx'
import { EmergencyRouteSummary } from './emergency-route-summary.tsx'

/** The route of emergency calls. They are rejected without one, and in a workspace without a number. */
export function EmergencyCard() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const saved = useQuery(queries.emergencyRoute())
  const trunks = useQuery(queries.trunks())
  const error = saved.error ?? trunks.error
  const refetch = () => void Promise.all([saved.refetch(), trunks.refetch()])
  const usable = (trunks.data?.items ?? []).filter(({ numbers }) => numbers.length > 0)

  return (
    <Card id="emergency" title={t('emergency-route.title')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {error ? (
          <ErrorAlert error={error} onTryAgain={refetch} />
        ) : !saved.data || !trunks.data ? (
          <Skeleton rows={2} label={t('common.loading')} />
        ) : (
          <>
            {(!saved.data.route || usable.length === 0) && (
              <Callout tone="warning" icon={TriangleAlert} title={t('config.emergency')}>
                {t('config.emergency-sentence')}
              </Callout>
            )}
            {usable.length === 0 && (
              <p className="text-small text-ink-soft">{t('emergency-route.needs-trunk')}</p>
            )}
            {saved.data.route ? (
              <EmergencyRouteSummary route={saved.data.route} trunks={trunks.data.items} />
            ) : (
              usable.length > 0 && <EmergencyRouteForm trunks={usable} />
            )}
          </>
        )}
      </div>
    </Card>
  )
}
