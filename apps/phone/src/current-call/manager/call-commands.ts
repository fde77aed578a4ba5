import type { CallManagerOptions } from './call-manager.ts'
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
  saveNotes(callId: string, notes: string): Promise<void>
}

export function createCallCommands({ api, onError }: CallManagerOptions, callStore: CallStore): CallCommands {
  const { get, update, applyCall: take, runCommand: change, getCallId } = callStore

  const setOnHold = async (key: string, onHold: boolean) => {
    const call = getCallId(key)
    if (call) await change(api('PUT /calls/{call}/on-hold', { params: { call }, body: { onHold } }))
  }

  return {
    async setMuted(key, muted) {
      const localCall = get().localCalls.find((each) => each.key === key)
      if (!localCall) return
      localCall.handset.setMuted(muted ? 'muted' : 'unmuted')
      if (localCall.call) {
        await change(api('PUT /calls/{call}/muted', { params: { call: localCall.call.id }, body: { muted } }))
      }
    },
    setOnHold,
    async activate(key) {
      const before = findActiveCall(get())
      if (before && before.key !== key) await setOnHold(before.key, true)
      update((now) => ({ ...now, activeKey: key }))
      await setOnHold(key, false)
    },
    async sendDigits(key, digits) {
      const localCall = get().localCalls.find((each) => each.key === key)
      if (!localCall?.call) return
      update((before) =>
        updateLocalCall(before, key, { sentDigits: `${localCall.sentDigits}${digits}`.slice(-64) }),
      )
      await api('POST /calls/{call}/digits', { params: { call: localCall.call.id }, body: { digits } }).catch(
        onError,
      )
    },
    async addParticipant(key, to) {
      const call = getCallId(key)
      if (!call) return
      take(await api('POST /calls/{call}/participants', { params: { call }, body: { to } }))
    },
    async removeParticipant(key, leg) {
      const call = getCallId(key)
      if (call) await change(api('DELETE /calls/{call}/participants/{leg}', { params: { call, leg } }))
    },
    async setRecording(key, recording) {
      const call = getCallId(key)
      if (!call) return
      const action = recording === 'on' ? ('start' as const) : ('stop' as const)
      await change(api(`POST /calls/{call}/recording/${action}`, { params: { call } }))
    },
    async saveNotes(callId, notes) {
      take(await api('PUT /calls/{call}/notes', { params: { call: callId }, body: { notes } }))
    },
  }
}
