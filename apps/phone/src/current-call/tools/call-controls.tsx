import { Button, PanelControl } from '@parley/ui'
import {
  AudioLines,
  CircleParking,
  Grip,
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
  onMute: (muted: boolean) => void
  onHold: (onHold: boolean) => void
  onTool: (tool: CallTool) => void
  onPark: () => void
}

/** The controls of a call. An open tool hides the one to park it, so that nothing scrolls. */
export function CallControls(props: CallControlsProps) {
  const { t } = useLanguage()
  const { isMuted, isOnHold, tool, isAnswered, isConsulting } = props
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
        disabled={!isAnswered || isConsulting}
        onClick={() => toggle('transfer')}
      />
      <PanelControl
        icon={AudioLines}
        label={t('live.audio')}
        pressed={tool === 'audio'}
        data-opens="audio"
        onClick={() => toggle('audio')}
      />
      {tool === 'none' && <ParkButton isDisabled={!isAnswered || isConsulting} onClick={props.onPark} />}
    </div>
  )
}

function ParkButton({ isDisabled, onClick }: { isDisabled: boolean; onClick: () => void }) {
  const { t } = useLanguage()
  return (
    <Button size="small" icon={CircleParking} className="col-span-3" disabled={isDisabled} onClick={onClick}>
      {t('parked.park')}
    </Button>
  )
}
