import { Callout, Icon, SideNav, sideLinkStyles } from '@parley/ui'
import { Link } from '@tanstack/react-router'
import { Gauge, TriangleAlert } from 'lucide-react'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { PageAccount } from '../shell/account-menu.tsx'
import { CallingLimits } from './calling-limits.tsx'
import { SetupCard } from './setup-card.tsx'
import { TrunkList } from './trunk-list.tsx'

/** The configuration overview: setup status, calling limits and trunks. */
export function OverviewPage() {
  const { t } = useLanguage()
  const { me } = usePhone()

  return (
    <SideNav
      label={t('config.heading')}
      items={
        <li>
          <Link to="/app-config" className={sideLinkStyles}>
            <Icon icon={Gauge} className="max-lg:hidden" />
            {t('config.overview')}
          </Link>
        </li>
      }
    >
      <div className="max-w-300 px-8 pt-6 pb-8 max-sm:px-4 max-sm:pt-4">
        <header className="mb-5 flex items-start gap-4">
          <div className="min-w-0 flex-1">
            <h1>{t('config.overview')}</h1>
            <p className="mt-0.5 text-ink-soft">
              {t('config.workspace', { name: me.workspace.displayName })}
            </p>
          </div>
          <PageAccount />
        </header>
        {me.isPhoneAdmin ? (
          <AdminsOnly />
        ) : (
          <Callout title={t('config.admins-only')}>{t('config.ask-admin')}</Callout>
        )}
      </div>
    </SideNav>
  )
}

function AdminsOnly() {
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
