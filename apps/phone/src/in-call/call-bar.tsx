import { IconButton, Lamp } from '@parley/ui'
import { ChevronUp, Mic, MicOff, PhoneOff } from 'lucide-react'
import { titleOf } from '../calls/describe-call.ts'
import { useLanguage } from '../locales/language.tsx'
import type { CallPanelProps } from './call-panel-props.ts'
import { lampOf, useCallTimer } from './call-state-line.tsx'
import { stateWord } from './call-words.ts'

/** The compact one-line layout of a call, below the page. */
export function CallBar(props: CallPanelProps) {
  const language = useLanguage()
  const { t } = language
  const { localCall, handset } = props
  const name = localCall.call ? titleOf(localCall.call, language) : localCall.title
  const timer = useCallTimer(props, language)
  const button = 'bg-raised text-ink!'

  return (
    <div className="flex items-center gap-2.5">
      <Lamp state={lampOf(props)} />
      <div className="min-w-0 flex-1">
        <h2 className="truncate text-body font-semibold">{name}</h2>
        <p className="truncate text-label text-ink-soft tabular-nums">
          {[timer, stateWord(localCall.call, handset.connection, language)].filter(Boolean).join(' · ')}
        </p>
      </div>
      <IconButton
        icon={handset.isMuted ? MicOff : Mic}
        label={t(handset.isMuted ? 'live.unmute' : 'live.mute')}
        className={handset.isMuted ? 'bg-panel-warning text-panel!' : button}
        onClick={() => props.onMute(!handset.isMuted)}
      />
      <IconButton
        icon={ChevronUp}
        label={t('live.open')}
        className={button}
        onClick={() => props.onOpenChange(true)}
      />
      <IconButton
        icon={PhoneOff}
        label={t('live.hang-up')}
        className="bg-danger-fill text-on-danger! hover:bg-danger-fill"
        onClick={props.onHangUp}
      />
    </div>
  )
}
