import { findOpeningState } from '@parley/primitives'
import { Badge } from '@parley/ui'
import { useMemo } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { useNow } from '../../../shell/hooks/use-now.ts'
import type { OpeningHours } from '../use-routing.ts'
import { describeUntil } from './describe-hours.ts'

const minuteMs = 60_000

/** Whether it is open now, and until when, by the clock of the opening hours. */
export function OpenBadge({ hours }: { hours: OpeningHours }) {
  const { t, locale } = useLanguage()
  const minute = Math.floor(useNow() / minuteMs)
  const state = useMemo(() => findOpeningState(hours, new Date(minute * minuteMs)), [hours, minute])
  const time = describeUntil(state, locale)
  const name = state.isOpen ? 'open' : 'closed'
  return (
    <Badge tone={state.isOpen ? 'positive' : 'neutral'}>
      {time === null ? t(`routing.${name}-now`) : t(`routing.${name}-until`, { time })}
    </Badge>
  )
}
