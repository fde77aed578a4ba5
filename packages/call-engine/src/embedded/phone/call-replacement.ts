import type { IncomingCall } from '@parley/sip'
import type { Agreement, AudioNegotiator } from './audio-negotiator.ts'
import type { PhoneLegEvents } from './phone-leg-options.ts'

export interface CallReplacement {
  readonly call: IncomingCall
  /** The agreed audio; null when the peer answers our offer in its ACK. */
  readonly agreement: Promise<Agreement | null>
}

/** Answers an INVITE that replaces the call of a leg (RFC 3891), with the audio of the leg. */
export function answerReplacement(
  call: IncomingCall,
  audio: AudioNegotiator,
  events: Pick<PhoneLegEvents, 'replacing' | 'replaced'>,
  onError: (error: unknown) => void,
): CallReplacement {
  const agreement = answer(call, audio, () => events.replacing()).catch((error) => {
    onError(error)
    call.refuse(500)
    events.replaced()
    return null
  })
  return { call, agreement }
}

async function answer(
  call: IncomingCall,
  audio: AudioNegotiator,
  prepare: () => Promise<void>,
): Promise<Agreement | null> {
  const answered = call.offered === null ? null : await audio.answer(call.offered)
  if (call.offered !== null && !answered) {
    call.refuse(488)
    return null
  }
  // Before the answer, after which the new party may be heard.
  await prepare()
  await call.answer(answered?.sdp ?? audio.offer())
  return answered?.agreement ?? null
}
