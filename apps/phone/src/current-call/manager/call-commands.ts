import { unwrap } from '@parley/client'
import { createSerialQueue, type SerialQueue } from '@parley/primitives'
import type { PhoneApi } from '../../api/phone-api.ts'
import { findActiveCall, updateLocalCall } from './call-manager-state.ts'
import type { CallStore } from './call-store.ts'
import { isFinalError, type LocalCall } from './local-call.ts'

/** How a user brings another number into a call: `consult` talks to it first, while the others are on hold. */
export type InviteMode = 'add' | 'transfer' | 'consult'

export type ConsultationEnd = 'complete' | 'cancel' | 'join'

export type RecordingChange = 'start' | 'pause' | 'resume' | 'stop'

/** User commands on active calls. */
export interface CallCommands {
  setMuted(key: string, muted: boolean): Promise<void>
  setOnHold(key: string, onHold: boolean): Promise<void>
  /**
   * Puts a call on hold, also one for whose id the service has not responded yet. Rejects with the API error when the
   * call may still hear the user.
   */
  hold(key: string): Promise<void>
  /** Makes a call active and puts the previous one on hold. */
  activate(key: string): Promise<void>
  /** Merges two answered calls. The older one continues. */
  merge(key: string, otherKey: string): Promise<void>
  sendDigits(key: string, digits: string): Promise<void>
  /** Rejects with the API error when the number is not called. */
  invite(key: string, to: string, mode: InviteMode): Promise<void>
  endConsultation(key: string, end: ConsultationEnd): Promise<void>
  /** Leaves a call, which any member of the workspace can pick up. */
  park(key: string): Promise<void>
  removeParticipant(key: string, legId: string): Promise<void>
  changeRecording(key: string, change: RecordingChange): Promise<void>
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

const transferModes = { transfer: 'blind', consult: 'attended' } as const

type CommandKind = 'mute' | 'hold' | 'digits' | 'recording'

/**
 * Sends commands of one kind for one call one after the other. A request that is repeated after a network
 * failure would otherwise arrive after a later one: an old "mute" after "unmute", or digits in another order.
 *
 * Different calls do not wait for each other, nor do different kinds: muting changes the user's own leg, hold
 * the legs of the others, digits no state, and recording only itself, so that each order of two kinds has the
 * same result.
 */
class QueuedCallCommands implements CallCommands {
  readonly #api: PhoneApi
  readonly #callStore: CallStore
  readonly #onError: (error: unknown) => void
  readonly #queues = new WeakMap<LocalCall['leg'], Record<CommandKind, SerialQueue>>()

  constructor({ api, callStore, onError }: CallCommandsOptions) {
    this.#api = api
    this.#callStore = callStore
    this.#onError = onError
  }

  async setMuted(key: string, muted: boolean): Promise<void> {
    const localCall = this.#findLocalCall(key)
    if (!localCall) return
    localCall.leg.setMuted(muted ? 'muted' : 'unmuted')
    const call = localCall.call?.id
    if (!call) return
    await this.#getQueue(localCall, 'mute').run(() =>
      this.#callStore.runCommand(this.#api('PUT /calls/{call}/muted', { params: { call }, body: { muted } })),
    )
  }

  async setOnHold(key: string, onHold: boolean): Promise<void> {
    await this.#changeHold(key, onHold).catch(this.#onError)
  }

  async hold(key: string): Promise<void> {
    await this.#callStore.waitForCallId(key)
    try {
      await this.#changeHold(key, true)
    } catch (error) {
      // A call that is over hears no one.
      if (!isFinalError(error)) throw error
    }
  }

  async activate(key: string): Promise<void> {
    const before = findActiveCall(this.#callStore.get())
    try {
      // Two calls that are not on hold would both hear the user.
      if (before && before.key !== key) await this.hold(before.key)
    } catch (error) {
      return this.#onError(error)
    }
    this.#callStore.update((now) => ({ ...now, activeKey: key }))
    await this.setOnHold(key, false)
  }

  async merge(key: string, otherKey: string): Promise<void> {
    const [call, other] = [this.#callStore.getCallId(key), this.#callStore.getCallId(otherKey)]
    if (!call || !other) return
    await this.#callStore.runCommand(
      this.#api('POST /calls/{call}/merge', { params: { call }, body: { call: other } }),
    )
  }

  async sendDigits(key: string, digits: string): Promise<void> {
    const localCall = this.#findLocalCall(key)
    const call = localCall?.call?.id
    if (!call) return
    const sentDigits = `${localCall.sentDigits}${digits}`.slice(-64)
    this.#callStore.update((before) => updateLocalCall(before, key, { sentDigits }))
    await this.#getQueue(localCall, 'digits').run(() =>
      this.#api('POST /calls/{call}/digits', { params: { call }, body: { digits } })
        .then(unwrap)
        .catch(this.#onError),
    )
  }

  async invite(key: string, to: string, mode: InviteMode): Promise<void> {
    const call = this.#callStore.getCallId(key)
    if (!call) return
    const params = { call }
    const response =
      mode === 'add'
        ? await this.#api('POST /calls/{call}/participants', { params, body: { to } })
        : await this.#api('POST /calls/{call}/transfer', {
            params,
            body: { to, mode: transferModes[mode] },
          })
    this.#callStore.applyCall(unwrap(response))
  }

  async endConsultation(key: string, end: ConsultationEnd): Promise<void> {
    const call = this.#callStore.getCallId(key)
    if (!call) return
    await this.#callStore.runCommand(this.#api(`POST /calls/{call}/transfer/${end}`, { params: { call } }))
  }

  async park(key: string): Promise<void> {
    const call = this.#callStore.getCallId(key)
    if (!call) return
    await this.#callStore.runCommand(this.#api('POST /calls/{call}/park', { params: { call } }))
  }

  async removeParticipant(key: string, leg: string): Promise<void> {
    const call = this.#callStore.getCallId(key)
    if (!call) return
    const input = { params: { call, leg } }
    await this.#callStore.runCommand(this.#api('DELETE /calls/{call}/participants/{leg}', input))
  }

  async changeRecording(key: string, change: RecordingChange): Promise<void> {
    const localCall = this.#findLocalCall(key)
    const call = localCall?.call?.id
    if (!call) return
    await this.#getQueue(localCall, 'recording').run(() =>
      this.#callStore.runCommand(this.#api(`POST /calls/{call}/recording/${change}`, { params: { call } })),
    )
  }

  async saveNotes(call: string, notes: string, signal?: AbortSignal): Promise<void> {
    const input = { params: { call }, body: { notes } }
    this.#callStore.applyCall(unwrap(await this.#api('PUT /calls/{call}/notes', input, { signal })))
  }

  async #changeHold(key: string, onHold: boolean): Promise<void> {
    const localCall = this.#findLocalCall(key)
    const call = localCall?.call?.id
    if (!call) return
    await this.#getQueue(localCall, 'hold').run(async () => {
      const input = { params: { call }, body: { onHold } }
      this.#callStore.applyCall(unwrap(await this.#api('PUT /calls/{call}/on-hold', input)))
    })
  }

  #findLocalCall(key: string): LocalCall | undefined {
    return this.#callStore.get().localCalls.find((each) => each.key === key)
  }

  #getQueue({ leg }: LocalCall, kind: CommandKind): SerialQueue {
    const queues = this.#queues.get(leg) ?? {
      mute: createSerialQueue(),
      hold: createSerialQueue(),
      digits: createSerialQueue(),
      recording: createSerialQueue(),
    }
    this.#queues.set(leg, queues)
    return queues[kind]
  }
}
