import { Button, Icon } from '@parley/ui'
import { Clock, CornerDownRight, PhoneIncoming, Timer } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { targetIcons, useDescribeTarget } from '../describe-target.ts'
import { GroupSummary } from '../groups/group-summary.tsx'
import { MenuKeys } from '../menus/menu-keys.tsx'
import { MenuTestDialog } from '../menus/menu-test-dialog.tsx'
import { OpenBadge } from '../opening-hours/open-badge.tsx'
import { OpeningHoursSummary } from '../opening-hours/opening-hours-summary.tsx'
import type { Menu, NumberRoute, OpeningHours, PartNames, Target } from '../use-routing.ts'
import { FlowStep } from './flow-step.tsx'

interface RouteFlowProps extends PartNames {
  /** For example `A call to +1 555 0100`. */
  title: string
  route: NumberRoute
}

/** The way of a call to a number, step by step. */
export function RouteFlow({ title, route, configuration, members }: RouteFlowProps) {
  const { t } = useLanguage()
  const names = { configuration, members }
  const describe = useDescribeTarget(names)
  const hours = configuration.openingHours.find(({ id }) => id === route.openingHoursId)
  const isLast = route.open.kind === 'hang-up' || route.open.kind === 'voicemail'
  return (
    <ol className="grid">
      <FlowStep icon={PhoneIncoming} title={title}>
        {t('routing.blocked-hint')}
      </FlowStep>
      {hours ? (
        <HoursStep hours={hours} closed={describe(route.closed)} />
      ) : (
        <FlowStep icon={Clock} title={t('routing.always-open')} />
      )}
      <TargetStep {...names} target={route.open} />
      {!isLast && (
        <FlowStep icon={Timer} title={t('routing.when-unanswered')}>
          <Leads target={describe(route.unanswered)} />
        </FlowStep>
      )}
    </ol>
  )
}

function HoursStep({ hours, closed }: { hours: OpeningHours; closed: string }) {
  const { t } = useLanguage()
  return (
    <FlowStep icon={Clock} title={hours.name} badge={<OpenBadge hours={hours} />}>
      <OpeningHoursSummary hours={hours} />
      <Leads label={t('routing.closed')} target={closed} />
    </FlowStep>
  )
}

function TargetStep({
  target,
  configuration,
  members,
}: { target: Target } & Omit<RouteFlowProps, 'title' | 'route'>) {
  const { t } = useLanguage()
  const describe = useDescribeTarget({ configuration, members })
  const group = target.kind === 'group' && configuration.groups.find(({ id }) => id === target.groupId)
  const menu = target.kind === 'menu' && configuration.menus.find(({ id }) => id === target.menuId)
  if (menu) return <MenuFlowStep menu={menu} configuration={configuration} members={members} />
  return (
    <FlowStep icon={targetIcons[target.kind]} title={describe(target)}>
      {target.kind === 'hang-up' && t('routing.hang-up-hint')}
      {group && <GroupSummary group={group} members={members} />}
    </FlowStep>
  )
}

function MenuFlowStep({
  menu,
  ...names
}: { menu: Menu } & Pick<RouteFlowProps, 'configuration' | 'members'>) {
  const { t } = useLanguage()
  const [isTested, setIsTested] = useState(false)
  const test = (
    <Button size="small" icon={PhoneIncoming} onClick={() => setIsTested(true)}>
      {t('routing.test-menu')}
    </Button>
  )
  return (
    <FlowStep icon={targetIcons.menu} title={t('routing.menu-named', { name: menu.name })} badge={test}>
      <MenuKeys {...names} menu={menu} />
      {isTested && <MenuTestDialog {...names} menu={menu} onClose={() => setIsTested(false)} />}
    </FlowStep>
  )
}

function Leads({ label, target }: { label?: string; target: string }) {
  return (
    <span className="flex items-start gap-1.5">
      <Icon icon={CornerDownRight} size="small" className="mt-0.5" />
      <span>
        {label && <>{label}: </>}
        <span className="text-ink">{target}</span>
      </span>
    </span>
  )
}
