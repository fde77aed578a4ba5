import { Card, formatCountry, Icon, type IconType } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { Check, Circle, TriangleAlert } from 'lucide-react'
import { Children, type ReactNode } from 'react'
import { accountQueries } from '../api/account-queries.ts'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { localeNames } from '../i18n/index.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { RouterLink } from '../shell/router-link.tsx'
import { LimitSummary } from './limit-summary.tsx'
import type { Trunk } from './trunks/trunk.ts'
import { trunkReachability } from './trunks/trunk-reachability.ts'

type RowState = 'done' | 'open' | 'attention'

/** The setup checklist: what is configured, what is missing, and where each of it is set. */
export function SetupCard() {
  const { t } = useLanguage()
  return (
    <Card title={t('config.set-up')} padding="none">
      <ul className="py-2">
        <TrunkRows />
        <CallRows />
        <MoneyRows />
        <MemberRow />
        <Row state="done" label={t('config.recording')} value={t('config.recording-per-call')} />
      </ul>
    </Card>
  )
}

/** The rows of trunks, numbers, and what happens to incoming calls. */
function TrunkRows() {
  const { t, plural } = useLanguage()
  const { me, queries } = usePhone()
  const trunks = useQuery(queries.trunks())
  const verifications = useQuery(queries.phoneVerifications())
  const routing = useQuery(queries.routing())
  const verified = verifications.data?.items.filter(({ state }) => state === 'verified').length ?? 0
  const routes = routing.data?.configuration.routes.length ?? 0
  // Those of the internal network reach no telephone.
  const numbers = me.numbers.filter(({ source }) => source !== 'carrier')
  const [number] = numbers

  return (
    <>
      {trunks.data ? (
        <Trunks trunks={trunks.data.items} />
      ) : (
        <QueryRow query={trunks} label={t('config.trunks')} to={overview} hash="trunks" />
      )}
      <Row
        state={number ? 'done' : 'open'}
        label={t('config.numbers')}
        to={overview}
        hash="trunks"
        value={
          numbers.length > 1
            ? String(numbers.length)
            : number
              ? formatNumber(number.number)
              : t('common.none')
        }
      />
      <QueryRow
        query={verifications}
        label={t('verify.title')}
        to="/app-config/phone-verification"
        state={verified > 0 ? 'done' : 'open'}
        value={verified > 0 ? String(verified) : t('common.none')}
      />
      <QueryRow
        query={routing}
        label={t('routing.title')}
        to="/app-config/routing"
        state={routes > 0 ? 'done' : 'open'}
        value={routes > 0 ? plural('config.routes', routes) : t('config.rings-for-all')}
      />
    </>
  )
}

/** The rows that decide which numbers can be called, and what the called persons hear. */
function CallRows() {
  const { t, locale } = useLanguage()
  const { me, queries } = usePhone()
  const limits = useQuery(queries.limits())
  return (
    <>
      <Row
        state={me.isHomeCountryChosen ? 'done' : 'open'}
        label={t('home.title')}
        to={overview}
        hash="home-country"
        value={formatCountry(me.homeCountry, locale)}
      />
      <Row
        state={me.isWorkspaceLanguageChosen ? 'done' : 'open'}
        label={t('workspace-language.title')}
        to={overview}
        hash="language"
        value={localeNames[me.workspaceLanguage]}
      />
      <QueryRow
        query={limits}
        label={t('limits.title')}
        to={overview}
        hash="limits"
        value={limits.data && <LimitSummary countries={limits.data.allowedCountries} />}
      />
      <EmergencyRow />
    </>
  )
}

/** Done when emergency numbers can be called and the trunk of the route is known to work. */
function EmergencyRow() {
  const { t } = useLanguage()
  const { me, queries } = usePhone()
  const trunks = useQuery(queries.trunks())
  const emergency = useQuery(queries.emergencyRoute())
  const route = emergency.data?.route
  const trunk = trunks.data?.items.find(({ id }) => id === route?.trunkId)
  const values = {
    reachable: { state: 'done', value: t('config.set') },
    'not-reachable': { state: 'attention', value: t('config.trunk-not-reachable') },
    'not-known': { state: 'open', value: t('trunk.state-unchecked') },
  } as const
  const shown =
    route && me.emergencyAddress !== null
      ? values[trunk ? trunkReachability(trunk) : 'not-known']
      : ({ state: 'open', value: t('config.not-set') } as const)
  return (
    <QueryRow
      query={emergency}
      label={t('emergency-route.title')}
      to={overview}
      hash="emergency"
      {...shown}
    />
  )
}

function MoneyRows() {
  const { t, plural } = useLanguage()
  const { queries } = usePhone()
  const prices = useQuery(queries.priceTable())
  const daily = useQuery(queries.dailyLimits())
  const table = prices.data?.table
  const limits = daily.data?.limits
  const isLimited = Boolean(limits && (limits.minutesPerDay !== null || limits.spendPerDay !== null))
  return (
    <>
      <QueryRow
        query={prices}
        label={t('prices.title')}
        to="/app-config/costs"
        state={table ? 'done' : 'open'}
        value={table ? plural('prices.count', table.rowCount) : t('config.not-set')}
      />
      <QueryRow
        query={daily}
        label={t('daily.title')}
        to="/app-config/costs"
        state={isLimited ? 'done' : 'open'}
        value={t(isLimited ? 'config.set' : 'config.not-set')}
      />
    </>
  )
}

function MemberRow() {
  const { t } = useLanguage()
  const { app } = useRouteContext({ from: '__root__' })
  const { me } = usePhone()
  const colleagues = useQuery(accountQueries(app).hasColleagues(me.workspace.id))
  return (
    <QueryRow
      query={colleagues}
      label={t('members.title')}
      to="/app-config/members"
      state={colleagues.data ? 'done' : 'open'}
      value={t(colleagues.data ? 'members.manage' : 'first.invite')}
    />
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
      to={overview}
      hash="trunks"
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

const overview = '/app-config'

interface RowProps {
  state: RowState
  label: string
  value: ReactNode
  /** The page on which it is set; missing where nothing can be set. */
  to?:
    | '/app-config'
    | '/app-config/members'
    | '/app-config/routing'
    | '/app-config/phone-verification'
    | '/app-config/costs'
  /** The card on that page. */
  hash?: string
  /** The problems of this row. */
  children?: ReactNode
}

function Row({ state, label, value, to, hash, children }: RowProps) {
  const { t } = useLanguage()
  const { icon, colour } = marks[state]
  return (
    <li className="grid gap-1 px-4.5 py-1.5">
      <div className="flex items-center gap-3">
        <span className={colour}>
          <Icon icon={icon} />
          <span className="sr-only">{t(stateLabels[state])}</span>
        </span>
        <span className="flex-1">
          {to ? (
            <RouterLink to={to} hash={hash}>
              {label}
            </RouterLink>
          ) : (
            label
          )}
        </span>
        <span className="text-right text-small text-ink-soft tabular-nums">{value}</span>
      </div>
      {Children.toArray(children).length > 0 && <div className="pl-7.5">{children}</div>}
    </li>
  )
}

interface QueryRowProps extends Omit<RowProps, 'state' | 'value'> {
  query: { readonly isPending: boolean; readonly isError: boolean }
  /** When the query has succeeded; done by default. */
  state?: RowState
  value?: ReactNode
}

/** A row whose state is fetched. */
function QueryRow({ query, state = 'done', value, ...row }: QueryRowProps) {
  const { t } = useLanguage()
  if (query.isPending) return <Row {...row} state="open" value={t('common.loading')} />
  if (query.isError) return <Row {...row} state="attention" value={t('config.not-loaded')} />
  return <Row {...row} state={state} value={value} />
}
