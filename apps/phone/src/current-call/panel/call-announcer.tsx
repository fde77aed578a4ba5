import { useStore } from '@parley/kit-react'
import { callTitle } from '../../calls/describe-call.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { callStateLabel } from '../active/labels.ts'
import { findActiveCall } from '../manager/call-manager-state.ts'
import type { LocalCall } from '../manager/local-call.ts'
import { useDepartureNotices } from './use-departure-notices.ts'

/** Announces each call state once to screen readers, except timers, and shows who did not join a call, or was disconnected. */
export function CallAnnouncer() {
  const language = useLanguage()
  const { callManager } = usePhone()
  const state = useStore(callManager)
  const active = findActiveCall(state)
  const ringing = state.incoming[0]
  useDepartureNotices()

  return (
    <>
      <div aria-live="assertive" className="sr-only">
        {ringing
          ? language.t('live.is-calling', { name: callTitle(ringing.call, language) })
          : active && <CallStateAnnouncement localCall={active} />}
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

function TalkingWhileMutedAnnouncement({ localCall }: { localCall: LocalCall }) {
  const { t } = useLanguage()
  return useStore(localCall.leg).isTalkingWhileMuted ? t('live.talking-while-muted') : null
}
