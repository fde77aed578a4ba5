import { Button, Callout, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useNow } from '../../shell/hooks/use-now.ts'
import { ConfigPage } from '../config-page.tsx'
import { AdministratorsOnly } from '../members/administrators-only.tsx'
import { AddNumber } from './add-number.tsx'
import { PendingVerification } from './pending-verification.tsx'
import { VerifiedNumbers } from './verified-numbers.tsx'

/** The numbers that the workspace verifies or has verified. */
export function PhoneVerificationPage() {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <ConfigPage title={t('verify.title')}>
      {me.isPhoneAdmin ? <Verifications /> : <AdministratorsOnly />}
    </ConfigPage>
  )
}

function Verifications() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const [isAdding, setIsAdding] = useState(false)
  const verifications = useQuery(queries.phoneVerifications())
  const now = useNow(
    verifications.data?.items.some(({ state }) => state === 'pending') ? 'running' : 'stopped',
  )
  if (verifications.isPending) return <Skeleton rows={4} label={t('common.loading')} />
  if (verifications.isError)
    return <ErrorAlert error={verifications.error} onTryAgain={() => void verifications.refetch()} />

  // A verification expires while the page is open.
  const items = verifications.data.items.map((one) =>
    one.state === 'pending' && one.expiresAt !== null && one.expiresAt <= now
      ? { ...one, state: 'expired' as const }
      : one,
  )
  const add = (
    <Button icon={Plus} onClick={() => setIsAdding(true)}>
      {t('verify.add')}
    </Button>
  )
  return (
    <div className="grid max-w-250 grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft">{t('verify.intro')}</p>
        {items.length > 0 && add}
      </div>
      {items
        .filter(({ state }) => state === 'pending')
        .map((one) => (
          <PendingVerification key={one.id} verification={one} now={now} />
        ))}
      <VerifiedNumbers items={items} now={now} add={add} />
      <Callout>{t('verify.attestation')}</Callout>
      {isAdding && <AddNumber onClose={() => setIsAdding(false)} />}
    </div>
  )
}
