import { Card, formatCountry, Icon, type IconType } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { Check, Circle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { accountQueries } from '../api/account-queries.ts'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { RouterLink } from '../shell/router-link.tsx'
import { LimitSummary } from './limit-summary.tsx'
import type { Trunk } from './trunks/trunk.ts'
import { trunkReachability } from './trunks/trunk-reachability.ts'

type RowState = 'done' | 'open' | 'attention'

/** The setup checklist: what is configured and what is missing. */
export function SetupCard() {
  const { t, locale } = useLanguage()
  const { app } = useRouteContext({ from: '__root__' })
  const { me, queries } = usePhone()
  const colleagues = useQuery(accountQueries(app).hasColleagues(me.workspace.id))
  const trunks = useQuery(queries.trunks())
  const limits = useQuery(queries.limits())

  return (
    <Card title={t('config.set-up')} padding="none">
      <ul className="py-2">
        {trunks.data && <Trunks trunks={trunks.data.items} />}
        <Row
          state={me.numbers.length > 0 ? 'done' : 'open'}
          label={t('config.numbers')}
          value={
            me.numbers.length === 1 ? formatNumber(me.numbers[0]?.number ?? '') : String(me.numbers.length)
          }
        />
        <Row
          state={me.isHomeCountryChosen ? 'done' : 'open'}
          label={t('home.title')}
          value={formatCountry(me.homeCountry, locale)}
        />
        <Row
          state={limits.data ? 'done' : 'open'}
          label={t('limits.title')}
          value={limits.data && <LimitSummary countries={limits.data.allowedCountries} />}
        />
        <Row
          state={colleagues.data ? 'done' : 'open'}
          label={t('members.title')}
          value={
            <RouterLink to="/app-config/members">
              {t(colleagues.data ? 'members.manage' : 'first.invite')}
            </RouterLink>
          }
        />
        <Row state="done" label={t('config.recording')} value={t('config.recording-per-call')} />
      </ul>
    </Card>
  )
}

/** Done when every trunk is known to work. Names each broken trunk and the reason. */
function Trunks({ trunks }: { trunks: readonly Trunk[] }) {
  const { t } = useLanguage()
  const reachable = trunks.filter((trunk) => trunkReachability(trunk) === 'reachable').length
  const broken = trunks.filter((trunk) => trunkReachability(trunk) === 'not-reachable')
  const [only] = trunks
  const value =
    only && trunks.length === 1
      ? t(`trunk.state-${only.state.status}`)
      : t('config.trunks-reachable', { reachable, total: trunks.length })

  return (
    <Row
      state={broken.length > 0 ? 'attention' : reachable > 0 && reachable === trunks.length ? 'done' : 'open'}
      label={t('config.trunks')}
      value={only ? value : t('common.none')}
    >
      {broken.map((trunk) => (
        <p key={trunk.id} className="text-small break-words text-danger">
          {trunk.name}: {t(`trunk.help-${brokenStatus(trunk)}`)}
        </p>
      ))}
    </Row>
  )
}

function brokenStatus({ state: { status } }: Trunk) {
  return status === 'refused' || status === 'unreachable' || status === 'address-taken' ? status : 'failed'
}

const marks: Readonly<Record<RowState, { icon: IconType; colour: string }>> = {
  done: { icon: Check, colour: 'text-positive' },
  open: { icon: Circle, colour: 'text-ink-soft' },
  attention: { icon: TriangleAlert, colour: 'text-danger' },
}
const stateLabels = { done: 'first.done', open: 'first.open', attention: 'config.attention' } as const

interface RowProps {
  state: RowState
  label: string
  value: ReactNode
  /** The problems of this row. */
  children?: ReactNode
}

function Row({ state, label, value, children }: RowProps) {
  const { t } = useLanguage()
  const { icon, colour } = marks[state]
  return (
    <li className="grid gap-1 px-4.5 py-1.5">
      <div className="flex items-center gap-3">
        <span className={colour}>
          <Icon icon={icon} />
          <span className="sr-only">{t(stateLabels[state])}</span>
        </span>
        <span className="flex-1">{label}</span>
        <span className="text-right text-small text-ink-soft tabular-nums">{value}</span>
      </div>
      {children && <div className="pl-7.5">{children}</div>}
    </li>
  )
}
