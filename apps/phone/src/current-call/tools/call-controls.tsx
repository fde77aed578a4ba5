import type { RecordingState } from '@parley/contract/phone'
import { PanelControl } from '@parley/ui'
import { AudioLines, CircleDot, Grip, Mic, MicOff, Pause, Play, UserPlus } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import { isRecordingActive } from '../active/labels.ts'

/** The tool that is open below the controls. */
export type CallTool = 'none' | 'keypad' | 'add' | 'audio'

interface CallControlsProps {
  isMuted: boolean
  isOnHold: boolean
  recording: RecordingState
  tool: CallTool
  /** Hold, record and add are disabled until the call is answered. */
  isAnswered: boolean
  onMute: (muted: boolean) => void
  onHold: (onHold: boolean) => void
  onRecord: (change: 'start' | 'stop') => void
  onTool: (tool: CallTool) => void
}

/** The six control tiles of a call. */
export function CallControls(props: CallControlsProps) {
  const { t } = useLanguage()
  const { isMuted, isOnHold, recording, tool, isAnswered } = props
  const isRecording = isRecordingActive(recording)
  const toggle = (clicked: CallTool) => props.onTool(tool === clicked ? 'none' : clicked)

  return (
    <div className="grid grid-cols-3 gap-2">
      <PanelControl
        icon={isMuted ? MicOff : Mic}
        label={t(isMuted ? 'live.muted' : 'live.mute')}
        pressed={isMuted}
        pressedLook="warning"
        shortcut="M"
        onClick={() => props.onMute(!isMuted)}
      />
      <PanelControl
        icon={isOnHold ? Play : Pause}
        label={t(isOnHold ? 'live.on-hold' : 'live.hold')}
        pressed={isOnHold}
        shortcut="H"
        disabled={!isAnswered}
        onClick={() => props.onHold(!isOnHold)}
      />
      <PanelControl
        icon={Grip}
        label={t('live.keypad')}
        pressed={tool === 'keypad'}
        shortcut="K"
        onClick={() => toggle('keypad')}
      />
      <PanelControl
        icon={UserPlus}
        label={t('live.add')}
        pressed={tool === 'add'}
        disabled={!isAnswered}
        onClick={() => toggle('add')}
      />
      <PanelControl
        icon={CircleDot}
        label={t(isRecording ? 'live.recording' : 'live.record')}
        pressed={isRecording}
        shortcut="R"
        disabled={!isAnswered}
        onClick={() => props.onRecord(isRecording ? 'stop' : 'start')}
      />
      <PanelControl
        icon={AudioLines}
        label={t('live.audio')}
        pressed={tool === 'audio'}
        onClick={() => toggle('audio')}
      />
    </div>
  )
}
