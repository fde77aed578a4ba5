import type { Call } from '@parley/contract/phone'
import { Card } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { LedgerTable } from '../app-config/consent/ledger-table.tsx'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'

/** The participants of an ended call to whom its recording was announced. Renders nothing for one without announcements. */
export function CallAnnouncements({ call }: { call: Call }) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { data } = useQuery({ ...queries.callAnnouncements(call.id), enabled: call.recordingState !== 'off' })
  if (!data || data.items.length === 0) return null
  return (
    <Card title={t('ledger.title')} padding="none">
      <LedgerTable items={data.items} />
    </Card>
  )
}
