import { Button, PanelControl } from '@parley/ui'
import {
  AudioLines,
  CircleParking,
  Grip,
  LogOut,
  Mic,
  MicOff,
  Pause,
  PhoneForwarded,
  Play,
  UserPlus,
} from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'

/** The tool that is open below the controls. */
export type CallTool = 'none' | 'keypad' | 'add' | 'transfer' | 'audio'

interface CallControlsProps {
  isMuted: boolean
  isOnHold: boolean
  tool: CallTool
  /** Hold, add, transfer and park are disabled until the call is answered; a call on hold can be resumed before. */
  isAnswered: boolean
  /** The user talks to the number of a transfer. */
  isConsulting: boolean
  /** The call is neither transferred nor parked. */
  isEmergency: boolean
  onMute: (muted: boolean) => void
  onHold: (onHold: boolean) => void
  onTool: (tool: CallTool) => void
  onPark: () => void
  /** Leaves the others connected; null when the user cannot. */
  onLeave: (() => void) | null
}

/**
 * The controls of a call. An open tool hides those to park and to leave it, so that nothing scrolls. Neither is
 * possible during a consultation or in an emergency call.
 */
export function CallControls(props: CallControlsProps) {
  const { t } = useLanguage()
  const { isMuted, isOnHold, tool, isAnswered, isConsulting, isEmergency } = props
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
        disabled={!isAnswered && !isOnHold}
        onClick={() => props.onHold(!isOnHold)}
      />
      <PanelControl
        icon={Grip}
        label={t('live.keypad')}
        pressed={tool === 'keypad'}
        data-opens="keypad"
        shortcut="K"
        onClick={() => toggle('keypad')}
      />
      <PanelControl
        icon={UserPlus}
        label={t('live.add')}
        pressed={tool === 'add'}
        data-opens="add"
        disabled={!isAnswered || isConsulting}
        onClick={() => toggle('add')}
      />
      <PanelControl
        icon={PhoneForwarded}
        label={t('transfer.title')}
        pressed={tool === 'transfer'}
        data-opens="transfer"
        shortcut="T"
        disabled={!isAnswered || isConsulting || isEmergency}
        onClick={() => toggle('transfer')}
      />
      <PanelControl
        icon={AudioLines}
        label={t('live.audio')}
        pressed={tool === 'audio'}
        data-opens="audio"
        onClick={() => toggle('audio')}
      />
      {tool === 'none' && !isConsulting && !isEmergency && <LeavingControls {...props} />}
    </div>
  )
}

/** Park the call, or leave the others connected. */
function LeavingControls({ isAnswered, onPark, onLeave }: CallControlsProps) {
  const { t } = useLanguage()
  return (
    <div className="col-span-3 grid gap-2">
      <Button size="small" icon={CircleParking} disabled={!isAnswered} onClick={onPark}>
        {t('parked.park')}
      </Button>
      {onLeave && (
        <Button size="small" icon={LogOut} onClick={onLeave}>
          {t('live.leave-connected')}
        </Button>
      )}
    </div>
  )
}
