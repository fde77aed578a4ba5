import { unwrap } from '@parley/client'
import { createSerialQueue } from '@parley/primitives'
import type { PhoneApi } from '../../api/phone-api.ts'
import { findActiveCall, updateLocalCall } from './call-manager-state.ts'
import type { CallStore } from './call-store.ts'

/** User commands on active calls. */
export interface CallCommands {
  setMuted(key: string, muted: boolean): Promise<void>
  setOnHold(key: string, onHold: boolean): Promise<void>
  /** Makes a call active and puts the previous one on hold. */
  activate(key: string): Promise<void>
  sendDigits(key: string, digits: string): Promise<void>
  addParticipant(key: string, to: string): Promise<void>
  removeParticipant(key: string, legId: string): Promise<void>
  setRecording(key: string, recording: 'on' | 'off'): Promise<void>
  /** @param signal - Aborts the request, because newer notes replace these. */
  saveNotes(callId: string, notes: string, signal?: AbortSignal): Promise<void>
}

interface CallCommandsOptions {
  readonly api: PhoneApi
  readonly callStore: CallStore
  readonly onError: (error: unknown) => void
}

export function createCallCommands(options: CallCommandsOptions): CallCommands {
  return new QueuedCallCommands(options)
}

/**
 * Sends commands of one kind one after the other. A request that is repeated after a network failure would otherwise arrive
 * after a later one: an old "mute" after "unmute", or digits in another order.
 */
class QueuedCallCommands implements CallCommands {
  readonly #api: PhoneApi
  readonly #callStore: CallStore
  readonly #onError: (error: unknown) => void
  readonly #queues = { mute: createSerialQueue(), hold: createSerialQueue(), digits: createSerialQueue() }

  constructor({ api, callStore, onError }: CallCommandsOptions) {
    this.#api = api
    this.#callStore = callStore
    this.#onError = onError
  }

  async setMuted(key: string, muted: boolean): Promise<void> {
    const localCall = this.#callStore.get().localCalls.find((each) => each.key === key)
    if (!localCall) return
    localCall.handset.setMuted(muted ? 'muted' : 'unmuted')
    const call = localCall.call?.id
    if (!call) return
    await this.#queues.mute.run(() =>
      this.#callStore.runCommand(this.#api('PUT /calls/{call}/muted', { params: { call }, body: { muted } })),
    )
  }

  async setOnHold(key: string, onHold: boolean): Promise<void> {
    const call = this.#callStore.getCallId(key)
    if (!call) return
    await this.#queues.hold.run(() =>
      this.#callStore.runCommand(
        this.#api('PUT /calls/{call}/on-hold', { params: { call }, body: { onHold } }),
      ),
    )
  }

  async activate(key: string): Promise<void> {
    const before = findActiveCall(this.#callStore.get())
    if (before && before.key !== key) await this.setOnHold(before.key, true)
    this.#callStore.update((now) => ({ ...now, activeKey: key }))
    await this.setOnHold(key, false)
  }

  async sendDigits(key: string, digits: string): Promise<void> {
    const localCall = this.#callStore.get().localCalls.find((each) => each.key === key)
    const call = localCall?.call?.id
    if (!call) return
    const sentDigits = `${localCall.sentDigits}${digits}`.slice(-64)
    this.#callStore.update((before) => updateLocalCall(before, key, { sentDigits }))
    await this.#queues.digits.run(() =>
      this.#api('POST /calls/{call}/digits', { params: { call }, body: { digits } })
        .then(unwrap)
        .catch(this.#onError),
    )
  }

  async addParticipant(key: string, to: string): Promise<void> {
    const call = this.#callStore.getCallId(key)
    if (!call) return
    const input = { params: { call }, body: { to } }
    this.#callStore.applyCall(unwrap(await this.#api('POST /calls/{call}/participants', input)))
  }

  async removeParticipant(key: string, leg: string): Promise<void> {
    const call = this.#callStore.getCallId(key)
    if (!call) return
    const input = { params: { call, leg } }
    await this.#callStore.runCommand(this.#api('DELETE /calls/{call}/participants/{leg}', input))
  }

  async setRecording(key: string, recording: 'on' | 'off'): Promise<void> {
    const call = this.#callStore.getCallId(key)
    if (!call) return
    const action = recording === 'on' ? ('start' as const) : ('stop' as const)
    await this.#callStore.runCommand(
      this.#api(`POST /calls/{call}/recording/${action}`, { params: { call } }),
    )
  }

  async saveNotes(call: string, notes: string, signal?: AbortSignal): Promise<void> {
    const input = { params: { call }, body: { notes } }
    this.#callStore.applyCall(unwrap(await this.#api('PUT /calls/{call}/notes', input, { signal })))
  }
}
