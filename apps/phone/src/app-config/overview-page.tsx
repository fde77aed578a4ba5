import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'

import { CallingLimits } from './calling-limits.tsx'
import { ConfigPage } from './config-page.tsx'
import { EmergencyCard } from './emergency/emergency-card.tsx'
import { HomeCountryCard } from './home-country/home-country-card.tsx'
import { AdministratorsOnly } from './members/administrators-only.tsx'
import { SelfTestCard } from './self-test/self-test-card.tsx'
import { SetupCard } from './setup-card.tsx'
import { TrunkList } from './trunks/trunk-list.tsx'
import { WorkspaceLanguageCard } from './workspace-language/workspace-language-card.tsx'

/** The configuration overview: self-test, setup status, calling limits and trunks. */
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
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <div className="grid gap-4">
        <SelfTestCard />
        <TrunkList />
        <CallingLimits />
      </div>
      <div className="grid gap-4">
        <SetupCard />
        <HomeCountryCard />
        <WorkspaceLanguageCard />
        <EmergencyCard />
      </div>
    </div>
  )
}
