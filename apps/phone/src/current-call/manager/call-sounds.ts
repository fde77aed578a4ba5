import type { Tones } from '@parley/call-engine/browser'
import type { Call, EndReason } from '@parley/contract/phone'
import type { Store } from '@parley/primitives'
import type { Ringer } from '../../settings/ringer.ts'
import { type CallManagerState, findActiveCall } from './call-manager-state.ts'

type Sound = 'none' | 'ring' | 'waiting' | 'ringback'

const busyReasons: readonly EndReason[] = ['busy']
const congestionReasons: readonly EndReason[] = [
  'no-answer',
  'rejected',
  'forbidden',
  'number-unknown',
  'number-incomplete',
  'trunk-down',
  'trunk-refused-password',
  'media-incompatible',
  'failed',
]

interface CallSoundsOptions {
  readonly callManager: Store<CallManagerState>
  readonly tones: Tones
  /** ISO country code; selects the tones when the country of the number is unknown. */
  readonly homeCountry: string
  readonly ringer: Store<Ringer>
}

/**
 * Plays call tones: ringing, also while the ringer changes, ringback until early media, busy and congestion. Returns a
 * function that stops them.
 */
export function playCallSounds({ callManager, tones, homeCountry, ringer }: CallSoundsOptions): () => void {
  let sounding: Sound = 'none'
  let endedCall: Call | null = null

  const ring = () => {
    const { ringtone, ringVolume } = ringer.get()
    tones.ring(ringtone, ringVolume)
  }
  const listen = () => {
    const state = callManager.get()
    const sound = selectSound(state)
    const country = findActiveCall(state)?.call?.country ?? homeCountry
    if (sound !== sounding) {
      sounding = sound
      if (sound === 'none') tones.stop()
      else if (sound === 'ring') ring()
      else if (sound === 'waiting') tones.callWaiting()
      else tones.ringback(country)
    }
    if (state.ended !== endedCall) {
      endedCall = state.ended
      if (endedCall && sound === 'none') playEndTone(endedCall, tones, homeCountry)
    }
  }

  const stops = [
    callManager.subscribe(listen),
    ringer.subscribe(() => {
      if (sounding === 'ring') ring()
    }),
  ]
  listen()
  return () => {
    for (const stop of stops) stop()
    tones.stop()
  }
}

/** Returns the sound for the current state. */
export function selectSound(state: CallManagerState): Sound {
  const active = findActiveCall(state)
  const rings = state.incoming.some(
    ({ presentation, isAnswering }) => presentation === 'ring' && !isAnswering,
  )
  if (rings) return active ? 'waiting' : 'ring'
  const isRingingOut = active?.call?.direction === 'outgoing' && active.call.phase === 'ringing'
  return isRingingOut ? 'ringback' : 'none'
}

function playEndTone(call: Call, tones: Tones, homeCountry: string): void {
  if (call.direction !== 'outgoing' || call.answeredAt !== null || call.endReason === null) return
  const country = call.country ?? homeCountry
  if (busyReasons.includes(call.endReason)) tones.busy(country)
  else if (congestionReasons.includes(call.endReason)) tones.congestion(country)
}
