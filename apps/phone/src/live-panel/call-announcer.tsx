import { titleOf } from '../calls/describe-call.ts'
import { stateWord } from '../in-call/call-words.ts'
import { useStore } from '../live/store.ts'
import { useLanguage } from '../locales/language.tsx'
import { usePhone } from '../phone.tsx'
import type { OwnCall } from '../switchboard/own-call.ts'
import { activeCall } from '../switchboard/switchboard-state.ts'

/** Announces each call state once to screen readers. Timers are never announced. */
export function CallAnnouncer() {
  const language = useLanguage()
  const { switchboard } = usePhone()
  const state = useStore(switchboard)
  const active = activeCall(state)
  const ringing = state.incoming[0]

  return (
    <>
      <div aria-live="assertive" className="sr-only">
        {ringing
          ? language.t('live.is-calling', { name: titleOf(ringing.call, language) })
          : active && <StateOf localCall={active} />}
      </div>
      <div aria-live="polite" className="sr-only">
        {active && <MutedTalkOf localCall={active} />}
      </div>
    </>
  )
}

function StateOf({ localCall }: { localCall: OwnCall }) {
  const language = useLanguage()
  const { connection } = useStore(localCall.handset)
  return stateWord(localCall.call, connection, language)
}

function MutedTalkOf({ localCall }: { localCall: OwnCall }) {
  const { t } = useLanguage()
  return useStore(localCall.handset).isTalkingWhileMuted ? t('live.talking-while-muted') : null
}
