import type { AudioDevices } from '@parley/call-engine/browser'
import { unwrap } from '@parley/client'
import type { Call } from '@parley/contract/phone'
import type { PhoneApi } from '../../api/phone-api.ts'
import type { CallCommands } from './call-commands.ts'
import type { CallManagerOptions } from './call-manager-options.ts'
import { type CallProblem, removeLocalCall } from './call-manager-state.ts'
import type { CallStore } from './call-store.ts'
import { type Cancellation, createCallLeg, type JoinResponse, type LocalCall } from './local-call.ts'

/** A call to join. See {@link LocalCall} for its title and number. */
export interface CallToJoin extends Pick<LocalCall, 'title' | 'dialledNumber'> {
  /** Starts, answers or takes over the call. */
  readonly join: () => Promise<JoinResponse>
  /** The call to join, if it is known. */
  readonly call?: Call
}

/** Connects the audio of this tab to calls. */
export interface CallJoiner {
  /**
   * Connects this tab to a call, after the call `heldKey` is on hold: two calls that are not would both hear the user.
   * Failures, also of the hold, set `problem`.
   */
  joinCall(call: CallToJoin, heldKey?: string): Promise<void>
  /** Cancels a pending join, whatever the service is doing. */
  cancel(key: string): void
}

export function createCallJoiner(
  { api, devices, handsetId }: CallManagerOptions,
  callStore: CallStore,
  commands: Pick<CallCommands, 'hold'>,
): CallJoiner {
  const cancellations = new Map<string, Cancellation>()
  let nextKey = 1

  return {
    cancel: (key) => void cancellations.set(key, 'hung-up'),

    async joinCall({ title, dialledNumber, join, call: known }, heldKey) {
      const key = String(nextKey++)
      let failure: unknown = null
      const leg = createCallLeg({
        api,
        devices,
        handsetId,
        getCallId: () => callStore.getCallId(key),
        getCancellation: () => cancellations.get(key) ?? null,
        canListen: () => isEmergency(api, callStore.getCall(key) ?? known, dialledNumber),
        onJoined: (joined) => callStore.applyJoin(key, joined),
        async join() {
          try {
            if (heldKey !== undefined) await commands.hold(heldKey)
            if (cancellations.has(key)) throw new Error('The call was cancelled before it started.')
            return await join()
          } catch (error) {
            failure = error
            throw error
          }
        },
      })
      const added: LocalCall = { key, title, dialledNumber, call: null, legId: null, sentDigits: '', leg }
      callStore.update((before) => ({
        ...before,
        localCalls: [...before.localCalls, added],
        activeKey: key,
        problem: null,
        ended: null,
      }))

      const connection = await leg.connect()
      if (connection.phase !== 'failed' || cancellations.has(key)) return
      const callId = callStore.getCallId(key)
      // The called party may end the call while the audio connects.
      if (callId && connection.reason === 'refused' && (await applyEnd(api, callStore, callId))) return
      const problem = toCallProblem(connection.reason, failure, devices, dialledNumber)
      // A call whose response is awaited is ended when it has arrived.
      if (!callId && problem.kind === 'microphone') cancellations.set(key, 'microphone-blocked')
      callStore.update((before) => ({ ...removeLocalCall(before, key), problem }))
      if (callId) {
        const reason = problem.kind === 'microphone' ? 'microphone-blocked' : 'media-failed'
        await api('POST /calls/{call}/hang-up', { params: { call: callId }, body: { reason } }).catch(
          () => undefined,
        )
      }
    },
  }
}

/** Returns whether a call is one to an emergency service, whose user listens without a microphone, too. */
async function isEmergency(
  api: PhoneApi,
  call: Call | undefined,
  dialledNumber: string | null,
): Promise<boolean> {
  if (call) return call.hasEmergencyService
  if (dialledNumber === null) return false
  const checked = await api('POST /numbers/check', { body: { typed: dialledNumber } })
    .then(unwrap)
    .catch(() => null)
  return checked?.isEmergency === true
}

/** Shows the end of a call. Returns whether it has ended. */
async function applyEnd(api: PhoneApi, callStore: CallStore, callId: string): Promise<boolean> {
  const call = await api('GET /calls/{call}', { params: { call: callId } })
    .then(unwrap)
    .catch(() => null)
  if (call?.phase !== 'ended') return false
  callStore.applyCall(call)
  return true
}

function toCallProblem(
  reason: 'microphone' | 'refused' | 'no-audio-path',
  failure: unknown,
  devices: AudioDevices,
  dialledNumber: string | null,
): CallProblem {
  const { microphone } = devices.get()
  if (reason === 'microphone') {
    const cause = microphone.phase === 'blocked' ? microphone.cause : 'failed'
    return { kind: 'microphone', cause, dialledNumber }
  }
  if (failure !== null) return { kind: 'request', error: failure, dialledNumber }
  return { kind: 'no-audio-path', dialledNumber }
}
