import type { Call } from '@parley/contract/phone'
import type { ServerMessage } from '../../api/live-socket.ts'
import { isLockedInAnotherTab } from './call-locks.ts'
import type { CallManagerOptions } from './call-manager.ts'
import { applyCall, removeIncomingCall, removeLocalCall, upsertIncomingCall } from './call-manager-state.ts'
import type { CallStore } from './call-store.ts'
import { readTabCallIds } from './handset-ids.ts'

const heartbeatIntervalMs = 2_000

/** Synchronizes the call store with the service and sends heartbeats for this tab. */
export interface ServiceSync {
  /** Refetches one call. */
  refresh(callId: string): Promise<void>
  close(): void
}

export function syncWithService(
  { api, socket, handsetId, userId }: CallManagerOptions,
  callStore: CallStore,
  rejoin: (call: Call) => void,
): ServiceSync {
  const { get, update, applyCall: take } = callStore
  // Read before new ids are stored.
  const storedCallIds = new Set(readTabCallIds())

  /** Refetches all active calls, at the start and after each reconnection. */
  const refetchActiveCalls = async () => {
    const { items } = await api('GET /calls/active', {})
    const userCalls = items.filter((call) => includesUser(call, userId))
    const claimed = await claimStoredCalls(userCalls)
    const localIds = get().localCalls.flatMap((each) => each.call?.id ?? [])
    update((before) => items.reduce(applyCall, before))
    update((before) => ({
      ...before,
      incoming: before.incoming.filter(({ call }) => items.some(({ id }) => id === call.id)),
      remoteCalls: userCalls.filter(
        ({ id }) => !localIds.includes(id) && !claimed.some((call) => call.id === id),
      ),
    }))
    for (const id of localIds) if (!items.some((call) => call.id === id)) void refresh(id)
    for (const call of claimed) rejoin(call)
  }
  /** The calls this tab had before a reload. Each is rejoined once. */
  const claimStoredCalls = async (userCalls: readonly Call[]): Promise<Call[]> => {
    const candidates = userCalls.filter(({ id }) => storedCallIds.delete(id))
    const isFree = await Promise.all(candidates.map(async ({ id }) => !(await isLockedInAnotherTab(id))))
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
        update((before) => upsertIncomingCall(before, message))
        return
      case 'call.stopped-ringing':
        update((before) => removeIncomingCall(before, message.callId))
        return
      case 'leg.taken-over': {
        const localCall = get().localCalls.find(({ legId }) => legId === message.legId)
        if (!localCall?.call || message.handsetId === handsetId) return
        localCall.handset.handOver()
        const { call } = localCall
        update((before) => ({
          ...removeLocalCall(before, localCall.key),
          remoteCalls: [...before.remoteCalls, call],
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
  const heartbeatTimer = setInterval(sendHeartbeats, heartbeatIntervalMs)
  return {
    refresh,
    close() {
      clearInterval(heartbeatTimer)
      stopListening()
    },
  }
}

function includesUser(call: Call, userId: string): boolean {
  return call.legs.some((leg) => leg.kind === 'browser' && leg.userId === userId && leg.state !== 'left')
}
