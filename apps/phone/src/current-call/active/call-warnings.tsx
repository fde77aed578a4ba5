import type { Call } from '@parley/contract/phone'
import { useStore } from '@parley/kit-react'
import { Button, Callout } from '@parley/ui'
import { MicOff, VolumeX } from 'lucide-react'
import { legName } from '../../calls/describe-call.ts'
import { useLanguage } from '../../i18n/language.tsx'
import type { CallPanelProps } from './call-panel-props.ts'
import { ConnectionLost } from './connection-lost.tsx'
import { presentLegs } from './labels.ts'
import { TimeLimitNotice } from './time-limit-notice.tsx'

/** The states of a call that the user has to know or can change: an emergency, missing audio, a limit. */
export function CallWarnings(props: CallPanelProps) {
  const { t } = useLanguage()
  const { leg } = props
  return (
    <>
      {props.localCall.call?.hasEmergencyService && (
        <Callout tone="warning" title={t('calls.emergency')}>
          {props.emergencyAddress && (
            <p className="whitespace-pre-line wrap-anywhere">
              {t('emergency.address', { address: props.emergencyAddress })}
            </p>
          )}
        </Callout>
      )}
      <MicrophoneWarning {...props} />
      {props.localCall.call && <OneWayWarning call={props.localCall.call} />}
      {leg.connection.phase === 'reconnecting' && (
        <ConnectionLost reconnectTimeoutMs={props.reconnectTimeoutMs} />
      )}
      {props.localCall.call?.timeLimit && (
        <TimeLimitNotice limit={props.localCall.call.timeLimit} clockOffsetMs={props.clockOffsetMs} />
      )}
      {leg.isPlaybackBlocked && (
        <Callout
          tone="neutral"
          title={t('live.sound-blocked')}
          action={
            <Button size="small" onClick={props.onPlay}>
              {t('live.play-sound')}
            </Button>
          }
        />
      )}
    </>
  )
}

/** Says that the others do not hear the user, and how to change that. Renders nothing while they can. */
function MicrophoneWarning({ devices, onMicrophone }: CallPanelProps) {
  const { t } = useLanguage()
  const { microphone } = useStore(devices)
  if (microphone.phase !== 'blocked') return null
  return (
    <Callout
      tone="warning"
      icon={MicOff}
      title={t('microphone.not-heard')}
      action={
        <Button size="small" onClick={onMicrophone}>
          {t('common.try-again')}
        </Button>
      }
    >
      {t(`microphone.${microphone.cause}`)}
    </Callout>
  )
}

/** Says whom the user does not hear, and why. Renders nothing while the audio of each telephone arrives. */
function OneWayWarning({ call }: { call: Call }) {
  const language = useLanguage()
  const leg = presentLegs(call).find(({ oneWayCause }) => oneWayCause !== null)
  if (!leg?.oneWayCause) return null
  return (
    <Callout
      tone="warning"
      icon={VolumeX}
      title={language.t('live.not-audible', { name: legName(leg, language) })}
    >
      {language.t(`one-way.${leg.oneWayCause}`)}
    </Callout>
  )
}
