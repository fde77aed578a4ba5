// @vitest-environment jsdom
import type { AudioDevices } from '@parley/call-engine/browser'
import { type Call, PhoneError } from '@parley/contract/phone'
import { createStore } from '@parley/primitives'
import { afterEach, expect, test, vi } from 'vitest'
import { createPhoneApiError } from '../../api/errors.ts'
import {
  ada,
  createFakeApi,
  createFakeDevices,
  createFakeSocket,
  type Responses,
  uncheckedNumber,
} from '../../phone.fixture.ts'
import { callFixture, createLocalCall, ownLeg } from '../call.fixture.ts'
import { type CallManager, createCallManager } from './call-manager.ts'

let opened: CallManager | null = null
afterEach(() => {
  opened?.close()
  vi.unstubAllGlobals()
})

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
    presentation: 'show',
    notifies: false,
    isForUserAlone: true,
    lastNotes: '',
  })
  return { callManager, requests, onError, otherWorkspaces, receive: socket.receive }
}

test('a call that voicemail answers no longer rings in the browser', async () => {
  const { callManager, requests } = openRinging({ 'POST /calls/{call}/voicemail': () => ringing })

  await callManager.sendToVoicemail(ringing.id)

  expect(callManager.get().incoming).toEqual([])
  expect(requests).toEqual([
    { name: 'POST /calls/{call}/voicemail', input: { params: { call: ringing.id } } },
  ])
})

test.each([
  createPhoneApiError('ANSWERED_CALL_LIMIT_USER', { limit: 10 }),
  createPhoneApiError('ANSWERED_CALL_LIMIT_INSTALLATION', undefined),
])(
  'ZR913: a call that a limit prevents the user from answering rings on, with the reason: $code',
  async (limit) => {
    const responses: Responses = {
      'POST /calls/{call}/answer': () => {
        throw limit
      },
    }
    const devices = createSlowDevices()
    // The first one does not open.
    void devices.openMicrophone()
    const { callManager } = openRinging(responses, ada.workspace.id, devices)

    callManager.answer(ringing.id)

    const error = expect.objectContaining({ code: limit.code })
    await vi.waitFor(() => expect(callManager.get().problem).toMatchObject({ kind: 'request', error }))
    await vi.waitFor(() =>
      expect(callManager.get().incoming).toMatchObject([{ call: { id: ringing.id }, isAnswering: false }]),
    )
  },
)

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

  await vi.waitFor(() => expect(requests).toHaveLength(3))
  expect(requests[2]).toEqual({
    name: 'POST /calls/{call}/hang-up',
    input: { params: { call: callFixture.id }, body: { reason: 'microphone-blocked' } },
  })
  expect(callManager.get().localCalls).toEqual([])
})

/** Guarantee (ZR606): no call to an emergency service fails for want of a microphone. */
test.each([
  ['emergency', true],
  ['other', false],
] as const)('ZR606: without a microphone, only a call to an %s number is started', async (_, isEmergency) => {
  vi.stubGlobal(
    'AudioContext',
    class {
      createMediaStreamDestination = () => ({ stream: { getAudioTracks: () => [{ stop() {} }] } })
      async close() {}
    },
  )
  const { callManager, requests } = openRinging({
    'POST /numbers/check': () => ({ ...uncheckedNumber, isEmergency }),
    'POST /calls': () => new Promise(() => undefined),
  })

  callManager.dial({ to: '911' })

  const names = () => requests.map(({ name }) => name)
  if (isEmergency)
    return await vi.waitFor(() => expect(names()).toEqual(['POST /numbers/check', 'POST /calls']))
  await vi.waitFor(() => expect(callManager.get().problem).toMatchObject({ kind: 'microphone' }))
  expect(names()).toEqual(['POST /numbers/check'])
})

test('no call is started before the microphone is open where none is known', async () => {
  const { callManager, requests } = openRinging({})

  callManager.dial({ to: '+15550142' })

  await vi.waitFor(() => expect(callManager.get().problem).toMatchObject({ kind: 'microphone' }))
  expect(requests.map(({ name }) => name)).toEqual(['POST /numbers/check'])
})

/** Devices with a microphone that opens for every call but the first, for which it takes its time. */
function createSlowDevices(): AudioDevices {
  vi.stubGlobal('MediaStream', class {})
  vi.stubGlobal(
    'AnalyserNode',
    class {
      getFloatTimeDomainData() {}
    },
  )
  vi.stubGlobal(
    'AudioContext',
    class {
      createMediaStreamSource = () => ({ connect() {}, disconnect() {} })
      async close() {}
    },
  )
  const track = { clone: () => ({ enabled: true, stop() {} }) } as unknown as MediaStreamTrack
  const openMicrophone = vi
    .fn<AudioDevices['openMicrophone']>()
    .mockResolvedValue({ track: createStore({ track }), release() {} })
    .mockReturnValueOnce(new Promise(() => undefined))
  return { ...createDevicesInUse(), openMicrophone }
}

const held = createLocalCall({ ...callFixture, id: '00000000-0000-4000-8000-0000000000c2' })
const join = { call: callFixture, legId: ownLeg.id, joinInformation: {} }

const elsewhere: Call = {
  ...callFixture,
  legs: [{ ...ownLeg, id: 'leg-elsewhere', handsetId: 'other tab' }],
}

const secondCalls = {
  'POST /calls': (manager: CallManager) => manager.dial({ to: '+15550142' }),
  'POST /calls/{call}/answer': (manager: CallManager) => manager.answer(ringing.id),
  'POST /calls/{call}/pick-up': (manager: CallManager) => void manager.pickUp(ringing.id, 'Grace'),
  'POST /calls/{call}/join': (manager: CallManager) => manager.takeOver(elsewhere.id),
}

/** Opens a call manager with an active call, a call that rings, and a call in another tab. */
async function openInCall(setOnHold: () => Promise<Call>) {
  const started = openRinging(
    {
      'PUT /calls/{call}/on-hold': setOnHold,
      'POST /calls': () => ({ ...join, call: held.call ?? callFixture }),
      'POST /calls/{call}/answer': () => join,
      'POST /calls/{call}/pick-up': () => join,
      'POST /calls/{call}/join': () => join,
    },
    ada.workspace.id,
    createSlowDevices(),
  )
  const { callManager, requests } = started
  callManager.dial({ to: '+15550187' })
  await vi.waitFor(() => expect(callManager.get().localCalls[0]?.call?.id).toBe(held.call?.id))
  started.receive({ type: 'call.updated', call: elsewhere })
  requests.length = 0
  return started
}

/** Guarantee (ZR496): two calls never hear the user at the same time. */
test.each(Object.entries(secondCalls))(
  'ZR496: %s is sent when the active call is on hold',
  async (name, act) => {
    const onHold = Promise.withResolvers<Call>()
    const { callManager, requests } = await openInCall(() => onHold.promise)

    act(callManager)
    await new Promise((resolve) => setTimeout(resolve))
    expect(requests.map((request) => request.name)).toEqual(['PUT /calls/{call}/on-hold'])
    onHold.resolve(held.call ?? callFixture)

    await vi.waitFor(() => expect(requests[1]?.name).toBe(name))
  },
)

test.each(Object.entries(secondCalls))(
  'ZR496: %s is not sent when the active call cannot be put on hold, with the reason',
  async (_, act) => {
    const { callManager, requests } = await openInCall(async () => {
      throw new PhoneError('CALL_NOT_CONNECTED')
    })

    act(callManager)

    const error = expect.objectContaining({ code: 'CALL_NOT_CONNECTED' })
    await vi.waitFor(() => expect(callManager.get().problem).toMatchObject({ kind: 'request', error }))
    expect(requests.map((request) => request.name)).toEqual(['PUT /calls/{call}/on-hold'])
    const { localCalls, incoming } = callManager.get()
    expect(localCalls.map(({ call }) => call?.id)).toEqual([held.call?.id])
    expect(incoming.map(({ isAnswering }) => isAnswering)).toEqual([false])
  },
)
