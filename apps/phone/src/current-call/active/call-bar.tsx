import { useStore } from '@parley/kit-react'
import { IconButton, StatusDot } from '@parley/ui'
import { ChevronUp, Mic, MicOff, PhoneOff } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import type { CallPanelProps } from './call-panel-props.ts'
import { toStatusDotState, useCallTimer } from './call-state-line.tsx'
import { hangUpLabel } from './hang-up-effect.ts'
import { callStateLabel, isConsulting, otherRecordingLabel, panelTitle, waitingNames } from './labels.ts'
import { explainTimeLimit } from './time-limit-notice.tsx'

/** The compact one-line layout of a call, below the page. */
export function CallBar(props: CallPanelProps) {
  const language = useLanguage()
  const { t } = language
  const { localCall, leg } = props
  const name = panelTitle(localCall, language)
  const waiting =
    localCall.call && isConsulting(localCall.call, localCall.legId)
      ? t('live.other-on-hold', { name: waitingNames(localCall.call, language) })
      : null
  const timer = useCallTimer(props, language)
  const otherRecording = localCall.call ? otherRecordingLabel(localCall.call, language) : null
  const button = 'bg-raised text-ink!'

  return (
    <div className="flex items-center gap-2.5">
      <StatusDot state={toStatusDotState(props)} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-body font-semibold">{name}</h2>
        <p className="truncate text-label text-ink-soft tabular-nums">
          {[timer, callStateLabel(localCall, leg.connection, language)].filter(Boolean).join(' · ')}
        </p>
        <BarWarnings {...props} />
        {waiting && <p className="text-label break-words text-ink-soft">{waiting}</p>}
        {localCall.call?.timeLimit && (
          <p role="alert" className="text-label break-words text-warning">
            {explainTimeLimit(localCall.call.timeLimit, language)}
          </p>
        )}
        {otherRecording && <p className="text-label break-words text-ink-soft">{otherRecording}</p>}
      </div>
      <IconButton
        icon={leg.isMuted ? MicOff : Mic}
        label={t(leg.isMuted ? 'live.unmute' : 'live.mute')}
        className={leg.isMuted ? 'bg-panel-warning text-panel!' : button}
        onClick={() => props.onMute(!leg.isMuted)}
      />
      <IconButton
        icon={ChevronUp}
        label={t('live.open')}
        className={button}
        data-opens="panel"
        onClick={() => props.onOpenChange(true)}
      />
      <IconButton
        icon={PhoneOff}
        label={hangUpLabel(localCall, language)}
        className="bg-danger-fill text-on-danger! hover:bg-danger-fill"
        onClick={props.onHangUp}
      />
    </div>
  )
}

/** That the call is an emergency call, and that the others do not hear the user. */
function BarWarnings({ localCall, devices, emergencyAddress }: CallPanelProps) {
  const { t } = useLanguage()
  const { microphone } = useStore(devices)
  return (
    <>
      {localCall.call?.hasEmergencyService && (
        <div className="text-label wrap-anywhere text-warning">
          <p>{t('calls.emergency')}</p>
          {emergencyAddress && <p>{t('emergency.address', { address: emergencyAddress })}</p>}
        </div>
      )}
      {microphone.phase === 'blocked' && (
        <p role="alert" className="text-label break-words text-warning">
          {t('microphone.not-heard')}
        </p>
      )}
    </>
  )
}
