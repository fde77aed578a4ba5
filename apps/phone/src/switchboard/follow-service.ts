import type { Call } from '@parley/contract/phone'
import { isHeldInAnotherTab } from '../live/call-lock.ts'
import { heldCalls } from '../live/ids.ts'
import type { ServerMessage } from '../live/live-socket.ts'
import type { Board } from './board.ts'
import type { SwitchboardParts } from './switchboard.ts'
import { withCall, withIncoming, withoutIncoming, withoutOwn } from './switchboard-state.ts'

const heartbeatEveryMs = 2_000

/** Synchronizes the call store with the service and sends heartbeats for this tab. */
export interface Following {
  /** Refetches one call. */
  refresh(callId: string): Promise<void>
  close(): void
}

export function followService(
  { api, socket, handsetId, userId }: SwitchboardParts,
  board: Board,
  rejoin: (call: Call) => void,
): Following {
  const { get, update, take } = board
  // Read before new ids are stored.
  const unclaimed = new Set(heldCalls())

  /** Refetches all active calls, at the start and after each reconnection. */
  const refetchActiveCalls = async () => {
    const { items } = await api('GET /calls/active', {})
    const userCalls = items.filter((call) => isHeldBy(call, userId))
    const claimed = await claimStoredCalls(userCalls)
    const localIds = get().localCalls.flatMap((each) => each.call?.id ?? [])
    update((before) => items.reduce(withCall, before))
    update((before) => ({
      ...before,
      incoming: before.incoming.filter(({ call }) => items.some(({ id }) => id === call.id)),
      elsewhere: userCalls.filter(
        ({ id }) => !localIds.includes(id) && !claimed.some((call) => call.id === id),
      ),
    }))
    for (const id of localIds) if (!items.some((call) => call.id === id)) void refresh(id)
    for (const call of claimed) rejoin(call)
  }
  /** The calls this tab had before a reload. Each is rejoined once. */
  const claimStoredCalls = async (userCalls: readonly Call[]): Promise<Call[]> => {
    const candidates = userCalls.filter(({ id }) => unclaimed.delete(id))
    const isFree = await Promise.all(candidates.map(async ({ id }) => !(await isHeldInAnotherTab(id))))
    return candidates.filter((_, index) => isFree[index])
  }
  const refresh = async (call: string) =>
    await api('GET /calls/{call}', { params: { call } }).then(take, () => undefined)

  const handleMessage = (message: ServerMessage) => {
    switch (message.type) {
      case 'ready':
        void refetchActiveCalls().catch(() => undefined)
        return
      case 'call.updated':
      case 'call.ended':
        take(message.call)
        return
      case 'call.incoming':
        update((before) => withIncoming(before, message))
        return
      case 'call.stopped-ringing':
        update((before) => withoutIncoming(before, message.callId))
        return
      case 'leg.taken-over': {
        const localCall = get().localCalls.find(({ legId }) => legId === message.legId)
        if (!localCall?.call || message.handsetId === handsetId) return
        localCall.handset.letGo()
        const { call } = localCall
        update((before) => ({
          ...withoutOwn(before, localCall.key),
          elsewhere: [...before.elsewhere, call],
        }))
        return
      }
      case 'leg.quality': {
        const call = get().localCalls.find((localCall) => localCall.call?.id === message.callId)?.call
        if (!call) return
        const legs = call.legs.map((leg) =>
          leg.id === message.legId ? { ...leg, quality: message.quality } : leg,
        )
        take({ ...call, legs })
      }
    }
  }

  const sendHeartbeats = () => {
    for (const { call, legId, handset } of get().localCalls) {
      if (!call || !legId || handset.get().connection.phase !== 'connected') continue
      socket.send({ type: 'heartbeat', callId: call.id, legId, stats: handset.get().stats })
    }
  }

  const stopListening = socket.onMessage(handleMessage)
  const heartbeatTimer = setInterval(sendHeartbeats, heartbeatEveryMs)
  return {
    refresh,
    close() {
      clearInterval(heartbeatTimer)
      stopListening()
    },
  }
}

function isHeldBy(call: Call, userId: string): boolean {
  return call.legs.some((leg) => leg.kind === 'browser' && leg.userId === userId && leg.state !== 'left')
}
