// @vitest-environment jsdom
import type { AudioDevices } from '@parley/call-engine/browser'
import { type Call, PhoneError } from '@parley/contract/phone'
import { afterEach, expect, test, vi } from 'vitest'
import {
  ada,
  createFakeApi,
  createFakeDevices,
  createFakeSocket,
  type Responses,
} from '../../phone.fixture.ts'
import { callFixture, ownLeg } from '../call.fixture.ts'
import { type CallManager, createCallManager } from './call-manager.ts'

let opened: CallManager | null = null
afterEach(() => opened?.close())

const ringing: Call = { ...callFixture, direction: 'incoming', phase: 'ringing', answeredAt: null, legs: [] }

/** Opens a call manager for which a call rings. */
function openRinging(responses: Responses, workspaceId = ada.workspace.id, devices = createFakeDevices()) {
  const { api, requests } = createFakeApi(responses)
  const socket = createFakeSocket()
  const onError = vi.fn()
  const otherWorkspaces = { decline: vi.fn(), sendToVoicemail: vi.fn(async () => undefined), open: vi.fn() }
  const callManager = createCallManager({
    api,
    socket,
    devices,
    handsetId: 'tab',
    userId: ada.user.id,
    workspaceId: ada.workspace.id,
    otherWorkspaces,
    onError,
  })
  opened = callManager
  socket.receive({
    type: 'call.incoming',
    workspaceId,
    call: ringing,
    manner: 'show',
    notifies: false,
    lastNotes: '',
  })
  return { callManager, requests, onError, otherWorkspaces }
}

test('a call that voicemail answers no longer rings in the browser', async () => {
  const { callManager, requests } = openRinging({ 'POST /calls/{call}/voicemail': () => ringing })

  await callManager.sendToVoicemail(ringing.id)

  expect(callManager.get().incoming).toEqual([])
  expect(requests).toEqual([
    { name: 'POST /calls/{call}/voicemail', input: { params: { call: ringing.id } } },
  ])
})

test('a call that voicemail cannot answer rings on, with the reason', async () => {
  const { callManager, onError } = openRinging({
    'POST /calls/{call}/voicemail': () => {
      throw new PhoneError('VOICEMAIL_OFF')
    },
  })

  await callManager.sendToVoicemail(ringing.id)

  expect(callManager.get().incoming).toHaveLength(1)
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ code: 'VOICEMAIL_OFF' }))
})

test('a call of another workspace is sent to the voicemail of that workspace', async () => {
  const { callManager, requests, otherWorkspaces } = openRinging({}, 'bakery')

  await callManager.sendToVoicemail(ringing.id)

  expect(otherWorkspaces.sendToVoicemail).toHaveBeenCalledExactlyOnceWith('bakery', ringing.id)
  expect([requests, callManager.get().incoming]).toEqual([[], []])
})

/** Devices with a microphone that is allowed, and cannot be opened. */
function createDevicesInUse(): AudioDevices {
  const devices = createFakeDevices()
  const microphones = [{ id: 'headset', label: 'Headset' }]
  return {
    ...devices,
    get: () => ({ ...devices.get(), microphonePermission: 'granted', microphones }),
    openMicrophone: async () => ({ cause: 'in-use' }),
  }
}

/** Guarantee: a telephone does not ring for a user who cannot speak. */
test('a call whose microphone cannot be opened is ended when the service has started it', async () => {
  const started = Promise.withResolvers<void>()
  const { callManager, requests } = openRinging(
    {
      'POST /calls': async () => {
        await started.promise
        return { call: callFixture, legId: ownLeg.id, joinInformation: {} }
      },
      'POST /calls/{call}/hang-up': () => callFixture,
    },
    ada.workspace.id,
    createDevicesInUse(),
  )

  callManager.dial({ to: '+15550142' })
  await vi.waitFor(() => expect(callManager.get().problem).toMatchObject({ kind: 'microphone' }))
  started.resolve()

  await vi.waitFor(() => expect(requests).toHaveLength(2))
  expect(requests[1]).toEqual({
    name: 'POST /calls/{call}/hang-up',
    input: { params: { call: callFixture.id }, body: { because: 'microphone-blocked' } },
  })
  expect(callManager.get().localCalls).toEqual([])
})

test('no call is started before the microphone is open where none is known', async () => {
  const { callManager, requests } = openRinging({})

  callManager.dial({ to: '+15550142' })

  await vi.waitFor(() => expect(callManager.get().problem).toMatchObject({ kind: 'microphone' }))
  expect(requests).toEqual([])
})
