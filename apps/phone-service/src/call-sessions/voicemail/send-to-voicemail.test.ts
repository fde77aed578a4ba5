import { randomUUID } from 'node:crypto'
import { sleep, waitUntil } from '@parley/primitives'
import { createSine } from '@parley/rtp'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../../bus/index.ts'
import { saveQueue, startBakery } from '../../testing/start-bakery.ts'
import { startOtherNode } from '../../testing/start-node.ts'
import type { TestPhone } from '../../testing/start-phone.ts'
import { openBrowser } from '../../testing/test-browser.ts'

const hangUp = { kind: 'hang-up' }
const groupId = '00000000-0000-4000-8000-0000000000d1'
type Bakery = Awaited<ReturnType<typeof startBakery>>

async function saveRoute({ phone, ada }: Bakery, open: object, unanswered: object = hangUp, groups = [{}]) {
  const route = { number: null, openingHoursId: null, open, closed: hangUp, unanswered }
  const configuration = { groups: groups.filter((group) => 'id' in group), openingHours: [], routes: [route] }
  const saved = await phone.as(ada).put('/routing', { version: 0, configuration })
  expect([saved.status, saved.body.code]).toEqual([200, undefined])
}

/** Leads calls to Grace and Linus. */
async function saveGroup(bakery: Bakery, unanswered: object = hangUp): Promise<void> {
  const memberIds = [bakery.grace.id, bakery.linus.id]
  const group = { id: groupId, name: 'Bakers', memberIds, strategy: 'all', ringSeconds: 60 }
  await saveRoute(bakery, { kind: 'group', groupId }, unanswered, [group])
}

async function listEvents({ database }: TestPhone, callId: string, type: string) {
  const { rows } = await database.pool.query(
    'select data from phone.call_events where call_id = $1 and type = $2 order by number',
    [callId, type],
  )
  return rows.map(({ data }) => data)
}

/** Returns who owns the voicemail that has answered a call; null: the workspace. */
async function findOwner(phone: TestPhone, callId: string): Promise<string | null> {
  const [answered] = await listEvents(phone, callId, 'voicemail')
  return answered.voicemail.userId
}

test('a caller whose call rings for a user alone leaves a message that only this user reads', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk, browsers } = bakery
  await saveRoute(bakery, { kind: 'user', userId: grace.id }, { kind: 'voicemail' })
  const far = await trunk.callIn()
  const { call } = await browsers.grace.next('call.incoming')

  const sent = await phone.as(grace).post(`/calls/${call.id}/voicemail`)

  expect([sent.status, sent.body.id]).toEqual([200, call.id])
  await browsers.grace.next('call.stopped-ringing')
  await far.next('answered')
  await far.receivesSpeech()
  await far.receivesTone(1_000)
  far.play(createSine(500, 8_000))
  await sleep(2_000)
  await far.hangUp()
  const [message] = await waitUntil('the message is listed', async () => {
    const { items } = (await phone.as(grace).get('/voicemails')).body
    return items.length === 1 && items
  })
  expect(message).toMatchObject({ mailbox: 'own', call: { id: call.id, endReason: 'voicemail' } })
  expect((await phone.as(ada).get('/voicemails')).body.items).toEqual([])
})

/** Guarantee: a call of several users is never hidden in the voicemail of one of them. */
test('a call of a group gets the voicemail of its route, stops ringing for the others, and names who sent it', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk, browsers } = bakery
  await saveGroup(bakery, { kind: 'voicemail' })
  const far = await trunk.callIn()
  const { call } = await browsers.grace.next('call.incoming')
  await browsers.linus.next('call.incoming')
  const byAda = await phone.as(ada).post(`/calls/${call.id}/voicemail`)
  expect(['CALL_NOT_FOUND', 'CALL_ELSEWHERE']).toContain(byAda.body.code)

  expect((await phone.as(grace).post(`/calls/${call.id}/voicemail`)).status).toBe(200)

  await far.next('answered')
  await far.receivesSpeech()
  expect(await browsers.linus.next('call.stopped-ringing')).toMatchObject({ callId: call.id })
  expect(await findOwner(phone, call.id)).toBeNull()
  expect(await listEvents(phone, call.id, 'sent-to-voicemail')).toMatchObject([{ byUserId: grace.id }])
  const again = await phone.as(bakery.linus).post(`/calls/${call.id}/voicemail`)
  expect([again.status, again.body.code]).toEqual([409, 'CALL_ELSEWHERE'])
})

test('a call without a voicemail in its route gets that of the workspace', async () => {
  await using bakery = await startBakery()
  const { phone, linus, trunk, browsers } = bakery
  const far = await trunk.callIn()
  const { call } = await browsers.linus.next('call.incoming')

  expect((await phone.as(linus).post(`/calls/${call.id}/voicemail`)).status).toBe(200)

  await far.next('answered')
  await far.receivesSpeech()
  expect(await findOwner(phone, call.id)).toBeNull()
  await browsers.grace.next('call.stopped-ringing')
})

test('a caller who waits in a queue hears the greeting without music, and leaves the queue', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk, browsers } = bakery
  await saveQueue(phone, ada, [grace])
  const far = await trunk.callIn()
  const { call } = await browsers.grace.next('call.incoming')
  await far.next('answered')

  expect((await phone.as(grace).post(`/calls/${call.id}/voicemail`)).status).toBe(200)

  await far.receivesTone(1_000)
  const { rows } = await phone.database.pool.query('select state from phone.calls where id = $1', [call.id])
  expect(rows[0].state).toMatchObject({ voicemail: { userId: null }, answeredAt: null })
  expect(rows[0].state.queue).toBeUndefined()
  const { rows: timers } = await phone.database.pool.query('select name from phone.call_timers')
  expect(timers.map(({ name }) => name)).not.toContain('queue')
})

test('a call is not sent to a voicemail that is off, and rings on', async () => {
  await using bakery = await startBakery()
  const { phone, grace, trunk, browsers } = bakery
  await saveRoute(bakery, { kind: 'user', userId: grace.id })
  await phone.as(grace).patch('/me/settings', { voicemail: 'off' })
  await trunk.callIn()
  const { call } = await browsers.grace.next('call.incoming')

  const sent = await phone.as(grace).post(`/calls/${call.id}/voicemail`)

  expect([sent.status, sent.body.code]).toEqual([409, 'VOICEMAIL_OFF'])
  await browsers.grace.answer(call.id)
  await browsers.grace.waitForCall(call.id, ({ phase }) => phase === 'talking')
})

test('a call is not sent to voicemail without space for a message, and rings on', async () => {
  const maxBytesPerWorkspace = 1_000_000_000
  await using bakery = await startBakery({ recordings: { maxBytesPerWorkspace } })
  const { phone, grace, ada, trunk, browsers } = bakery
  await using recorded = await openBrowser(phone, ada)
  const { id } = await recorded.call('+1 555 0100', { recording: 'on' })
  await recorded.waitForCall(id, ({ recordingState }) => recordingState === 'on')
  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  await recorded.next('call.ended')
  await phone.database.pool.query('update phone.recordings set size_bytes = $1', [maxBytesPerWorkspace])
  await trunk.callIn()
  const { call } = await browsers.grace.next('call.incoming')

  const sent = await phone.as(grace).post(`/calls/${call.id}/voicemail`)

  expect([sent.status, sent.body.code]).toEqual([409, 'VOICEMAIL_FULL'])
  await browsers.grace.answer(call.id)
  await browsers.grace.waitForCall(call.id, ({ phase }) => phase === 'talking')
})

/** Guarantee: a caller who is being connected with a user is never sent to voicemail. */
test('a call that a user answers is not sent to voicemail by another one, nor the other way round', async () => {
  await using bakery = await startBakery()
  const { phone, grace, linus, trunk, browsers } = bakery
  for (const from of ['+15550142', '+15550143', '+15550144']) {
    const far = await trunk.callIn(from)
    const { call } = await browsers.grace.next('call.incoming', (message) => message.call.number === from)
    await browsers.linus.next('call.incoming', (message) => message.call.number === from)

    const [answered, sent] = await Promise.all([
      browsers.grace.answer(call.id).then(
        () => 'answered',
        (error) => String(error),
      ),
      phone.as(linus).post(`/calls/${call.id}/voicemail`),
    ])

    await far.next('answered')
    const events = await listEvents(phone, call.id, 'sent-to-voicemail')
    if (answered === 'answered') {
      expect([sent.status, sent.body.code]).toEqual([409, 'CALL_ELSEWHERE'])
      await browsers.grace.waitForCall(call.id, ({ phase }) => phase === 'talking')
      expect(events).toEqual([])
      await phone.as(grace).post(`/calls/${call.id}/hang-up`, {})
    } else {
      expect(answered).toContain('CALL_ELSEWHERE')
      expect([sent.status, events.length]).toEqual([200, 1])
      await far.hangUp()
    }
  }
})

test('a call is not sent to voicemail while a user who has answered is being connected', async () => {
  await using bakery = await startBakery()
  const { phone, grace, linus, trunk, browsers } = bakery
  await trunk.callIn()
  const { call } = await browsers.grace.next('call.incoming')
  await phone.as(grace).post(`/calls/${call.id}/answer`, { handsetId: randomUUID() })

  const sent = await phone.as(linus).post(`/calls/${call.id}/voicemail`)

  expect([sent.status, sent.body.code]).toEqual([409, 'CALL_ELSEWHERE'])
  expect(await listEvents(phone, call.id, 'sent-to-voicemail')).toEqual([])
})

test('a parked call that returns to its user is not sent to voicemail', async () => {
  await using bakery = await startBakery({ parkedKeepMs: 500 })
  const { phone, grace, trunk, browsers } = bakery
  await trunk.callIn()
  const { call } = await browsers.grace.next('call.incoming')
  await browsers.grace.answer(call.id)
  await browsers.grace.waitForCall(call.id, ({ phase }) => phase === 'talking')
  expect((await phone.as(grace).post(`/calls/${call.id}/park`)).status).toBe(200)
  await browsers.grace.next('call.incoming', (message) => message.call.parked !== null)

  const sent = await phone.as(grace).post(`/calls/${call.id}/voicemail`)

  expect([sent.status, sent.body.code]).toEqual([409, 'VOICEMAIL_ANSWERED_BEFORE'])
})

test('FO2: a user at another node sends a call to voicemail at the node that holds it', async () => {
  await using bus = createInProcessBus()
  await using bakery = await startBakery({ bus })
  const { phone, grace, trunk } = bakery
  await using other = await startOtherNode(phone, { bus })
  await using browser = await openBrowser(other, grace)
  const far = await trunk.callIn()
  const { call } = await browser.next('call.incoming')

  expect((await other.as(grace).post(`/calls/${call.id}/voicemail`)).status).toBe(200)

  await far.next('answered')
  await far.receivesSpeech()
  await browser.next('call.stopped-ringing')
})
