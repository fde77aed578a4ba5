import { Card, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ConfigPage } from '../config-page.tsx'
import { AdministratorsOnly } from '../members/administrators-only.tsx'
import { DailyLimitsForm } from './daily-limits-form.tsx'
import { PriceTableCard } from './price-table-card.tsx'
import { RefusalsCard } from './refusals-card.tsx'

/** The price table, and the limits of minutes and money per day. */
export function CostsPage() {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <ConfigPage title={t('costs.title')}>{me.isPhoneAdmin ? <Costs /> : <AdministratorsOnly />}</ConfigPage>
  )
}

export function Costs() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const prices = useQuery(queries.priceTable())
  const limits = useQuery(queries.dailyLimits())
  const error = prices.error ?? limits.error
  if (error) {
    const refetch = () => void Promise.all([prices.refetch(), limits.refetch()])
    return <ErrorAlert error={error} onTryAgain={refetch} />
  }
  if (!prices.data || !limits.data) return <Skeleton rows={4} label={t('common.loading')} />

  const { table } = prices.data
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <PriceTableCard table={table} spendPerDay={limits.data.limits?.spendPerDay ?? null} />
      <Card title={t('daily.title')}>
        <DailyLimitsForm
          // The field of the deleted limit becomes empty.
          key={table ? 'with-prices' : 'without-prices'}
          initial={limits.data.limits}
          currency={table?.currency ?? null}
        />
      </Card>
      <div className="xl:col-span-2">
        <RefusalsCard />
      </div>
    </div>
  )
}
