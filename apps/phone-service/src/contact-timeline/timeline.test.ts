import { randomUUID } from 'node:crypto'
import type { ResponseOf } from '@parley/contract'
import type { contactTimeline } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { insertRecordings } from '../testing/insert-recordings.ts'
import type { TestPhone } from '../testing/start-phone.ts'
import { callerNumber, insertIncomingCall, startWorkspace } from '../testing/start-workspace.ts'

type Timeline = ResponseOf<typeof contactTimeline.listTimeline>

async function addContact(phone: TestPhone, user: FakeUser, properties: object = {}): Promise<string> {
  const phones = [{ typed: callerNumber }, { typed: '+1 212 555 0187' }]
  const { body } = await phone.as(user).post('/contacts', { name: 'Customer', phones, ...properties })
  return body.id
}

async function read(phone: TestPhone, user: FakeUser, contact: string, query = ''): Promise<Timeline> {
  const { status, body } = await phone.as(user).get(`/contacts/${contact}/timeline${query}`)
  expect(status).toBe(200)
  return body
}

const listKinds = ({ items }: Timeline) => items.map(({ kind, callId }) => [kind, callId])

/** Stores a call of a user with notes, a recording and a comment. */
async function insertCallWithEverything(
  { phone, workspace }: { phone: TestPhone; workspace: string },
  user: FakeUser,
): Promise<string> {
  const id = await insertIncomingCall(phone, workspace, { answeredBy: user, startedAt: 500, notes: 'Cake' })
  await insertRecordings(phone, id, 2)
  await phone.database.pool.query('update phone.calls set has_recording = true where id = $1', [id])
  await phone.as(user).post(`/calls/${id}/comments`, { text: 'Ordered' })
  return id
}

/** Stores a call with a message for a user. */
async function insertMessage(
  { phone, workspace }: { phone: TestPhone; workspace: string },
  user: FakeUser,
): Promise<string> {
  const id = await insertIncomingCall(phone, workspace, {
    ringUser: user,
    number: '+12125550187',
    startedAt: 3_000,
  })
  await insertRecordings(phone, id, 1)
  const voicemail = { stage: 'message', userId: user.id, at: 3_001, hasMessage: true }
  const { pool } = phone.database
  await pool.query(
    `update phone.calls set has_recording = true, end_reason = 'voicemail',
       state = state || jsonb_build_object('voicemail', $2::jsonb, 'endReason', 'voicemail') where id = $1`,
    [id, voicemail],
  )
  const at = new Date(3_001)
  await pool.query('insert into phone.voicemails values ($1, $2, $3, $4)', [id, workspace, user.id, at])
  return id
}

test('the timeline of a contact lists calls, notes, recordings, messages and comments, the latest first', async () => {
  const bakery = await startWorkspace()
  const { phone, workspace, grace } = bakery
  await using _ = phone
  const contact = await addContact(phone, grace)
  const full = await insertCallWithEverything(bakery, grace)
  const message = await insertMessage(bakery, grace)
  const missed = await insertIncomingCall(phone, workspace, { ringUser: grace, startedAt: 5_000 })
  await insertIncomingCall(phone, workspace, { answeredBy: grace, number: '+12125550199' })

  const timeline = await read(phone, grace, contact)

  expect(listKinds(timeline)).toEqual([
    ['comment', full],
    ['call', missed],
    ['voicemail', message],
    ['call', message],
    ['recording', full],
    ['notes', full],
    ['call', full],
  ])
  expect(timeline.items[0]?.comment).toMatchObject({ text: 'Ordered', userName: 'Grace' })
  expect(timeline.calls.map(({ id }) => id).toSorted()).toEqual([full, message, missed].toSorted())
  expect(timeline.calls.find(({ id }) => id === full)).toMatchObject({ notes: 'Cake', recordings: [{}, {}] })
  for (const [kind, calls] of [
    ['call', [missed, message, full]],
    ['notes', [full]],
    ['recording', [full]],
    ['voicemail', [message]],
    ['comment', [full]],
  ] as const)
    expect(listKinds(await read(phone, grace, contact, `?kind=${kind}`))).toEqual(
      calls.map((id) => [kind, id]),
    )
})

test('the timeline is read in pages, each entry once, also when many have the same time', async () => {
  const { phone, workspace, grace } = await startWorkspace()
  await using _ = phone
  const contact = await addContact(phone, grace)
  for (let index = 0; index < 7; index++)
    await insertIncomingCall(phone, workspace, {
      answeredBy: grace,
      startedAt: index < 5 ? 1_000 : 997,
      notes: 'Cake',
    })
  const all = listKinds(await read(phone, grace, contact))
  expect(all).toHaveLength(14)

  const paged: string[][] = []
  let cursor = ''
  do {
    const page = await read(phone, grace, contact, `?limit=3${cursor && `&cursor=${cursor}`}`)
    paged.push(...listKinds(page).map((entry) => entry.map(String)))
    cursor = page.nextCursor ?? ''
  } while (cursor)

  expect(paged).toEqual(all)
  expect((await phone.as(grace).get(`/contacts/${contact}/timeline?cursor=x`)).body.code).toBe('SCHEMA_ERROR')
})

/** Guarantee (ZR689): the timeline of a contact shows a user nothing that they may not read elsewhere. */
test('ZR689: a member reads in a timeline their own and assigned calls only, and no message for others', async () => {
  const bakery = await startWorkspace()
  const { phone, ada, grace, linus, hedy } = bakery
  await using _ = phone
  const contact = await addContact(phone, grace)
  const full = await insertCallWithEverything(bakery, grace)
  const message = await insertMessage(bakery, grace)
  const everything = [
    ['comment', full],
    ['call', message],
    ['recording', full],
    ['notes', full],
    ['call', full],
  ]

  expect(await read(phone, linus, contact)).toEqual({ items: [], calls: [], nextCursor: null })
  const ofAda = await read(phone, ada, contact)
  expect(listKinds(ofAda)).toEqual(everything)
  expect(ofAda.calls.find(({ id }) => id === message)).toMatchObject({ voicemail: null, recordings: [] })
  for (const call of [full, message])
    await phone.as(grace).put(`/calls/${call}/assignment`, { userId: linus.id })
  expect(listKinds(await read(phone, linus, contact))).toEqual(everything)
  await phone.as(grace).put(`/calls/${full}/assignment`, { userId: null })
  expect(listKinds(await read(phone, linus, contact))).toEqual([['call', message]])

  const ofGrace = await addContact(phone, grace, { name: 'Doctor', visibility: 'private', phones: [] })
  for (const [user, id] of [
    [hedy, contact],
    [linus, ofGrace],
    [grace, randomUUID()],
  ] as const) {
    const { status, body } = await phone.as(user).get(`/contacts/${id}/timeline`)
    expect([status, body.code]).toEqual([404, 'CONTACT_NOT_FOUND'])
  }
  const elsewhere = await addContact(phone, hedy)
  expect((await read(phone, hedy, elsewhere)).items).toEqual([])
})

test('a page of long notes is shorter, so that it does not keep the process busy', async () => {
  const { phone, workspace, grace } = await startWorkspace()
  await using _ = phone
  const contact = await addContact(phone, grace)
  for (let index = 0; index < 20; index++)
    await insertIncomingCall(phone, workspace, {
      answeredBy: grace,
      startedAt: 1_000 * index,
      notes: 'x'.repeat(20_000),
    })

  const { items, nextCursor } = await read(phone, grace, contact, '?limit=100')

  expect(items.length).toBeGreaterThan(10)
  expect(items.length).toBeLessThan(30)
  expect(nextCursor).not.toBeNull()
})
