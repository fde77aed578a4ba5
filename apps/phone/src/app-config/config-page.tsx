import { Icon, SideNav, sideLinkStyles } from '@parley/ui'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { PageAccount } from '../shell/account/page-account.tsx'
import { ConnectionStatus } from '../shell/connection-status.tsx'
import { useConfigurationPages } from './configuration-pages.ts'

interface ConfigPageProps {
  title: string
  children: ReactNode
}

/** A page of the configuration, with links to the others. */
export function ConfigPage({ title, children }: ConfigPageProps) {
  const { t } = useLanguage()
  const { me } = usePhone()
  const pages = useConfigurationPages()
  return (
    <SideNav
      label={t('config.heading')}
      items={pages.map(({ to, icon, title: name }) => (
        <li key={to}>
          <Link to={to} activeOptions={{ exact: true }} className={sideLinkStyles}>
            <Icon icon={icon} className="max-lg:hidden" />
            {t(name)}
          </Link>
        </li>
      ))}
    >
      <div className="max-w-300 px-8 pt-6 pb-8 max-sm:px-4 max-sm:pt-4">
        <header className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-2">
          <div className="min-w-0 flex-[1_1_8rem]">
            <h1>{title}</h1>
            <p className="mt-0.5 wrap-anywhere text-ink-soft">
              {t('config.workspace', { name: me.workspace.displayName })}
            </p>
          </div>
          <ConnectionStatus className="min-h-10 content-center" />
          <PageAccount />
        </header>
        {children}
      </div>
    </SideNav>
  )
}
