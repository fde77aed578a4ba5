// @vitest-environment jsdom
import { type Call, PhoneError } from '@parley/contract/phone'
import { afterEach, expect, test, vi } from 'vitest'
import {
  ada,
  createFakeApi,
  createFakeDevices,
  createFakeSocket,
  type Responses,
} from '../../phone.fixture.ts'
import { callFixture } from '../call.fixture.ts'
import { type CallManager, createCallManager } from './call-manager.ts'

let opened: CallManager | null = null
afterEach(() => opened?.close())

const ringing: Call = { ...callFixture, direction: 'incoming', phase: 'ringing', answeredAt: null, legs: [] }

/** Opens a call manager for which a call rings. */
function openRinging(responses: Responses, workspaceId = ada.workspace.id) {
  const { api, requests } = createFakeApi(responses)
  const socket = createFakeSocket()
  const onError = vi.fn()
  const otherWorkspaces = { decline: vi.fn(), sendToVoicemail: vi.fn(async () => undefined), open: vi.fn() }
  const callManager = createCallManager({
    api,
    socket,
    devices: createFakeDevices(),
    handsetId: 'tab',
    userId: ada.user.id,
    workspaceId: ada.workspace.id,
    otherWorkspaces,
    onError,
  })
  opened = callManager
  socket.receive({ type: 'call.incoming', workspaceId, call: ringing, manner: 'show', lastNotes: '' })
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
