// @vitest-environment jsdom
import type { Call } from '@parley/contract/phone'
import { afterEach, expect, test, vi } from 'vitest'
import { ada, createFakeApi, createFakeDevices, createFakeSocket } from '../../phone.fixture.ts'
import { callFixture } from '../call.fixture.ts'
import { createCallManager } from './call-manager.ts'

afterEach(() => vi.unstubAllGlobals())

const ringing: Call = { ...callFixture, direction: 'incoming', phase: 'ringing', answeredAt: null, legs: [] }

function createIncoming(id: string) {
  return {
    type: 'call.incoming',
    workspaceId: ada.workspace.id,
    call: { ...ringing, id },
    presentation: 'show',
    notifies: false,
    isForUserAlone: true,
    lastNotes: '',
  } as const
}

/** Guarantee: no call is lost because it arrives while the tab reconnects. */
test('a call that arrives while the active calls are read rings on, and one that has ended meanwhile does not', async () => {
  const response = Promise.withResolvers<{ items: Call[] }>()
  const { api, requests } = createFakeApi({ 'GET /calls/active': () => response.promise })
  const socket = createFakeSocket()
  const callManager = createCallManager({
    api,
    socket,
    devices: createFakeDevices(),
    handsetId: 'tab',
    userId: ada.user.id,
    workspaceId: ada.workspace.id,
    otherWorkspaces: { decline: vi.fn(), sendToVoicemail: vi.fn(), open: vi.fn() },
    onError: vi.fn(),
  })
  socket.receive(createIncoming('before'))
  socket.receive({
    type: 'ready',
    userId: ada.user.id,
    workspaceId: ada.workspace.id,
    serverTime: 0,
    tokenExpiresAt: 0,
    isResumed: false,
  })
  await expect.poll(() => requests).toHaveLength(1)
  socket.receive(createIncoming('meanwhile'))

  response.resolve({ items: [] })

  await expect.poll(() => callManager.get().incoming.map(({ call }) => call.id)).toEqual(['meanwhile'])
  callManager.close()
})
