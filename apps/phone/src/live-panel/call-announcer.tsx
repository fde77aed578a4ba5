import { titleOf } from '../calls/describe-call.ts'
import { stateWord } from '../in-call/call-words.ts'
import { useStore } from '../live/store.ts'
import { useLanguage } from '../locales/language.tsx'
import { usePhone } from '../phone.tsx'
import type { OwnCall } from '../switchboard/own-call.ts'
import { activeCall } from '../switchboard/switchboard-state.ts'

/** Says each state of a call once, at once, to a screen reader; timers are never read out. */
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
          ? language.text('live.is-calling', { name: titleOf(ringing.call, language) })
          : active && <StateOf own={active} />}
      </div>
      <div aria-live="polite" className="sr-only">
        {active && <MutedTalkOf own={active} />}
      </div>
    </>
  )
}

function StateOf({ own }: { own: OwnCall }) {
  const language = useLanguage()
  const { connection } = useStore(own.handset)
  return stateWord(own.call, connection, language)
}

function MutedTalkOf({ own }: { own: OwnCall }) {
  const { text } = useLanguage()
  return useStore(own.handset).isTalkingWhileMuted ? text('live.talking-while-muted') : null
}
