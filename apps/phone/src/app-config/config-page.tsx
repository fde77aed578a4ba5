import { Icon, type IconType, SideNav, sideLinkStyles } from '@parley/ui'
import { Link } from '@tanstack/react-router'
import {
  AudioLines,
  BadgeCheck,
  Ban,
  CalendarClock,
  ChartColumn,
  Coins,
  Gauge,
  Hash,
  History,
  Mail,
  Megaphone,
  ScrollText,
  TextCursorInput,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { PageAccount } from '../shell/account-menu.tsx'
import { ConnectionStatus } from '../shell/connection-status.tsx'

interface ConfigPageProps {
  title: string
  children: ReactNode
}

/** A page of the configuration, with links to the others. */
export function ConfigPage({ title, children }: ConfigPageProps) {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <SideNav
      label={t('config.heading')}
      items={
        <>
          {me.isPhoneAdmin && <SideLink to="/app-config" icon={Gauge} label={t('config.overview')} />}
          <SideLink to="/app-config/members" icon={UsersRound} label={t('members.title')} />
          {me.isPhoneAdmin && (
            <>
              <SideLink to="/app-config/routing" icon={Hash} label={t('routing.title')} />
              <SideLink to="/app-config/announcements" icon={Megaphone} label={t('announcements.title')} />
            </>
          )}
          <SideLink to="/app-config/blocked-numbers" icon={Ban} label={t('block.title')} />
          {me.isPhoneAdmin && (
            <>
              <SideLink to="/app-config/contact-fields" icon={TextCursorInput} label={t('fields.title')} />
              <SideLink to="/app-config/phone-verification" icon={BadgeCheck} label={t('verify.title')} />
              <SideLink to="/app-config/email-config" icon={Mail} label={t('mail.title')} />
              <SideLink to="/app-config/call-analyzer-prompt" icon={ScrollText} label={t('provider.title')} />
              <SideLink to="/app-config/costs" icon={Coins} label={t('costs.title')} />
              <SideLink to="/app-config/usage" icon={ChartColumn} label={t('usage.title')} />
              <SideLink to="/app-config/consent" icon={AudioLines} label={t('ledger.page')} />
              <SideLink to="/app-config/retention" icon={CalendarClock} label={t('retention.title')} />
              <SideLink to="/app-config/audit" icon={History} label={t('audit.title')} />
            </>
          )}
        </>
      }
    >
      <div className="max-w-300 px-8 pt-6 pb-8 max-sm:px-4 max-sm:pt-4">
        <header className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-2">
          <div className="min-w-0 flex-[1_1_12rem]">
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

interface SideLinkProps {
  to:
    | '/app-config'
    | '/app-config/members'
    | '/app-config/routing'
    | '/app-config/announcements'
    | '/app-config/blocked-numbers'
    | '/app-config/contact-fields'
    | '/app-config/phone-verification'
    | '/app-config/call-analyzer-prompt'
    | '/app-config/email-config'
    | '/app-config/audit'
    | '/app-config/consent'
    | '/app-config/retention'
    | '/app-config/costs'
    | '/app-config/usage'
  icon: IconType
  label: string
}

function SideLink({ to, icon, label }: SideLinkProps) {
  return (
    <li>
      <Link to={to} activeOptions={{ exact: true }} className={sideLinkStyles}>
        <Icon icon={icon} className="max-lg:hidden" />
        {label}
      </Link>
    </li>
  )
}
