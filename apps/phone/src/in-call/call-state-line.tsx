import { formatPosition, formatRinging, IconButton, Lamp, QualityBars } from '@parley/ui'
import { Maximize2, Minimize2 } from 'lucide-react'
import { useNow } from '../live/use-now.ts'
import { type Language, useLanguage } from '../locales/language.tsx'
import type { CallPanelProps } from './call-panel-props.ts'
import { presentLegs, qualityFigures, stateWord, worstQuality } from './call-words.ts'

/** The state in a word, and the way to make the panel large or small. */
export function StateLine(props: CallPanelProps) {
  const language = useLanguage()
  const { t } = language
  const isLarge = props.layout === 'large'
  return (
    <div className="flex items-center gap-2 text-small">
      <Lamp state={lampOf(props)} />
      <span className="flex-1">{stateWord(props.localCall.call, props.handset.connection, language)}</span>
      <IconButton
        icon={isLarge ? Minimize2 : Maximize2}
        label={t(isLarge ? 'live.make-small' : 'live.make-large')}
        size="small"
        className="-my-1"
        onClick={() => props.onOpenChange(!isLarge)}
      />
    </div>
  )
}

/** How long the call lasts, and how good its line is; beside the name where a tool of the call takes the room below it. */
export function TimerLine(props: CallPanelProps) {
  const language = useLanguage()
  const { localCall } = props
  const quality = localCall.call ? worstQuality(localCall.call) : null
  const timer = useCallTimer(props, language)
  if (!localCall.call) return null
  const isTight = props.layout === 'docked' && props.tool !== 'none'
  const answered = isTight ? 'text-title' : 'text-display font-[500]'

  return (
    <div
      className={
        isTight
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
      {quality && (
        <QualityBars
          quality={quality.verdict}
          label={language.t(`quality.line-${quality.verdict}`)}
          figures={qualityFigures(quality, language)}
        />
      )}
    </div>
  )
}

/** From the answer; before it, how long it has been ringing. Empty until the other side is known to ring. */
export function useCallTimer({ localCall, clockOffsetMs }: CallPanelProps, { t }: Language): string {
  const now = useNow() + clockOffsetMs
  if (!localCall.call) return ''
  if (localCall.call.answeredAt !== null) return formatPosition(now - localCall.call.answeredAt)
  if (localCall.call.phase !== 'ringing' || localCall.call.direction === 'incoming') return ''
  return t('live.rings', { time: formatRinging(now - localCall.call.startedAt) })
}

/** How the lamp burns: steady once people hear each other. */
export function lampOf({ localCall, handset }: CallPanelProps): 'steady' | 'ringing' | 'warning' {
  if (handset.connection.phase === 'reconnecting') return 'warning'
  const isWaiting =
    !localCall.call || presentLegs(localCall.call).length < 2 || localCall.call.answeredAt === null
  return isWaiting ? 'ringing' : 'steady'
}
