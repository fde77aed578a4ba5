import type { Call, RecordingState } from '@parley/contract/phone'
import { useStore } from '@parley/kit-react'
import { useEffect, useState } from 'react'
import { callTitle } from '../../calls/describe-call.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { callStateLabel, isRecordingActive, recordingLabel } from '../active/labels.ts'
import { findActiveCall } from '../manager/call-manager-state.ts'
import type { LocalCall } from '../manager/local-call.ts'
import { findEmergencyFailure } from './emergency-view.tsx'
import { describeEnd } from './outcome/describe-end.ts'
import { useDepartureNotices } from './use-departure-notices.ts'

/** Announces each change of a call once to screen readers, except timers, and shows who did not join a call, or was disconnected. */
export function CallAnnouncer() {
  const language = useLanguage()
  const { callManager } = usePhone()
  const state = useStore(callManager)
  const active = findActiveCall(state)
  const ringing = state.incoming[0]
  const [announced] = useState(() => new Map<string, RecordingState>())
  useDepartureNotices()

  return (
    <>
      <div aria-live="assertive" className="sr-only">
        {ringing
          ? language.t('live.is-calling', { name: callTitle(ringing.call, language) })
          : active && <CallStateAnnouncement localCall={active} />}
      </div>
      <div aria-live="assertive" className="sr-only">
        {state.ended && !findEmergencyFailure(state) && <EndAnnouncement call={state.ended} />}
      </div>
      <div aria-live="polite" className="sr-only">
        {active && <MuteAnnouncement key={active.key} localCall={active} />}
      </div>
      <div aria-live="polite" className="sr-only">
        {active?.call && (
          <RecordingAnnouncement
            key={active.key}
            callKey={active.key}
            call={active.call}
            announced={announced}
          />
        )}
      </div>
      <div aria-live="polite" className="sr-only">
        {active && <TalkingWhileMutedAnnouncement localCall={active} />}
      </div>
    </>
  )
}

function CallStateAnnouncement({ localCall }: { localCall: LocalCall }) {
  const language = useLanguage()
  const { connection } = useStore(localCall.leg)
  return callStateLabel(localCall, connection, language)
}

function EndAnnouncement({ call }: { call: Call }) {
  const language = useLanguage()
  const { title, sentence } = describeEnd(call, language)
  return `${title}. ${sentence}`
}

function MuteAnnouncement({ localCall }: { localCall: LocalCall }) {
  const { t } = useLanguage()
  const { isMuted } = useStore(localCall.leg)
  return useHasChanged(isMuted) ? t(isMuted ? 'live.muted' : 'live.not-muted') : null
}

interface RecordingAnnouncementProps {
  callKey: string
  call: Call
  /** The state of the recording of each call when it was last active. */
  announced: Map<string, RecordingState>
}

/** Announces the recording of the active call, but not again when the user returns to the call. */
function RecordingAnnouncement({ callKey, call, announced }: RecordingAnnouncementProps) {
  const language = useLanguage()
  const { recordingState } = call
  const [before] = useState(() => announced.get(callKey))
  const hasChanged = useHasChanged(recordingState)
  useEffect(() => void announced.set(callKey, recordingState), [announced, callKey, recordingState])
  const isNew = before ? recordingState !== before : isRecordingActive(recordingState)
  return hasChanged || isNew ? recordingLabel(call, language) : null
}

/** Returns whether a value has changed since the component was mounted. */
function useHasChanged(value: unknown): boolean {
  const [initial] = useState(value)
  const [hasChanged, setHasChanged] = useState(false)
  if (!hasChanged && value !== initial) setHasChanged(true)
  return hasChanged
}

function TalkingWhileMutedAnnouncement({ localCall }: { localCall: LocalCall }) {
  const { t } = useLanguage()
  return useStore(localCall.leg).isTalkingWhileMuted ? t('live.talking-while-muted') : null
}
