import { Callout } from '@parley/ui'
import { TriangleAlert } from 'lucide-react'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'

import { CallingLimits } from './calling-limits.tsx'
import { ConfigPage } from './config-page.tsx'
import { AdministratorsOnly } from './members/administrators-only.tsx'
import { SetupCard } from './setup-card.tsx'
import { TrunkList } from './trunk-list.tsx'

/** The configuration overview: setup status, calling limits and trunks. */
export function OverviewPage() {
  const { t } = useLanguage()
  const { me } = usePhone()

  return (
    <ConfigPage title={t('config.overview')}>
      {me.isPhoneAdmin ? <Overview /> : <AdministratorsOnly />}
    </ConfigPage>
  )
}

function Overview() {
  const { t } = useLanguage()
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <div className="grid gap-4">
        <TrunkList />
        <CallingLimits />
      </div>
      <div className="grid gap-4">
        <SetupCard />
        <Callout tone="warning" icon={TriangleAlert} title={t('config.emergency')}>
          {t('config.emergency-sentence')}
        </Callout>
      </div>
    </div>
  )
}
