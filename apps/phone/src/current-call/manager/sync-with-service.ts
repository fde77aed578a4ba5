import { unwrap } from '@parley/client'
import type { Call } from '@parley/contract/phone'
import type { ServerMessage } from '../../api/live/live-socket.ts'
import { isLockedInAnotherTab } from './call-locks.ts'
import type { CallManagerOptions } from './call-manager-options.ts'
import {
  applyCall,
  applyRemoteCall,
  removeIncomingCall,
  removeLocalCall,
  upsertIncomingCall,
  upsertRemoteCall,
} from './call-manager-state.ts'
import type { CallStore } from './call-store.ts'
import { readTabCallIds } from './handset-ids.ts'
import { takePendingAnswer } from './pending-answer.ts'

const heartbeatIntervalMs = 2_000

/** Synchronizes the call store with the service and sends heartbeats for this tab. */
export interface ServiceSync {
  /** Refetches one call. */
  refresh(callId: string): Promise<void>
  close(): void
}

export function syncWithService(
  options: CallManagerOptions,
  callStore: CallStore,
  actions: SyncActions,
): ServiceSync {
  return new CallStoreSync(options, callStore, actions)
}

/** Actions on calls that the user had, or answered, before this phone was opened. */
interface SyncActions {
  readonly rejoin: (call: Call) => void
  readonly answer: (callId: string) => void
}

class CallStoreSync implements ServiceSync {
  readonly #options: CallManagerOptions
  readonly #callStore: CallStore
  readonly #actions: SyncActions
  readonly #heartbeatTimer: ReturnType<typeof setInterval>
  readonly #stopListening: () => void
  /** Read before new ids are stored. */
  readonly #storedCallIds = new Set(readTabCallIds())

  constructor(options: CallManagerOptions, callStore: CallStore, actions: SyncActions) {
    this.#options = options
    this.#callStore = callStore
    this.#actions = actions
    this.#stopListening = options.socket.onMessage((message) => this.#handleMessage(message))
    this.#heartbeatTimer = setInterval(() => this.#sendHeartbeats(), heartbeatIntervalMs)
  }

  readonly #isOwn = ({ workspaceId }: { readonly workspaceId: string }) =>
    workspaceId === this.#options.workspaceId

  async refresh(call: string): Promise<void> {
    try {
      this.#callStore.applyCall(unwrap(await this.#options.api('GET /calls/{call}', { params: { call } })))
    } catch {
      // The next event of the call, or the next reconnection, brings its state.
    }
  }

  close(): void {
    clearInterval(this.#heartbeatTimer)
    this.#stopListening()
  }

  #handleMessage(message: ServerMessage): void {
    switch (message.type) {
      case 'ready':
        if (message.isResumed) return
        // Those that still ring follow.
        this.#callStore.update((before) => ({ ...before, incoming: before.incoming.filter(this.#isOwn) }))
        void this.#refetchActiveCalls().catch(() => undefined)
        return
      case 'call.updated':
      case 'call.ended':
        this.#callStore.applyCall(message.call)
        this.#callStore.update((before) => applyRemoteCall(before, message.call, this.#options))
        return
      case 'call.incoming':
        this.#callStore.update((before) => upsertIncomingCall(before, message))
        if (this.#isOwn(message) && takePendingAnswer(message.call.id)) this.#actions.answer(message.call.id)
        return
      case 'call.stopped-ringing':
        this.#callStore.update((before) => removeIncomingCall(before, message.callId))
        return
      case 'leg.taken-over':
        this.#handOver(message)
        return
      case 'leg.quality':
        this.#applyQuality(message)
    }
  }

  /**
   * Refetches all active calls, at the start and after each reconnection. Calls that the socket reports meanwhile may be
   * missing in the response.
   */
  async #refetchActiveCalls(): Promise<void> {
    const { incoming, remoteCalls } = this.#callStore.get()
    const knownIds = new Set([...incoming.map(({ call }) => call.id), ...remoteCalls.map(({ id }) => id)])
    const { items } = unwrap(await this.#options.api('GET /calls/active', {}))
    const userCalls = items.filter((call) => includesUser(call, this.#options.userId))
    const claimed = await this.#claimStoredCalls(userCalls)
    this.#callStore.update((before) => items.reduce(applyCall, before))
    const localIds = this.#callStore.get().localCalls.flatMap((each) => each.call?.id ?? [])
    const isCurrent = (callId: string) => !knownIds.has(callId) || items.some(({ id }) => id === callId)
    this.#callStore.update((before) => ({
      ...before,
      incoming: before.incoming.filter((each) => !this.#isOwn(each) || isCurrent(each.call.id)),
      remoteCalls: [
        ...userCalls.filter(({ id }) => !localIds.includes(id) && !claimed.some((call) => call.id === id)),
        ...before.remoteCalls.filter(({ id }) => !knownIds.has(id) && !items.some((call) => call.id === id)),
      ],
    }))
    for (const id of localIds) if (!items.some((call) => call.id === id)) void this.refresh(id)
    for (const call of claimed) this.#actions.rejoin(call)
  }

  /** Returns the calls that this tab had before a reload. Each is rejoined once. */
  async #claimStoredCalls(userCalls: readonly Call[]): Promise<Call[]> {
    const candidates = userCalls.filter(({ id }) => this.#storedCallIds.delete(id))
    const isFree = await Promise.all(candidates.map(async ({ id }) => !(await isLockedInAnotherTab(id))))
    return candidates.filter((_, index) => isFree[index])
  }

  #handOver({ legId, handsetId }: Extract<ServerMessage, { type: 'leg.taken-over' }>): void {
    const localCall = this.#callStore.get().localCalls.find((each) => each.legId === legId)
    if (!localCall?.call || handsetId === this.#options.handsetId) return
    localCall.leg.handOver()
    const { call } = localCall
    this.#callStore.update((before) => upsertRemoteCall(removeLocalCall(before, localCall.key), call))
  }

  #applyQuality({ callId, legId, quality }: Extract<ServerMessage, { type: 'leg.quality' }>): void {
    const call = this.#callStore.get().localCalls.find((localCall) => localCall.call?.id === callId)?.call
    if (!call) return
    const legs = call.legs.map((leg) => (leg.id === legId ? { ...leg, quality } : leg))
    this.#callStore.applyCall({ ...call, legs })
  }

  #sendHeartbeats(): void {
    for (const { call, legId, leg } of this.#callStore.get().localCalls) {
      if (!call || !legId || leg.get().connection.phase !== 'connected') continue
      this.#options.socket.send({ type: 'heartbeat', callId: call.id, legId, stats: leg.get().stats })
    }
  }
}

function includesUser(call: Call, userId: string): boolean {
  return call.legs.some((leg) => leg.kind === 'browser' && leg.userId === userId && leg.state !== 'left')
}
