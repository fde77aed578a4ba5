import type { AudioDevices, Handset } from '@parley/call-engine/browser'
import { createHandset } from '@parley/call-engine/browser'
import type { Call } from '@parley/contract/phone'
import type { PhoneApi, PhoneOutput } from '../api/phone-api.ts'
import { PhoneRefusal } from '../api/refusal.ts'

/** A call whose audio runs in this tab, or is about to. */
export interface OwnCall {
  /** Local key, known before the service has assigned an id. */
  readonly key: string
  /** The dialed number or name, shown until the service responds. */
  readonly title: string
  /** Null until the service responds. */
  readonly call: Call | null
  readonly legId: string | null
  /** DTMF digits sent during the call. */
  readonly sentDigits: string
  readonly handset: Handset
}

export type Seat = PhoneOutput<'POST /calls'>

export interface OwnCallOptions {
  readonly api: PhoneApi
  readonly devices: AudioDevices
  readonly handsetId: string
  /** Starts, answers or joins the call. */
  readonly join: () => Promise<Seat>
  readonly onSeat: (seat: Seat) => void
  /** Returns whether the user has cancelled in the meantime. */
  readonly isGivenUp: () => boolean
}

/** API errors after which a retry cannot succeed. */
const finalCodes = new Set(['CALL_NOT_FOUND', 'CALL_ENDED', 'NOT_IN_CALL', 'LEG_NOT_FOUND'])

/** Creates the handset of a call, connected to the phone API. */
export function createOwnHandset(options: OwnCallOptions): Handset {
  const { api, handsetId } = options
  let seat: Seat | null = null

  return createHandset({
    devices: options.devices,
    async requestJoin(attempt) {
      const taken = attempt === 'again' && seat ? await joinAgain(api, seat, handsetId) : await options.join()
      seat = taken
      if (options.isGivenUp()) {
        await api('POST /calls/{call}/hang-up', { params: { call: taken.call.id }, body: {} })
        throw Object.assign(new Error('The call was cancelled before it started.'), { isFinal: true })
      }
      options.onSeat(taken)
      return taken.joinInformation
    },
    async sendReply(reply) {
      if (!seat) return
      const params = { call: seat.call.id, leg: seat.legId }
      await api('POST /calls/{call}/legs/{leg}/reply', { params, body: { reply: { ...reply } } }).catch(
        throwFinal,
      )
    },
  })
}

async function joinAgain(api: PhoneApi, seat: Seat, handsetId: string): Promise<Seat> {
  return await api('POST /calls/{call}/join', {
    params: { call: seat.call.id },
    body: { handsetId },
  }).catch(throwFinal)
}

function throwFinal(error: unknown): never {
  if (error instanceof PhoneRefusal && finalCodes.has(error.code)) {
    throw Object.assign(new Error(error.message, { cause: error }), { isFinal: true })
  }
  throw error
}
