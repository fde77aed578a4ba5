import type { RemoteEndpoint, StoredDialog } from '@parley/sip'
import type { LeaveReason, OneWayAudioCause } from '../../conference-event.ts'
import type { PhoneNumber } from '../../identifiers.ts'
import type { SipResponse, TrunkConfig } from '../../trunk.ts'
import type { ConferenceMedia } from '../process/conference-media.ts'
import type { CallAddresses } from './audio-negotiator.ts'
import type { LegCalls } from './leg-calls.ts'

/** Events of a telephone leg to its conference. None follows `ended`. */
export interface PhoneLegEvents {
  ringing(): void
  earlyMedia(): void
  answered(): void
  /** State with which another process can end the call, whenever the audio was negotiated. */
  dialog(dialog: StoredDialog): void
  heldByPeer(state: 'held' | 'released'): void
  oneWay(cause: OneWayAudioCause | null): void
  digit(digit: string): void
  redirected(to: PhoneNumber): void
  /** The peer asks by REFER to connect the call with a number. */
  transferRequested(to: PhoneNumber, state: 'waiting' | 'rejected'): void
  transferProgress(state: 'trying' | 'ringing'): void
  /** A call that replaces that of the leg is about to be answered. Resolves when the leg is not recorded any more. */
  replacing(): Promise<void>
  /** The replacement has been established or has failed. Has no effect without {@link replacing}. */
  replaced(): void
  ended(reason: LeaveReason, sipAnswer: SipResponse | null): void
}

export interface PhoneLegOptions {
  readonly legId: string
  readonly media: Pick<ConferenceMedia, 'requestWithRetry' | 'applySetting'>
  readonly trunk: TrunkConfig
  /** Local media address signalled to the peer. */
  readonly address: string
  readonly addresses: CallAddresses
  /** How long no RTP may arrive. */
  readonly silentMs: number
  /** The leg of an emergency service is neither ended for lack of audio nor replaced. */
  readonly isEmergency: boolean
  /** Returns whether only players hear the telephone, and it is not on hold. */
  readonly isAlone: () => boolean
  readonly calls: LegCalls
  /** Returns whether a request from this source comes from the trunk. */
  readonly isFromTrunk: (source: RemoteEndpoint) => boolean
  /** Receives errors after which the leg ends or continues by itself. */
  readonly onError: (error: unknown) => void
}
