import { formatPosition, formatRinging, IconButton, QualityBars, StatusDot } from '@parley/ui'
import { Maximize2, Minimize2 } from 'lucide-react'
import { type Language, useLanguage } from '../../i18n/language.tsx'
import { useNow } from '../../shell/hooks/use-now.ts'
import type { CallPanelProps } from './call-panel-props.ts'
import {
  callStateLabel,
  findWorstLeg,
  isOnHold,
  presentLegs,
  qualityDetails,
  worstQualityLabel,
} from './labels.ts'

/** The call state and the button that expands or minimizes the panel. */
export function StateLine(props: CallPanelProps) {
  const language = useLanguage()
  const { t } = language
  const isLarge = props.layout === 'large'
  return (
    <div className="flex items-center gap-2 text-small">
      <StatusDot state={toStatusDotState(props)} />
      <span className="flex-1">{callStateLabel(props.localCall, props.leg.connection, language)}</span>
      <IconButton
        icon={isLarge ? Minimize2 : Maximize2}
        label={t(isLarge ? 'live.minimize' : 'live.expand')}
        size="small"
        className="-my-1"
        data-opens="panel"
        onClick={() => props.onOpenChange(!isLarge)}
      />
    </div>
  )
}

/** Call duration and quality; shown beside the name when an open tool takes the space below. */
export function TimerLine(props: CallPanelProps) {
  const language = useLanguage()
  const { localCall } = props
  const worstLeg = localCall.call ? findWorstLeg(localCall.call) : null
  const timer = useCallTimer(props, language)
  if (!localCall.call) return null
  const isCompact = props.layout === 'docked' && props.tool !== 'none'
  const answered = isCompact ? 'text-title' : 'text-display font-[500]'

  return (
    <div
      className={
        isCompact
          ? 'grid shrink-0 justify-items-end'
          : 'flex min-h-10 flex-1 items-center justify-between gap-4 sm:max-w-full sm:flex-none'
      }
    >
      {timer && (
        <span
          role="timer"
          aria-label={language.t('live.timer')}
          className={`tabular-nums ${localCall.call.answeredAt ? answered : 'text-body text-ink-soft'}`}
        >
          {timer}
        </span>
      )}
      {worstLeg && (
        <QualityBars
          quality={worstLeg.quality.verdict}
          label={worstQualityLabel(worstLeg, localCall.legId, language)}
          measurements={qualityDetails(worstLeg.quality, language)}
        />
      )}
    </div>
  )
}

/** Time since the answer, or the ring time before it. Empty until the callee rings. */
export function useCallTimer({ localCall, clockOffsetMs }: CallPanelProps, { t }: Language): string {
  const now = useNow() + clockOffsetMs
  if (!localCall.call) return ''
  if (localCall.call.answeredAt !== null) return formatPosition(now - localCall.call.answeredAt)
  if (localCall.call.phase !== 'ringing' || localCall.call.direction === 'incoming') return ''
  return t('live.rings', { time: formatRinging(now - localCall.call.startedAt) })
}

/** The state of the status dot: steady while audio flows in both directions. */
export function toStatusDotState({
  localCall,
  leg,
}: CallPanelProps): 'steady' | 'ringing' | 'warning' | 'off' {
  if (leg.connection.phase === 'reconnecting') return 'warning'
  const isWaiting =
    !localCall.call || presentLegs(localCall.call).length < 2 || localCall.call.answeredAt === null
  if (isWaiting) return 'ringing'
  return isOnHold(localCall.call) ? 'off' : 'steady'
}
