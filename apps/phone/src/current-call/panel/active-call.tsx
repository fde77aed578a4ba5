import { useStore } from '@parley/kit-react'
import { Button, StatusDot } from '@parley/ui'
import { BlockButton } from '../../blocking/block-button.tsx'
import { findBlockableCaller } from '../../blocking/find-blockable-number.ts'
import { callTitle, isConference } from '../../calls/describe-call.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { CallPanel } from '../active/call-panel.tsx'
import { hangUp } from '../active/hang-up.ts'
import { isOnHold } from '../active/labels.ts'
import type { LocalCall } from '../manager/local-call.ts'
import { OpenableTags } from '../tools/openable-tags.tsx'

interface ActiveCallProps {
  localCall: LocalCall
  layout: 'docked' | 'bar' | 'large'
  clockOffsetMs: number
  onOpenChange: (isOpen: boolean) => void
}

/** The active call, with the commands of the call manager. */
export function ActiveCall({ localCall, layout, clockOffsetMs, onOpenChange }: ActiveCallProps) {
  const { callManager, devices, levels, tones, tool, me } = usePhone()
  const leg = useStore(localCall.leg)
  const openTool = useStore(tool)
  const callLevels = useStore(levels)
  const { key, call } = localCall
  // In a conference, it would not be clear whose number it is.
  const caller = call && !isConference(call) ? findBlockableCaller(call) : null

  return (
    <CallPanel
      localCall={localCall}
      blockButton={caller && <BlockButton number={caller} />}
      tags={call && <OpenableTags key={call.id} call={call} />}
      leg={leg}
      levels={callLevels}
      devices={devices}
      homeCountry={me.homeCountry}
      emergencyAddress={me.emergencyAddress}
      reconnectTimeoutMs={me.detachedKeepMs}
      clockOffsetMs={clockOffsetMs}
      tool={openTool}
      layout={layout}
      onOpenChange={onOpenChange}
      onTool={tool.set}
      onMute={(muted) => void callManager.commands.setMuted(key, muted)}
      onHold={(onHold) => void callManager.commands.setOnHold(key, onHold)}
      onRecord={(change) => void callManager.commands.changeRecording(key, change)}
      onKey={(digit) => {
        tones.key(digit)
        void callManager.commands.sendDigits(key, digit)
      }}
      onInvite={(input, mode) => callManager.commands.invite(key, input, mode)}
      onTransferEnd={(end) => void callManager.commands.endConsultation(key, end)}
      onPark={() => void callManager.commands.park(key)}
      onRemove={(legId) => void callManager.commands.removeParticipant(key, legId)}
      onSaveNotes={async (notes, signal) => {
        if (localCall.call) await callManager.commands.saveNotes(localCall.call.id, notes, signal)
      }}
      onHangUp={() => hangUp(callManager, localCall)}
      onMicrophone={() => void localCall.leg.retryMicrophone()}
      onPlay={() => void localCall.leg.resumePlayback()}
    />
  )
}

/** The other calls, which are on hold. */
export function HeldCalls({ active }: { active: LocalCall }) {
  const language = useLanguage()
  const { t } = language
  const { callManager } = usePhone()
  const { localCalls } = useStore(callManager)

  return localCalls
    .filter(({ key }) => key !== active.key)
    .map((held) => ({ ...held, name: held.call ? callTitle(held.call, language) : held.title }))
    .map((held) => (
      <div
        key={held.key}
        className="flex flex-wrap items-center gap-2.5 rounded-control bg-sunken px-3 py-2 text-small"
      >
        <StatusDot state="off" />
        <span className="min-w-0 flex-[1_1_9rem] truncate">
          {isOnHold(held.call) ? t('live.other-on-hold', { name: held.name }) : held.name}
        </span>
        <div className="flex gap-2.5">
          <Button size="small" onClick={() => void callManager.commands.activate(held.key)}>
            {t('live.swap')}
          </Button>
          {active.call?.answeredAt && held.call?.answeredAt && (
            <Button size="small" onClick={() => void callManager.commands.merge(active.key, held.key)}>
              {t('live.merge')}
            </Button>
          )}
        </div>
      </div>
    ))
}
