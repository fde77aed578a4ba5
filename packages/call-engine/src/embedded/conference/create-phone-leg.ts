import type { Conference } from '../../port.ts'
import type { TrunkConfig } from '../../trunk.ts'
import type { MediaAddresses } from '../phone/audio-negotiator.ts'
import { PhoneLeg } from '../phone/phone-leg.ts'
import type { ConferenceMedia } from '../process/conference-media.ts'
import type { ConferenceLegs } from './conference-legs.ts'
import type { Leg } from './leg.ts'

export type DialRequest = Parameters<Conference['dialOut']>[0]

export interface CreatePhoneLegDeps {
  readonly legs: ConferenceLegs
  readonly media: ConferenceMedia
  readonly trunk: TrunkConfig
  /** Local media address signalled to the peer. */
  readonly address: string
  readonly addresses: MediaAddresses
  readonly silentMs: number
  readonly onError: (error: unknown) => void
  /** Null for an incoming call. */
  readonly call: DialRequest | null
  /** Dials another number, for a redirection. */
  readonly dialOut: (call: DialRequest) => Promise<unknown>
}

/** Attaches a telephone call to a leg and emits its events as events of the leg. */
export function createPhoneLeg(leg: Leg, place: CreatePhoneLegDeps): PhoneLeg {
  const { legs, media, trunk, address, addresses, silentMs, onError, call } = place
  /** The peer may move to another address during the call. */
  let storedTarget: string | null = null
  const redirect = (target: string) => followRedirection(target, place)
  const phone = new PhoneLeg(
    { legId: leg.id, media, trunk, address, addresses, silentMs, onError, redirect },
    {
      ringing: () => legs.emit(leg, { type: 'leg-ringing' }),
      earlyMedia: () => legs.emit(leg, { type: 'leg-early-media' }),
      dialog(dialog) {
        if (dialog.remoteTarget === storedTarget) return
        storedTarget = dialog.remoteTarget
        legs.emit(leg, { type: 'leg-dialog', trunkId: trunk.id, dialog })
      },
      heldByPeer: (state) => legs.emit(leg, { type: 'leg-held-by-peer', state }),
      oneWay: (cause) => legs.emit(leg, { type: 'leg-one-way', cause }),
      digit: (digit) => legs.emit(leg, { type: 'digit', digit }),
      answered() {
        legs.join(leg)
        if (call?.postDialDigits) phone.sendDigits(call.postDialDigits).catch(onError)
      },
      ended: (reason, sipAnswer) => void legs.remove(leg, { reason, sipAnswer }),
    },
  )
  leg.phone = phone
  return phone
}

/**
 * Follows a 3xx or REFER of the trunk under the rules of a dialled call. Resolves to whether a call was
 * started.
 */
async function followRedirection(
  target: string,
  { trunk, call, dialOut }: CreatePhoneLegDeps,
): Promise<boolean> {
  const to = /^(?:sips?|tel):(\+?[0-9*#]{1,32})(?:[@;]|$)/i.exec(target)?.[1]
  if (!to || !call || !(await trunk.isRedirectAllowed?.(to))) return false
  // The redirected call is another leg.
  const { legId, ...redirected } = call
  await dialOut({ ...redirected, to })
  return true
}
