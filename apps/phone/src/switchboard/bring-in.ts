import type { AudioDevices } from '@parley/call-engine/browser'
import { PhoneRefusal } from '../api/refusal.ts'
import type { Board } from './board.ts'
import { createOwnHandset, type OwnCall, type Seat } from './own-call.ts'
import type { SwitchboardParts } from './switchboard.ts'
import { type CallProblem, withOwn, withoutIncoming, withoutOwn } from './switchboard-state.ts'

/** Connects the audio of this tab to calls. */
export interface Entrance {
  /** Connects this tab to the call that `join` starts, answers or takes over. Failures set `problem`. */
  bringIn(title: string, dialled: string | null, join: () => Promise<Seat>): Promise<void>
  /** Cancels a pending join, whatever the service is doing. */
  giveUp(key: string): void
}

export function createEntrance({ api, devices, handsetId }: SwitchboardParts, board: Board): Entrance {
  const { update } = board
  const givenUp = new Set<string>()
  let nextKey = 1

  return {
    giveUp: (key) => void givenUp.add(key),

    async bringIn(title, dialled, join) {
      const key = String(nextKey++)
      let failure: unknown = null
      const handset = createOwnHandset({
        api,
        devices,
        handsetId,
        isGivenUp: () => givenUp.has(key),
        onSeat: (seat) => {
          update((before) => withoutIncoming(withOwn(before, key, seat), seat.call.id))
          update((before) => ({
            ...before,
            elsewhere: before.elsewhere.filter(({ id }) => id !== seat.call.id),
          }))
        },
        join: () =>
          join().catch((error) => {
            failure = error
            throw error
          }),
      })
      const localCall: OwnCall = { key, title, call: null, legId: null, sentDigits: '', handset }
      update((before) => ({
        ...before,
        localCalls: [...before.localCalls, localCall],
        activeKey: key,
        problem: null,
        ended: null,
      }))

      const connection = await handset.connect()
      if (connection.phase !== 'failed' || givenUp.has(key)) return
      const problem = toCallProblem(connection.because, failure, devices, dialled)
      const callId = board.callIdOf(key)
      update((before) => ({ ...withoutOwn(before, key), problem }))
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
  because: 'microphone' | 'refused' | 'no-way-through',
  failure: unknown,
  devices: AudioDevices,
  dialled: string | null,
): CallProblem {
  const { microphone } = devices.get()
  if (because === 'microphone') {
    const trouble = microphone.phase === 'blocked' ? microphone.trouble : 'failed'
    return { kind: 'microphone', trouble, dialled }
  }
  if (failure instanceof PhoneRefusal) return { kind: 'refused', refusal: failure, dialled }
  if (failure !== null) return { kind: 'unreachable', dialled }
  return { kind: 'no-way-through', dialled }
}
