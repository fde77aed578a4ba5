import type { Call } from '@parley/contract/phone'
import { Button, Icon } from '@parley/ui'
import { CircleDot, CirclePause, CirclePlay, CircleStop, PhoneIncoming, PhoneOutgoing } from 'lucide-react'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { isRecordingActive, otherRecordingLabel } from '../active/labels.ts'
import type { RecordingChange } from '../manager/call-commands.ts'

interface RecordingPanelProps {
  call: Call
  onRecord: (change: RecordingChange) => void
}

/** The recording state of the call and its caller ID. */
export function RecordingPanel({ call, onRecord }: RecordingPanelProps) {
  const language = useLanguage()
  const { t } = language
  const { recordingState } = call
  const isActive = isRecordingActive(recordingState)
  const otherRecording = otherRecordingLabel(call, language)
  if (recordingState === 'off' && !otherRecording && !call.ownNumber) return null

  return (
    <div className="grid gap-1.5 rounded-control bg-sunken px-3 py-2.5 text-small">
      {recordingState !== 'off' && (
        <div className="flex min-h-6 flex-wrap items-center gap-x-2.5">
          <Icon
            icon={recordingState === 'paused' ? CirclePause : CircleDot}
            size="small"
            className={isActive && recordingState !== 'paused' ? 'text-danger' : 'text-ink-soft'}
          />
          <span className="flex-auto">{t(`recording.${recordingState}`)}</span>
          {isActive && (
            <div className="-ml-2.5 flex flex-wrap">
              {recordingState === 'on' && (
                <Button size="small" variant="quiet" icon={CirclePause} onClick={() => onRecord('pause')}>
                  {t('recording.pause')}
                </Button>
              )}
              {recordingState === 'paused' && (
                <Button size="small" variant="quiet" icon={CirclePlay} onClick={() => onRecord('resume')}>
                  {t('recording.resume')}
                </Button>
              )}
              <Button size="small" variant="quiet" icon={CircleStop} onClick={() => onRecord('stop')}>
                {t('recording.stop')}
              </Button>
            </div>
          )}
        </div>
      )}
      {otherRecording && !isActive && (
        <div role="status" className="flex min-h-6 items-center gap-2.5">
          <Icon icon={CircleDot} size="small" className="text-danger" />
          <span className="min-w-0 break-words">{otherRecording}</span>
        </div>
      )}
      {call.ownNumber && (
        <div className="flex items-center gap-2.5 text-ink-soft">
          <Icon icon={call.direction === 'outgoing' ? PhoneOutgoing : PhoneIncoming} size="small" />
          {t(call.direction === 'outgoing' ? 'live.from' : 'live.to', {
            number: formatNumber(call.ownNumber),
          })}
        </div>
      )}
    </div>
  )
}
