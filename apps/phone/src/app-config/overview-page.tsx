import { Card, Icon, Note, SideNav, sideLinkStyles } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Circle, Gauge, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage } from '../locales/language.tsx'
import { formatNumber } from '../numbers/format-number.ts'
import { usePhone } from '../phone.tsx'
import { AccountMenu } from '../shell/account-menu.tsx'
import { CallingLimits } from './calling-limits.tsx'
import { LimitSummary } from './limit-summary.tsx'
import { TrunkList } from './trunk-list.tsx'

/** What is set, what is missing, and the trunks. */
export function OverviewPage() {
  const { text } = useLanguage()
  const { me } = usePhone()

  return (
    <SideNav
      label={text('config.heading')}
      items={
        <li>
          <Link to="/app-config" className={sideLinkStyles}>
            <Icon icon={Gauge} className="max-lg:hidden" />
            {text('config.overview')}
          </Link>
        </li>
      }
    >
      <div className="max-w-300 px-8 pt-6 pb-8 max-sm:px-4 max-sm:pt-4">
        <header className="mb-5 flex items-start gap-4">
          <div className="min-w-0 flex-1">
            <h1>{text('config.overview')}</h1>
            <p className="mt-0.5 text-ink-soft">
              {text('config.workspace', { name: me.workspace.displayName })}
            </p>
          </div>
          <div className="sm:hidden">
            <AccountMenu />
          </div>
        </header>
        {me.isPhoneAdmin ? (
          <ForAdmins />
        ) : (
          <Note title={text('config.admins-only')}>{text('config.ask-admin')}</Note>
        )}
      </div>
    </SideNav>
  )
}

function ForAdmins() {
  const { text } = useLanguage()
  return (
    <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      <div className="grid gap-4">
        <TrunkList />
        <CallingLimits />
      </div>
      <div className="grid gap-4">
        <SetUp />
        <Note tone="warning" icon={TriangleAlert} title={text('config.emergency')}>
          {text('config.emergency-sentence')}
        </Note>
      </div>
    </div>
  )
}

/** What works already, and what is missing. */
function SetUp() {
  const { text } = useLanguage()
  const { me, queries } = usePhone()
  const trunks = useQuery(queries.trunks())
  const limits = useQuery(queries.limits())
  const count = trunks.data?.items.length ?? 0

  return (
    <Card title={text('config.set-up')} padding="none">
      <ul className="py-2">
        <Row
          isDone={count > 0}
          label={text('config.trunks')}
          value={count > 0 ? String(count) : text('common.none')}
        />
        <Row
          isDone={me.numbers.length > 0}
          label={text('config.numbers')}
          value={
            me.numbers.length === 1 ? formatNumber(me.numbers[0]?.number ?? '') : String(me.numbers.length)
          }
        />
        <Row
          isDone={limits.data !== undefined}
          label={text('limits.title')}
          value={limits.data && <LimitSummary countries={limits.data.allowedCountries} />}
        />
        <Row isDone label={text('config.recording')} value={text('config.recording-per-call')} />
      </ul>
    </Card>
  )
}

function Row({ isDone, label, value }: { isDone: boolean; label: string; value: ReactNode }) {
  const { text } = useLanguage()
  return (
    <li className="flex items-center gap-3 px-4.5 py-1.5">
      <span className={isDone ? 'text-positive' : 'text-ink-soft'}>
        <Icon icon={isDone ? Check : Circle} />
        <span className="sr-only">{text(isDone ? 'first.done' : 'first.open')}</span>
      </span>
      <span className="flex-1">{label}</span>
      <span className="text-right text-small text-ink-soft tabular-nums">{value}</span>
    </li>
  )
}
