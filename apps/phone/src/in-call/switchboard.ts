import type { AudioDevices } from '@parley/call-engine/browser'
import type { Call } from '@parley/contract/phone'
import type { PhoneApi } from '../api/phone-api.ts'
import { PhoneRefusal } from '../api/refusal.ts'
import { createCallLocks, isHeldInAnotherTab } from '../live/call-lock.ts'
import { heldCalls, rememberHeldCalls } from '../live/ids.ts'
import type { LiveSocket, ServerMessage } from '../live/live-socket.ts'
import { createStore, type Store } from '../live/store.ts'
import { createOwnHandset, type OwnCall, type Seat } from './own-call.ts'
import {
  activeCall,
  type CallProblem,
  nobodyCalls,
  type SwitchboardState,
  withCall,
  withIncoming,
  withOwn,
  withoutIncoming,
  withoutOwn,
} from './switchboard-state.ts'

const endedShownMs = 4_000
const heartbeatEveryMs = 2_000

export interface DialRequest {
  /** As typed. */
  readonly to: string
  /** E.164; the best one for the destination when left out. */
  readonly from?: string
  /** Shown until the service has said whom it is to. */
  readonly title?: string
}

/** All calls of this tab: begins, answers, changes and ends them, and follows what the service says of them. */
export interface Switchboard extends Store<SwitchboardState> {
  dial(request: DialRequest): void
  answer(callId: string): void
  decline(callId: string): Promise<void>
  /** Takes over a call that another tab or device holds. */
  takeOver(callId: string): void
  hangUp(key: string): Promise<void>
  setMuted(key: string, muted: boolean): Promise<void>
  setOnHold(key: string, onHold: boolean): Promise<void>
  /** Gives a call the ear, and puts the one that had it on hold. */
  activate(key: string): Promise<void>
  sendDigits(key: string, digits: string): Promise<void>
  addParticipant(key: string, to: string): Promise<void>
  removeParticipant(key: string, legId: string): Promise<void>
  setRecording(key: string, recording: 'on' | 'off'): Promise<void>
  saveNotes(callId: string, notes: string): Promise<void>
  /** Shows why a call will not come about, without trying. */
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
  /** Told of a change that failed: a call cannot be muted, held, recorded. */
  readonly onFailure: (error: unknown) => void
}

export function createSwitchboard(parts: SwitchboardParts): Switchboard {
  const { api, socket, devices, handsetId, userId } = parts
  const state = createStore<SwitchboardState>(nobodyCalls)
  const givenUp = new Set<string>()
  // Read before anything is remembered anew.
  const unclaimed = new Set(heldCalls())
  const locks = createCallLocks()
  let nextKey = 1
  let endedTimer: ReturnType<typeof setTimeout> | undefined

  const update = (change: (before: SwitchboardState) => SwitchboardState) => {
    const before = state.get()
    const after = change(before)
    closeLeftHandsets(before, after)
    if (after.ended !== null && after.ended !== before.ended) {
      clearTimeout(endedTimer)
      endedTimer = setTimeout(() => update((now) => ({ ...now, ended: null })), endedShownMs)
    }
    state.set(after)
    const held = after.own.flatMap(({ call }) => call?.id ?? [])
    rememberHeldCalls(held)
    locks.hold(held)
  }
  const take = (call: Call) => update((before) => withCall(before, call))
  const callIdOf = (key: string) => state.get().own.find((own) => own.key === key)?.call?.id ?? null

  /** Sends a change of a call; what comes back is the call as it now stands. */
  const change = async (work: Promise<Call>) => {
    try {
      take(await work)
    } catch (error) {
      parts.onFailure(error)
    }
  }

  /** Brings this tab's audio into a call that `join` begins, answers or takes over. */
  const bringIn = async (title: string, dialled: string | null, join: () => Promise<Seat>) => {
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
    const own: OwnCall = { key, title, call: null, legId: null, sentDigits: '', handset }
    update((before) => ({
      ...before,
      own: [...before.own, own],
      activeKey: key,
      problem: null,
      ended: null,
    }))

    const connection = await handset.connect()
    if (connection.phase !== 'failed' || givenUp.has(key)) return
    const problem = problemOf(connection.because, failure, devices, dialled)
    const callId = callIdOf(key)
    update((before) => ({ ...withoutOwn(before, key), problem }))
    if (callId) {
      const because = problem.kind === 'microphone' ? 'microphone-blocked' : 'media-failed'
      await api('POST /calls/{call}/hang-up', { params: { call: callId }, body: { because } }).catch(
        () => undefined,
      )
    }
  }

  const holdActive = async () => {
    const active = activeCall(state.get())
    if (active?.call) await setOnHold(active.key, true)
  }
  const setOnHold = async (key: string, onHold: boolean) => {
    const call = callIdOf(key)
    if (call) await change(api('PUT /calls/{call}/on-hold', { params: { call }, body: { onHold } }))
  }

  const rejoin = (call: Call) =>
    void bringIn(call.name ?? call.number ?? '', null, () =>
      api('POST /calls/{call}/join', { params: { call: call.id }, body: { handsetId } }),
    )

  /** Finds out what goes on, at the start and after each interruption. */
  const findActive = async () => {
    const { items } = await api('GET /calls/active', {})
    const mine = items.filter((call) => isHeldBy(call, userId))
    const claimed = await claim(mine)
    const own = state.get().own.flatMap((each) => each.call?.id ?? [])
    update((before) => items.reduce(withCall, before))
    update((before) => ({
      ...before,
      incoming: before.incoming.filter(({ call }) => items.some(({ id }) => id === call.id)),
      elsewhere: mine.filter(({ id }) => !own.includes(id) && !claimed.some((call) => call.id === id)),
    }))
    for (const id of own) if (!items.some((call) => call.id === id)) void refresh(id)
    for (const call of claimed) rejoin(call)
  }
  /** Those that this tab held before it was loaded anew. Each is taken up once. */
  const claim = async (mine: readonly Call[]): Promise<Call[]> => {
    const wanted = mine.filter(({ id }) => unclaimed.delete(id))
    const isFree = await Promise.all(wanted.map(async ({ id }) => !(await isHeldInAnotherTab(id))))
    return wanted.filter((_, index) => isFree[index])
  }
  const refresh = async (call: string) =>
    await api('GET /calls/{call}', { params: { call } }).then(take, () => undefined)

  const hear = (message: ServerMessage) => {
    switch (message.type) {
      case 'ready':
        void findActive().catch(() => undefined)
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
        const own = state.get().own.find(({ legId }) => legId === message.legId)
        if (!own?.call || message.handsetId === handsetId) return
        own.handset.letGo()
        const { call } = own
        update((before) => ({
          ...withoutOwn(before, own.key),
          elsewhere: [...before.elsewhere, call],
        }))
        return
      }
      case 'leg.quality': {
        const call = state.get().own.find((own) => own.call?.id === message.callId)?.call
        if (!call) return
        const legs = call.legs.map((leg) =>
          leg.id === message.legId ? { ...leg, quality: message.quality } : leg,
        )
        take({ ...call, legs })
      }
    }
  }

  const beat = () => {
    for (const { call, legId, handset } of state.get().own) {
      if (!call || !legId || handset.get().connection.phase !== 'connected') continue
      socket.send({ type: 'heartbeat', callId: call.id, legId, stats: handset.get().stats })
    }
  }

  const stopListening = socket.onMessage(hear)
  const heart = setInterval(beat, heartbeatEveryMs)

  return {
    get: state.get,
    subscribe: state.subscribe,

    dial({ to, from, title }) {
      void holdActive()
      void bringIn(title ?? to, to, () => api('POST /calls', { body: { handsetId, to, from } }))
    },
    answer(callId) {
      const ringing = state.get().incoming.find(({ call }) => call.id === callId)
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
      const call = state.get().elsewhere.find(({ id }) => id === callId)
      if (call) rejoin(call)
    },
    async hangUp(key) {
      const own = state.get().own.find((each) => each.key === key)
      if (!own) return
      givenUp.add(key)
      own.handset.close()
      if (own.call) {
        const params = { call: own.call.id }
        await change(api('POST /calls/{call}/hang-up', { params, body: {} }))
        void refresh(own.call.id)
      }
      update((before) => withoutOwn(before, key))
    },
    async setMuted(key, muted) {
      const own = state.get().own.find((each) => each.key === key)
      if (!own) return
      own.handset.setMuted(muted ? 'muted' : 'unmuted')
      if (own.call) {
        await change(api('PUT /calls/{call}/muted', { params: { call: own.call.id }, body: { muted } }))
      }
    },
    setOnHold,
    async activate(key) {
      const before = activeCall(state.get())
      if (before && before.key !== key) await setOnHold(before.key, true)
      update((now) => ({ ...now, activeKey: key }))
      await setOnHold(key, false)
    },
    async sendDigits(key, digits) {
      const own = state.get().own.find((each) => each.key === key)
      if (!own?.call) return
      update((before) => withOwn(before, key, { sentDigits: `${own.sentDigits}${digits}`.slice(-64) }))
      await api('POST /calls/{call}/digits', { params: { call: own.call.id }, body: { digits } }).catch(
        parts.onFailure,
      )
    },
    async addParticipant(key, to) {
      const call = callIdOf(key)
      if (!call) return
      take(await api('POST /calls/{call}/participants', { params: { call }, body: { to } }))
    },
    async removeParticipant(key, leg) {
      const call = callIdOf(key)
      if (call) await change(api('DELETE /calls/{call}/participants/{leg}', { params: { call, leg } }))
    },
    async setRecording(key, recording) {
      const call = callIdOf(key)
      if (!call) return
      const action = recording === 'on' ? ('start' as const) : ('stop' as const)
      await change(api(`POST /calls/{call}/recording/${action}`, { params: { call } }))
    },
    async saveNotes(callId, notes) {
      take(await api('PUT /calls/{call}/notes', { params: { call: callId }, body: { notes } }))
    },
    refuse: (problem) => update((before) => ({ ...before, problem })),
    dismissProblem: () => update((before) => ({ ...before, problem: null })),
    dismissEnded: () => update((before) => ({ ...before, ended: null })),
    close() {
      clearInterval(heart)
      clearTimeout(endedTimer)
      stopListening()
      for (const { handset } of state.get().own) handset.close()
    },
  }
}

/** A handset whose call has left the board gives its microphone back. */
function closeLeftHandsets(before: SwitchboardState, after: SwitchboardState): void {
  for (const own of before.own) {
    if (!after.own.some(({ key }) => key === own.key)) own.handset.close()
  }
}

function isHeldBy(call: Call, userId: string): boolean {
  return call.legs.some((leg) => leg.kind === 'browser' && leg.userId === userId && leg.state !== 'left')
}

function problemOf(
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
