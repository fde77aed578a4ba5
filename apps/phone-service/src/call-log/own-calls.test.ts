import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import { type CallEvent, createCallState, nextCallState } from '../call-state/index.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import {
  insertIncomingCall,
  listCallIds as listIds,
  callerNumber as number,
  startWorkspace,
  storeCall,
} from '../testing/start-workspace.ts'
import { connectLive, openBrowser } from '../testing/test-browser.ts'
import { isMissedCall, type StoredCall } from './records/index.ts'

/** Guarantee: a member lists their own calls only, and an administrator also those of the workspace. */
test('members list their own calls, and administrators those of the workspace with their owners', async () => {
  const { phone, workspace, ada, grace, linus } = await startWorkspace()
  await using _ = phone
  const ofGrace = await insertIncomingCall(phone, workspace, { answeredBy: grace })
  const forLinus = await insertIncomingCall(phone, workspace, { ringUser: linus })
  const forAll = await insertIncomingCall(phone, workspace)

  expect(await listIds(phone, grace)).toEqual([ofGrace, forAll].toSorted())
  expect(await listIds(phone, linus, '?filter=missed')).toEqual([forLinus, forAll].toSorted())
  expect(await listIds(phone, grace, '?filter=missed')).toEqual([forAll])
  expect(await listIds(phone, ada)).toEqual([forAll])
  expect(await listIds(phone, ada, '?scope=workspace')).toEqual([ofGrace, forLinus, forAll].toSorted())
  const { body } = await phone.as(ada).get(`/calls/${ofGrace}`)
  expect(body).toMatchObject({ userId: grace.id, userName: 'Grace' })
})

test('the list of missed calls has exactly the calls that `isMissedCall` accepts', async () => {
  const { phone, workspace, ada } = await startWorkspace()
  await using _ = phone
  const legId = randomUUID()
  const answer: readonly CallEvent[] = [
    { type: 'leg-added', at: 1, leg: { id: legId, kind: 'phone', number } },
    { type: 'leg-joined', at: 2, legId },
    { type: 'leg-added', at: 1, leg: { id: ada.id, kind: 'browser', userId: ada.id, userName: 'Ada' } },
    { type: 'leg-joined', at: 2, legId: ada.id },
  ]
  const stored: StoredCall[] = []
  for (const direction of ['incoming', 'outgoing'] as const)
    for (const events of [[], answer])
      for (const reason of ['missed', 'declined', 'other-hung-up', 'server-stopped'] as const) {
        const ended = [...events, { type: 'ended', at: 3, reason } as const]
        const state = ended.reduce(nextCallState, createCallState(direction, 1))
        stored.push(await storeCall(phone, workspace, state))
      }

  const missed = stored.filter(isMissedCall).map(({ id }) => id)
  expect(missed).toHaveLength(3)
  expect(await listIds(phone, ada, '?scope=workspace&filter=missed')).toEqual(missed.toSorted())
})

/** Guarantee (TN1): only administrators of a workspace list all its calls. */
test('TN1: neither members nor administrators of another workspace list the calls of the workspace', async () => {
  const { phone, workspace, grace, hedy } = await startWorkspace()
  await using _ = phone
  const ofGrace = await insertIncomingCall(phone, workspace, { answeredBy: grace })
  const asMember = await phone.as(grace).get('/calls?scope=workspace')

  expect([asMember.status, asMember.body.code]).toEqual([403, 'PHONE_ADMIN_REQUIRED'])
  expect(await listIds(phone, hedy, '?scope=workspace')).toEqual([])
  const asStranger = await phone.as(hedy, workspace).get('/calls?scope=workspace')
  expect(asStranger.body.code).toBe('WORKSPACE_NOT_FOUND')
  expect((await phone.as(hedy).get(`/calls/${ofGrace}`)).body.code).toBe('CALL_NOT_FOUND')
})

/** Guarantee: a call of another member, its notes and its recordings are hidden from a member. */
test('a member neither reads nor changes a call of another member, nor plays its recordings', async () => {
  const { phone, ada, grace, linus } = await startWorkspace()
  await using _ = phone
  await using atGrace = await openBrowser(phone, grace)
  const { id } = await atGrace.call('+1 555 0101', { recording: 'on' })
  const running = await atGrace.waitForCall(id, ({ recordings }) => recordings.length === 2)
  const recording = required(running.recordings[0], 'a recording').id
  const request = (user: FakeUser) => {
    const { get, put, post, delete: remove } = phone.as(user)
    return {
      read: async () => [await get(`/calls/${id}`), await put(`/calls/${id}/notes`, { notes: 'Read' })],
      play: async () => [
        await post(`/calls/${id}/audio-links`, {}),
        await post(`/recordings/${recording}/links`, {}),
        await get(`/recordings/${recording}/peaks`),
      ],
      remove: () => remove(`/calls/${id}/recordings`),
      control: async () => [
        await post(`/calls/${id}/hang-up`, {}),
        await put(`/calls/${id}/muted`, { muted: true }),
        await post(`/calls/${id}/answer`, { handsetId: randomUUID() }),
        await post(`/calls/${id}/participants`, { to: number }),
      ],
    }
  }
  const statuses = (responses: readonly { status: number }[]) => responses.map(({ status }) => status)

  expect(statuses(await request(linus).read())).toEqual([404, 404])
  expect(statuses(await request(linus).control())).toEqual([404, 404, 404, 404])
  await phone.as(grace).post(`/calls/${id}/hang-up`, {})
  await atGrace.next('call.ended')

  expect(statuses(await request(linus).read())).toEqual([404, 404])
  expect(statuses(await request(linus).control())).toEqual([404, 404, 404, 404])
  expect(statuses(await request(linus).play())).toEqual([404, 404, 404])
  expect((await request(linus).remove()).body.code).toBe('CALL_NOT_FOUND')
  expect((await phone.as(linus).get('/calls?search=read')).body.items).toEqual([])
  expect(statuses(await request(grace).play())).toEqual([201, 201, 200])
  expect(statuses(await request(ada).play())).toEqual([201, 201, 200])
  expect((await phone.as(ada).get(`/calls/${id}`)).body.notes).toBe('')
})

/** Guarantee (SR25): the live connection of a member carries no call of another member. */
test('SR25: an ended call is sent to those who took part and to administrators only', async () => {
  const { phone, ada, grace, linus } = await startWorkspace()
  await using _ = phone
  // Linus first: messages are sent in the order of the connections.
  const atLinus = await connectLive(phone, linus, randomUUID())
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)

  const { id } = await atGrace.call('+1 555 0100')
  await phone.as(grace).post(`/calls/${id}/hang-up`, {})

  expect((await atGrace.next('call.ended')).call.id).toBe(id)
  expect((await atAda.next('call.ended')).call.id).toBe(id)
  atLinus.send({ type: 'ping', nonce: 1 })
  await atLinus.next('pong')
  expect(atLinus.messages.filter(({ type }) => type.startsWith('call'))).toEqual([])
  atLinus.close()
})
