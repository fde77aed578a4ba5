import { Card, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ConfigPage } from '../config-page.tsx'
import { ErasureCard } from '../erasure/erasure-card.tsx'
import { ErasureList } from '../erasure/erasure-list.tsx'
import { AdministratorsOnly } from '../members/administrators-only.tsx'
import { RetentionForm } from './retention-form.tsx'

/** How long the data of calls is stored, and its erasure. */
export function RetentionPage() {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <ConfigPage title={t('retention.title')}>
      {me.isPhoneAdmin ? <Retention /> : <AdministratorsOnly />}
    </ConfigPage>
  )
}

function Retention() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { data, error, refetch } = useQuery(queries.retention())
  if (error) return <ErrorAlert error={error} onTryAgain={() => void refetch()} />
  return (
    <div className="grid max-w-240 grid-cols-[minmax(0,1fr)] gap-4">
      <Card title={t('retention.periods')}>
        {data ? <RetentionForm stored={data} /> : <Skeleton rows={4} label={t('common.loading')} />}
      </Card>
      <ErasureCard />
      <ErasureList />
    </div>
  )
}
