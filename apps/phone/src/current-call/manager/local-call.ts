import type { AudioDevices, BrowserLeg } from '@parley/call-engine/browser'
import { createBrowserLeg } from '@parley/call-engine/browser'
import { unwrap } from '@parley/client'
import type { Call } from '@parley/contract/phone'
import { isPhoneApiError } from '../../api/errors.ts'
import type { PhoneApi, PhoneOutput } from '../../api/phone-api.ts'

/** A call whose audio runs in this tab, or is about to. */
export interface LocalCall {
  /** Local key, known before the service has assigned an id. */
  readonly key: string
  /** The dialled number or name, shown until the service responds. */
  readonly title: string
  /** The number to call, as typed; null for a call that is answered, picked up or taken over. */
  readonly dialledNumber: string | null
  /** Null until the service responds. */
  readonly call: Call | null
  readonly legId: string | null
  /** DTMF digits sent during the call. */
  readonly sentDigits: string
  readonly leg: BrowserLeg
}

export type JoinResponse = PhoneOutput<'POST /calls'>

/** Why a call is cancelled before the service has responded. */
export type Cancellation = 'hung-up' | 'microphone-blocked'

export interface CallLegOptions {
  readonly api: PhoneApi
  readonly devices: AudioDevices
  readonly handsetId: string
  /** Starts, answers or joins the call. */
  readonly join: () => Promise<JoinResponse>
  /** Returns whether the user may listen when no microphone can be opened. */
  readonly canListen: () => Promise<boolean>
  readonly onJoined: (joined: JoinResponse) => void
  /** Returns the id of the call to which the leg belongs now; null before the service has responded. */
  readonly getCallId: () => string | null
  /** Returns why the call is cancelled; null while it is not. */
  readonly getCancellation: () => Cancellation | null
}

/** API errors after which a retry cannot succeed. */
const finalCodes = new Set(['CALL_NOT_FOUND', 'CALL_ENDED', 'NOT_IN_CALL', 'LEG_NOT_FOUND'])

/** Creates the leg of this tab in a call, connected to the phone API. */
export function createCallLeg(options: CallLegOptions): BrowserLeg {
  const { api, handsetId } = options
  let joined: JoinResponse | null = null

  return createBrowserLeg({
    devices: options.devices,
    canListen: options.canListen,
    async requestJoin(attempt) {
      const taken =
        attempt === 'again' && joined
          ? await rejoinCall(api, options.getCallId() ?? joined.call.id, handsetId)
          : await options.join()
      joined = taken
      const reason = options.getCancellation()
      if (reason) {
        const params = { call: taken.call.id }
        await api('POST /calls/{call}/hang-up', { params, body: { reason } }).then(unwrap)
        throw Object.assign(new Error('The call was cancelled before it started.'), { isFinal: true })
      }
      options.onJoined(taken)
      return taken.joinInformation
    },
    async sendAnswer(answer) {
      if (!joined) return
      // It may have been merged meanwhile.
      const params = { call: options.getCallId() ?? joined.call.id, leg: joined.legId }
      await api('POST /calls/{call}/legs/{leg}/answer', { params, body: { answer: { ...answer } } })
        .then(unwrap)
        .catch(throwFinal)
    },
  })
}

async function rejoinCall(api: PhoneApi, call: string, handsetId: string): Promise<JoinResponse> {
  return await api('POST /calls/{call}/join', { params: { call }, body: { handsetId } })
    .then(unwrap)
    .catch(throwFinal)
}

/** Returns whether an API error means that this tab is not in the call. */
export function isFinalError(error: unknown): error is Error {
  return isPhoneApiError(error) && finalCodes.has(error.code)
}

function throwFinal(error: unknown): never {
  if (isFinalError(error)) {
    throw Object.assign(new Error(error.message, { cause: error }), { isFinal: true })
  }
  throw error
}
