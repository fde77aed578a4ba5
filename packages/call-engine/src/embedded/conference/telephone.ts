import type { Conference } from '../../port.ts'
import type { TrunkConfig } from '../../trunk.ts'
import { PhoneLeg } from '../line/phone-leg.ts'
import type { MediaRoom } from '../process/media-room.ts'
import type { ConferenceLegs } from './conference-legs.ts'
import type { Leg } from './leg.ts'

export type OutgoingCall = Parameters<Conference['dialOut']>[0]

export interface TelephonePlace {
  readonly legs: ConferenceLegs
  readonly room: MediaRoom
  readonly trunk: TrunkConfig
  /** Local media address signalled to the peer. */
  readonly address: string
  /** Returns whether audio may be sent to an address that the peer signals. */
  readonly mayReach: (address: string) => boolean
  readonly silentMs: number
  /** Null for an incoming call. */
  readonly call: OutgoingCall | null
  /** Dials another number, for a redirection. */
  readonly dialOut: (call: OutgoingCall) => Promise<unknown>
}

/** Attaches a telephone call to a leg and emits its events as events of the leg. */
export function createTelephone(leg: Leg, place: TelephonePlace): PhoneLeg {
  const { legs, room, trunk, address, mayReach, silentMs, call } = place
  const redirect = (target: string) => followRedirection(target, place)
  const phone = new PhoneLeg(
    { legId: leg.id, room, trunk, address, mayReach, silentMs, redirect },
    {
      ringing: () => legs.tell(leg, { type: 'leg-ringing' }),
      earlyMedia: () => legs.tell(leg, { type: 'leg-early-media' }),
      heldByPeer: (state) => legs.tell(leg, { type: 'leg-held-by-peer', state }),
      oneWay: (cause) => legs.tell(leg, { type: 'leg-one-way', cause }),
      digit: (digit) => legs.tell(leg, { type: 'digit', digit }),
      answered() {
        legs.join(leg)
        if (call?.postDialDigits) void phone.sendDigits(call.postDialDigits).catch(() => undefined)
      },
      over: (reason, sipAnswer) => void legs.leave(leg, { reason, sipAnswer }),
    },
  )
  leg.phone = phone
  return phone
}

/** Follows a 3xx or REFER of the trunk under the rules of a dialled call. Resolves to whether a call was started. */
async function followRedirection(target: string, { trunk, call, dialOut }: TelephonePlace): Promise<boolean> {
  const to = /^(?:sips?|tel):(\+?[0-9*#]{1,32})(?:[@;]|$)/i.exec(target)?.[1]
  if (!to || !call || !(await trunk.mayRedirectTo?.(to))) return false
  await dialOut({ ...call, to })
  return true
}
