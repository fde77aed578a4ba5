import { Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ConfigPage } from '../config-page.tsx'
import { AdministratorsOnly } from '../members/administrators-only.tsx'
import { findRoute, getDefaultRoute } from './change-configuration.ts'
import { useDescribeTarget } from './describe-target.ts'
import { GroupsCard } from './groups/groups-card.tsx'
import { MenusCard } from './menus/menus-card.tsx'
import { OpeningHoursCard } from './opening-hours/opening-hours-card.tsx'
import { QueuesCard } from './queues/queues-card.tsx'
import { NumberList, type RoutedNumber } from './routes/number-list.tsx'
import { RouteCard } from './routes/route-card.tsx'
import { type PartNames, useMembers } from './use-routing.ts'

/** The configuration of incoming calls: the route of each number, groups and opening hours. */
export function RoutingPage() {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <ConfigPage title={t('routing.title')}>
      {me.isPhoneAdmin ? <Routing /> : <AdministratorsOnly />}
    </ConfigPage>
  )
}

function Routing() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const routing = useQuery(queries.routing())
  const trunks = useQuery(queries.trunks())
  const members = useMembers()
  const error = routing.error ?? trunks.error ?? members.error
  if (error) {
    const refetch = () => void Promise.all([routing.refetch(), trunks.refetch(), members.refetch()])
    return <ErrorAlert error={error} onTryAgain={refetch} />
  }
  if (!routing.data || !trunks.data || !members.data) return <Skeleton rows={5} label={t('common.loading')} />

  const numbers = trunks.data.items.flatMap(({ name, numbers: own }) =>
    own.map((number) => ({ number, trunkName: name })),
  )
  return <RoutingView configuration={routing.data.configuration} members={members.data} numbers={numbers} />
}

interface RoutingViewProps extends PartNames {
  numbers: readonly { readonly number: string; readonly trunkName: string }[]
}

function RoutingView({ configuration, members, numbers }: RoutingViewProps) {
  const { t } = useLanguage()
  const describe = useDescribeTarget({ configuration, members })
  const [selected, setSelected] = useState<string | null>(numbers[0]?.number ?? null)
  const routed: readonly RoutedNumber[] = [
    ...numbers.map(({ number, trunkName }) => {
      const { open } = findRoute(configuration, number) ?? getDefaultRoute(configuration)
      return { number, title: formatNumber(number), subtitle: `${trunkName} · ${describe(open)}` }
    }),
    {
      number: null,
      title: t('routing.other-numbers'),
      subtitle: describe(getDefaultRoute(configuration).open),
    },
  ]
  // The number may have been removed from its trunk.
  const shown = routed.some(({ number }) => number === selected) ? selected : null

  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">{t('routing.intro')}</p>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,14rem)_minmax(0,1fr)]">
        <NumberList numbers={routed} selected={shown} onSelect={setSelected} />
        <div className="grid gap-4">
          <RouteCard key={shown} number={shown} configuration={configuration} members={members} />
          <GroupsCard configuration={configuration} members={members} />
          <QueuesCard configuration={configuration} />
          <MenusCard configuration={configuration} members={members} />
          <OpeningHoursCard configuration={configuration} />
        </div>
      </div>
    </div>
  )
}
