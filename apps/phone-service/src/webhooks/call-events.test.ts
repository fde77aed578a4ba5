import { randomUUID } from 'node:crypto'
import { required, waitUntil } from '@parley/primitives'
import { loopbackNetworks } from '@parley/primitives/node'
import { expect, test } from 'vitest'
import { createCallRow, insertCall } from '../call-log/index.ts'
import { createCallState } from '../call-state/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import {
  analyse,
  insertTranscribedCall,
  startAnalysedWorkspace,
} from '../testing/start-analysed-workspace.ts'
import { startBakery } from '../testing/start-bakery.ts'
import { startPhoneWithTrunk } from '../testing/start-phone-with-trunk.ts'
import { openBrowser } from '../testing/test-browser.ts'
import { waitUntilSpoken } from '../testing/voicemail-messages.ts'
import { startReceiver, verify } from './testing/receive-webhooks.ts'
import { createWebhook, startWebhookPhone } from './testing/start-webhooks.ts'

/** Guarantee (ZR936): receivers get each event of a call once, in order, signed, and without what was said. */
test('ZR936: a recorded call sends its start, answer, end and recordings, which the public library verifies', async () => {
  await using all = await startWebhookPhone()
  const { phone, ada, receiver, webhook } = all
  await phone.as(ada).post('/contacts', { name: 'Hedy', phones: [{ typed: '+1 555 0101' }] })
  await using browser = await openBrowser(phone, ada)
  const { id: callId } = await browser.call('+1 555 0101', { recording: 'on' })
  await browser.waitForCall(callId, ({ recordings }) => recordings.length === 2)
  await phone.as(ada).put(`/calls/${callId}/notes`, { notes: 'A secret note' })
  await phone.as(ada).post(`/calls/${callId}/hang-up`, {})
  await receiver.waitForCount(4)

  expect(receiver.listTypes()).toEqual(['call.started', 'call.answered', 'call.ended', 'recording.ready'])
  for (const one of receiver.received) expect(verify(webhook.secret, one)).toEqual(one.event)
  for (const { headers } of receiver.received) expect(headers['svix-id']).toBe(headers['webhook-id'])
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(4)
  const [started, answered, ended, ready] = receiver.received.map(({ event }) => event)
  expect(started).toMatchObject({
    data: {
      call: {
        id: callId,
        direction: 'outgoing',
        number: '+15550101',
        name: 'Hedy',
        userId: ada.id,
        answeredAt: null,
        endedAt: null,
        durationMs: null,
        url: expect.stringMatching(new RegExp(`/\\?call=${callId}$`)),
      },
    },
  })
  expect(answered).toMatchObject({ data: { call: { answeredAt: expect.any(Number), endedAt: null } } })
  expect(ended).toMatchObject({
    data: { call: { endReason: 'hung-up', durationMs: expect.any(Number), userName: 'Ada' } },
  })
  const { body: call } = await phone.as(ada).get(`/calls/${callId}`)
  expect(ready).toMatchObject({ data: { recordings: [{ id: call.recordings[0].id }, {}] } })
  expect(receiver.received.map(({ text }) => text).join()).not.toContain('secret note')
})

test('ZR936: a caller who leaves a message sends its length once it can be heard, and no recording', async () => {
  await using receiver = await startReceiver()
  await using bakery = await startBakery({ outboundNetworks: loopbackNetworks, ringTimeoutMs: 500 })
  const { phone, ada, trunk } = bakery
  await phone.as(ada).put('/me/settings', {})
  const routes = [
    {
      number: null,
      openingHoursId: null,
      open: { kind: 'voicemail' },
      closed: { kind: 'hang-up' },
      unanswered: { kind: 'hang-up' },
    },
  ]
  const configuration = { groups: [], openingHours: [], queues: [], routes }
  const saved = await phone.as(ada).put('/routing', { version: 0, configuration })
  expect(saved.body).toMatchObject({ version: 1 })
  await createWebhook(phone, ada, { url: receiver.url })

  const caller = await trunk.callIn('+15550142')
  await waitUntilSpoken(phone, ada, 2_500)
  await caller.hangUp()
  await receiver.waitForCount(3)

  expect(receiver.listTypes()).toEqual(['call.started', 'call.ended', 'voicemail.received'])
  const last = required(receiver.received.at(-1), 'the last event').event
  expect(last).toMatchObject({ data: { call: { number: '+15550142', endReason: 'voicemail' } } })
  expect(last.type === 'voicemail.received' && last.data.voicemail.userId).toBeNull()
  expect(last.type === 'voicemail.received' && last.data.voicemail.durationMs).toBeGreaterThan(2_000)
})

test('ZR936: each analysis of a call sends an event with its id, without its text', async () => {
  await using receiver = await startReceiver()
  await using all = await startAnalysedWorkspace()
  const { phone, workspace, ada, grace } = all
  await createWebhook(phone, ada, { url: receiver.url, events: ['analysis.ready'] })
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })

  const first = await analyse(phone, grace, callId)
  await receiver.waitForCount(1)
  const second = await analyse(phone, grace, callId)
  await receiver.waitForCount(2)

  expect(receiver.received.map(({ event }) => event.data)).toMatchObject([
    { call: { id: callId }, analysis: { id: first.id, promptVersion: 1 } },
    { call: { id: callId }, analysis: { id: second.id } },
  ])
  expect(receiver.received.map(({ text }) => text).join()).not.toContain('lenses')
})

test('ZR936: the deletion of the last recording that is not stored sends the event of the others', async () => {
  await using receiver = await startReceiver()
  await using all = await startAnalysedWorkspace()
  const { phone, workspace, ada, grace } = all
  await createWebhook(phone, ada, { url: receiver.url, events: ['recording.ready'] })
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  await phone.database.pool.query(
    `update phone.recordings set stored_in = 'spool', deleted_at = now()
     where id = (select id from phone.recordings where call_id = $1 limit 1)`,
    [callId],
  )

  const [ready] = await receiver.waitForCount(1, 15_000)
  expect(ready?.event).toMatchObject({ data: { call: { id: callId }, recordings: [{}] } })
})

/** Guarantee (ZR937): no event is sent for a change that is rolled back. */
test('ZR937: a change that is rolled back sends nothing, and the same change sends its event once', async () => {
  await using all = await startWebhookPhone()
  const { phone, ada, receiver } = all
  const [workspaceId = ''] = ada.teamIds
  const { rows } = await phone.database.pool.query('select id from phone.nodes')
  const state = createCallState('incoming', Date.now())
  const call = createCallRow({ id: randomUUID(), workspaceId, nodeId: rows[0].id, epoch: 1, state })
  const database = phone.database.schema<PhoneTables>('phone')
  const insert = (work: () => void) =>
    database.transaction().execute(async (transaction) => {
      await insertCall(transaction, call)
      work()
    })
  const rollBack = () => {
    throw new Error('Rolled back.')
  }
  await expect(insert(rollBack)).rejects.toThrow('Rolled back.')
  await insert(() => {})
  await receiver.waitForCount(1)
  await all.sendTest()
  await receiver.waitForCount(2)

  expect(receiver.listTypes()).toEqual(['call.started', 'webhook.test'])
})

const testCallNumber = '+12125552368'

/** Guarantee (ZR938): tests of the configuration do not look like calls of customers. */
test('ZR938: a self-test and a test of the emergency route send no event', async () => {
  await using receiver = await startReceiver()
  await using all = await startPhoneWithTrunk(
    { outboundNetworks: loopbackNetworks, selfTestTimeoutMs: 5_000 },
    { numbers: [testCallNumber, '+12125552369'] },
  )
  const { phone, ada, api, provider, route } = all
  await using browser = await openBrowser(phone, ada)
  const { id } = await createWebhook(phone, ada, { url: receiver.url })
  expect((await api.put('/emergency-route', route)).status).toBe(200)

  const run = { parts: ['keypad'], testCallNumber }
  expect((await api.post('/self-test/runs', run)).status).toBe(202)
  await (await provider.nextCall()).answer()
  await waitUntil('the self-test has ended', async () => !(await api.get('/self-test')).body.progress, 60_000)
  const test = await browser.call('1', { purpose: 'emergency-test' })
  const far = await provider.nextCall()
  await far.answer()
  await browser.waitForCall(test.id, ({ phase }) => phase === 'talking')
  await api.post(`/calls/${test.id}/hang-up`, {})
  await browser.next('call.ended')
  await api.post(`/webhooks/${id}/test`)
  await receiver.waitForCount(1)

  const { rows } = await phone.database.pool.query(
    `select distinct state->>'purpose' as purpose from phone.calls`,
  )
  expect(rows.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['emergency-test', 'self-test']))
  expect(receiver.listTypes()).toEqual(['webhook.test'])
}, 90_000)
