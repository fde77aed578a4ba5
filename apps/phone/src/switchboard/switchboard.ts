import type { AudioDevices } from '@parley/call-engine/browser'
import type { Call } from '@parley/contract/phone'
import type { PhoneApi } from '../api/phone-api.ts'
import type { LiveSocket } from '../live/live-socket.ts'
import type { Store } from '../live/store.ts'
import { createBoard } from './board.ts'
import { createEntrance } from './bring-in.ts'
import { followService } from './follow-service.ts'
import { type CallSteering, steerCalls } from './steer-calls.ts'
import {
  activeCall,
  type CallProblem,
  type SwitchboardState,
  withoutIncoming,
  withoutOwn,
} from './switchboard-state.ts'

export interface DialRequest {
  /** As typed. */
  readonly to: string
  /** E.164; the service selects one if omitted. */
  readonly from?: string
  /** Shown until the service responds. */
  readonly title?: string
}

/** Manages all calls of this tab: starts, answers, changes and ends them, and follows service events. */
export interface Switchboard extends Store<SwitchboardState>, CallSteering {
  dial(request: DialRequest): void
  answer(callId: string): void
  decline(callId: string): Promise<void>
  /** Takes over a call from another tab or device. */
  takeOver(callId: string): void
  hangUp(key: string): Promise<void>
  /** Shows a problem without trying to call. */
  refuse(problem: CallProblem): void
  dismissProblem(): void
  dismissEnded(): void
  close(): void
}

export interface SwitchboardParts {
  readonly api: PhoneApi
  readonly socket: LiveSocket
  readonly devices: AudioDevices
  readonly handsetId: string
  readonly userId: string
  /** Called when a command fails, such as mute, hold or record. */
  readonly onFailure: (error: unknown) => void
}

export function createSwitchboard(parts: SwitchboardParts): Switchboard {
  const { api, handsetId } = parts
  const board = createBoard(parts.onFailure)
  const { get, update, change } = board
  const { bringIn, giveUp } = createEntrance(parts, board)
  const steering = steerCalls(parts, board)

  const rejoin = (call: Call) =>
    void bringIn(call.name ?? call.number ?? '', null, () =>
      api('POST /calls/{call}/join', { params: { call: call.id }, body: { handsetId } }),
    )
  const following = followService(parts, board, rejoin)
  const holdActive = async () => {
    const active = activeCall(get())
    if (active?.call) await steering.setOnHold(active.key, true)
  }

  return {
    get,
    subscribe: board.subscribe,
    ...steering,

    dial({ to, from, title }) {
      void holdActive()
      void bringIn(title ?? to, to, () => api('POST /calls', { body: { handsetId, to, from } }))
    },
    answer(callId) {
      const ringing = get().incoming.find(({ call }) => call.id === callId)
      if (!ringing || ringing.isAnswering) return
      update((before) => ({
        ...before,
        incoming: before.incoming.map((each) => (each === ringing ? { ...each, isAnswering: true } : each)),
      }))
      void holdActive()
      void bringIn(ringing.call.name ?? ringing.call.number ?? '', null, async () => {
        try {
          return await api('POST /calls/{call}/answer', { params: { call: callId }, body: { handsetId } })
        } catch (error) {
          update((before) => withoutIncoming(before, callId))
          throw error
        }
      })
    },
    async decline(callId) {
      update((before) => withoutIncoming(before, callId))
      await change(api('POST /calls/{call}/decline', { params: { call: callId } }))
    },
    takeOver(callId) {
      const call = get().elsewhere.find(({ id }) => id === callId)
      if (call) rejoin(call)
    },
    async hangUp(key) {
      const localCall = get().localCalls.find((each) => each.key === key)
      if (!localCall) return
      giveUp(key)
      localCall.handset.close()
      if (localCall.call) {
        const params = { call: localCall.call.id }
        await change(api('POST /calls/{call}/hang-up', { params, body: {} }))
        void following.refresh(localCall.call.id)
      }
      update((before) => withoutOwn(before, key))
    },
    refuse: (problem) => update((before) => ({ ...before, problem })),
    dismissProblem: () => update((before) => ({ ...before, problem: null })),
    dismissEnded: () => update((before) => ({ ...before, ended: null })),
    close() {
      following.close()
      board.close()
    },
  }
}
