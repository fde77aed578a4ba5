import type { Call } from '@parley/contract/phone'
import { Button, Icon } from '@parley/ui'
import { CircleDot, CircleStop, PhoneIncoming, PhoneOutgoing } from 'lucide-react'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { otherRecordingLabel } from '../active/labels.ts'

interface RecordingPanelProps {
  call: Call
  onRecord: (recording: 'on' | 'off') => void
}

/** The recording state of the call and its caller ID. */
export function RecordingPanel({ call, onRecord }: RecordingPanelProps) {
  const language = useLanguage()
  const { t } = language
  const isRecording = call.recordingState === 'on' || call.recordingState === 'announcing'
  const otherRecording = otherRecordingLabel(call, language)
  if (call.recordingState === 'off' && !otherRecording && !call.ownNumber) return null

  return (
    <div className="grid gap-1.5 rounded-control bg-sunken px-3 py-2.5 text-small">
      {call.recordingState !== 'off' && (
        <div className="flex min-h-6 flex-wrap items-center gap-x-2.5">
          <Icon icon={CircleDot} size="small" className={isRecording ? 'text-danger' : 'text-ink-soft'} />
          <span className="flex-auto">{t(`recording.${call.recordingState}`)}</span>
          {isRecording && (
            <Button
              size="small"
              variant="quiet"
              icon={CircleStop}
              className="-ml-2.5"
              onClick={() => onRecord('off')}
            >
              {t('recording.stop')}
            </Button>
          )}
        </div>
      )}
      {otherRecording && !isRecording && (
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
