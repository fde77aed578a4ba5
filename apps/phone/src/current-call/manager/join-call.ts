import type { AudioDevices } from '@parley/call-engine/browser'
import type { CallManagerOptions } from './call-manager-options.ts'
import {
  type CallProblem,
  removeIncomingCall,
  removeLocalCall,
  updateLocalCall,
} from './call-manager-state.ts'
import type { CallStore } from './call-store.ts'
import { createLocalHandset, type JoinResponse, type LocalCall } from './local-call.ts'

/** Connects the audio of this tab to calls. */
export interface CallJoiner {
  /** Connects this tab to the call that `join` starts, answers or takes over. Failures set `problem`. */
  joinCall(title: string, dialedNumber: string | null, join: () => Promise<JoinResponse>): Promise<void>
  /** Cancels a pending join, whatever the service is doing. */
  cancel(key: string): void
}

export function createCallJoiner(
  { api, devices, handsetId }: CallManagerOptions,
  callStore: CallStore,
): CallJoiner {
  const cancelledKeys = new Set<string>()
  let nextKey = 1

  return {
    cancel: (key) => void cancelledKeys.add(key),

    async joinCall(title, dialedNumber, join) {
      const key = String(nextKey++)
      let failure: unknown = null
      const handset = createLocalHandset({
        api,
        devices,
        handsetId,
        getCallId: () => callStore.getCallId(key),
        isCancelled: () => cancelledKeys.has(key),
        onJoined: (joined) => {
          callStore.update((before) =>
            removeIncomingCall(updateLocalCall(before, key, joined), joined.call.id),
          )
          callStore.update((before) => ({
            ...before,
            remoteCalls: before.remoteCalls.filter(({ id }) => id !== joined.call.id),
          }))
        },
        join: () =>
          join().catch((error) => {
            failure = error
            throw error
          }),
      })
      const localCall: LocalCall = { key, title, call: null, legId: null, sentDigits: '', handset }
      callStore.update((before) => ({
        ...before,
        localCalls: [...before.localCalls, localCall],
        activeKey: key,
        problem: null,
        ended: null,
      }))

      const connection = await handset.connect()
      if (connection.phase !== 'failed' || cancelledKeys.has(key)) return
      const problem = toCallProblem(connection.because, failure, devices, dialedNumber)
      const callId = callStore.getCallId(key)
      callStore.update((before) => ({ ...removeLocalCall(before, key), problem }))
      if (callId) {
        const because = problem.kind === 'microphone' ? 'microphone-blocked' : 'media-failed'
        await api('POST /calls/{call}/hang-up', { params: { call: callId }, body: { because } }).catch(
          () => undefined,
        )
      }
    },
  }
}

function toCallProblem(
  because: 'microphone' | 'refused' | 'no-audio-path',
  failure: unknown,
  devices: AudioDevices,
  dialedNumber: string | null,
): CallProblem {
  const { microphone } = devices.get()
  if (because === 'microphone') {
    const cause = microphone.phase === 'blocked' ? microphone.cause : 'failed'
    return { kind: 'microphone', cause, dialedNumber }
  }
  if (failure !== null) return { kind: 'request', error: failure, dialedNumber }
  return { kind: 'no-audio-path', dialedNumber }
}
