import type { Call } from '@parley/contract/phone'
import { Button, Icon } from '@parley/ui'
import {
  CircleDot,
  CirclePause,
  CirclePlay,
  CircleStop,
  type LucideIcon,
  PhoneIncoming,
  PhoneOutgoing,
} from 'lucide-react'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import {
  isRecordingActive,
  listRecordingChanges,
  otherRecordingLabel,
  recordingLabel,
} from '../active/labels.ts'
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
  const isByOthersOnly = otherRecording !== null && recordingState === 'off'
  const isAnswered = call.answeredAt !== null
  if (!isAnswered && !otherRecording && !call.ownNumber) return null

  return (
    <div className="grid gap-1.5 rounded-control bg-sunken px-3 py-2.5 text-small">
      {isAnswered && (
        <div className="flex min-h-6 flex-wrap items-center gap-x-2.5">
          {!isByOthersOnly && (
            <>
              <Icon
                icon={recordingState === 'paused' ? CirclePause : CircleDot}
                size="small"
                className={isActive && recordingState !== 'paused' ? 'text-danger' : 'text-ink-soft'}
              />
              <span className="flex-auto">{recordingLabel(call, language)}</span>
            </>
          )}
          <RecordingButtons call={call} onRecord={onRecord} />
        </div>
      )}
      {otherRecording && (
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

const icons: Record<RecordingChange, LucideIcon> = {
  start: CircleDot,
  pause: CirclePause,
  resume: CirclePlay,
  stop: CircleStop,
}

function RecordingButtons({ call, onRecord }: RecordingPanelProps) {
  const { t } = useLanguage()
  const labels = {
    start: 'live.record',
    pause: call.recordingState === 'paused' ? 'recording.keep-paused' : 'recording.pause',
    resume: 'recording.resume',
    stop: 'recording.stop',
  } as const
  return (
    <div className="-ml-2.5 flex flex-wrap">
      {listRecordingChanges(call).map((change) => (
        <Button
          key={change}
          size="small"
          variant="quiet"
          icon={icons[change]}
          onClick={() => onRecord(change)}
        >
          {t(labels[change])}
        </Button>
      ))}
    </div>
  )
}
