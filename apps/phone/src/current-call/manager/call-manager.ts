import type { AudioDevices } from '@parley/call-engine/browser'
import type { Call } from '@parley/contract/phone'
import type { LiveSocket } from '../../api/live-socket.ts'
import type { PhoneApi } from '../../api/phone-api.ts'
import type { Store } from '../../shell/hooks/store.ts'
import { type CallCommands, createCallCommands } from './call-commands.ts'
import {
  type CallManagerState,
  type CallProblem,
  findActiveCall,
  removeIncomingCall,
  removeLocalCall,
} from './call-manager-state.ts'
import { createCallStore } from './call-store.ts'
import { createCallJoiner } from './join-call.ts'
import { syncWithService } from './sync-with-service.ts'

export interface DialRequest {
  /** As typed. */
  readonly to: string
  /** E.164; the service selects one if omitted. */
  readonly from?: string
  /** Shown until the service responds. */
  readonly title?: string
}

/** Manages all calls of this tab: starts, answers, changes and ends them, and follows service events. */
export interface CallManager extends Store<CallManagerState>, CallCommands {
  dial(request: DialRequest): void
  answer(callId: string): void
  decline(callId: string): Promise<void>
  /** Takes over a call from another tab or device. */
  takeOver(callId: string): void
  hangUp(key: string): Promise<void>
  /** Shows a problem without trying to call. */
  showProblem(problem: CallProblem): void
  dismissProblem(): void
  dismissEnded(): void
  close(): void
}

export interface CallManagerOptions {
  readonly api: PhoneApi
  readonly socket: LiveSocket
  readonly devices: AudioDevices
  readonly handsetId: string
  readonly userId: string
  /** Called when a command fails, such as mute, hold or record. */
  readonly onError: (error: unknown) => void
}

export function createCallManager(parts: CallManagerOptions): CallManager {
  const { api, handsetId } = parts
  const callStore = createCallStore(parts.onError)
  const { get, update, runCommand: change } = callStore
  const { joinCall, cancel } = createCallJoiner(parts, callStore)
  const steering = createCallCommands(parts, callStore)

  const rejoin = (call: Call) =>
    void joinCall(call.name ?? call.number ?? '', null, () =>
      api('POST /calls/{call}/join', { params: { call: call.id }, body: { handsetId } }),
    )
  const serviceSync = syncWithService(parts, callStore, rejoin)
  const holdActive = async () => {
    const active = findActiveCall(get())
    if (active?.call) await steering.setOnHold(active.key, true)
  }

  return {
    get,
    subscribe: callStore.subscribe,
    ...steering,

    dial({ to, from, title }) {
      void holdActive()
      void joinCall(title ?? to, to, () => api('POST /calls', { body: { handsetId, to, from } }))
    },
    answer(callId) {
      const ringing = get().incoming.find(({ call }) => call.id === callId)
      if (!ringing || ringing.isAnswering) return
      update((before) => ({
        ...before,
        incoming: before.incoming.map((each) => (each === ringing ? { ...each, isAnswering: true } : each)),
      }))
      void holdActive()
      void joinCall(ringing.call.name ?? ringing.call.number ?? '', null, async () => {
        try {
          return await api('POST /calls/{call}/answer', { params: { call: callId }, body: { handsetId } })
        } catch (error) {
          update((before) => removeIncomingCall(before, callId))
          throw error
        }
      })
    },
    async decline(callId) {
      update((before) => removeIncomingCall(before, callId))
      await change(api('POST /calls/{call}/decline', { params: { call: callId } }))
    },
    takeOver(callId) {
      const call = get().remoteCalls.find(({ id }) => id === callId)
      if (call) rejoin(call)
    },
    async hangUp(key) {
      const localCall = get().localCalls.find((each) => each.key === key)
      if (!localCall) return
      cancel(key)
      localCall.handset.close()
      if (localCall.call) {
        const params = { call: localCall.call.id }
        await change(api('POST /calls/{call}/hang-up', { params, body: {} }))
        void serviceSync.refresh(localCall.call.id)
      }
      update((before) => removeLocalCall(before, key))
    },
    showProblem: (problem) => update((before) => ({ ...before, problem })),
    dismissProblem: () => update((before) => ({ ...before, problem: null })),
    dismissEnded: () => update((before) => ({ ...before, ended: null })),
    close() {
      serviceSync.close()
      callStore.close()
    },
  }
}
