import { randomUUID } from 'node:crypto'
import { required, waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import { endStoredCall } from '../call-sessions/end-calls-of-node.ts'
import type { PhoneTables } from '../database/tables.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { occupyAnsweredSlots } from '../testing/occupy-answered-slots.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { takeLock, waitUntilWaiting } from '../testing/take-lock.ts'
import { openBrowser, type TestBrowser } from '../testing/test-browser.ts'

const maxOfUser = 10

/** Calls in, each time from another number. Returns the ids of the calls, which ring. */
async function ring(
  trunk: { callIn(from: string): Promise<unknown> },
  browser: TestBrowser,
  numbers: readonly number[],
): Promise<string[]> {
  const ids: string[] = []
  for (const number of numbers) {
    const from = `+155501${number + 10}`
    await trunk.callIn(from)
    const { call } = await browser.next('call.incoming', (message) => message.call.number === from)
    ids.push(call.id)
  }
  return ids
}

async function answer(phone: Pick<TestPhone, 'as'>, user: FakeUser, id: string | undefined) {
  const response = await phone.as(user).post(`/calls/${id}/answer`, { handsetId: randomUUID() })
  return response.status === 200 ? 'answered' : response.body.code
}

async function countSlots({ database }: TestPhone): Promise<number> {
  const { rows } = await database.pool.query('select slot_id from phone.answered_slots')
  return rows.length
}

/** Guarantee: no member occupies the ports for audio with calls that their own provider sends. */
test('ZR913: a user answers ten calls at a time, also concurrently; a further one rings for others, who answer it', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  await using trunk = await openIncomingTrunk(phone, ada)
  await using atAda = await openBrowser(phone, ada)
  await using atGrace = await openBrowser(phone, grace)
  await occupyAnsweredSlots(phone, ada, { slots: maxOfUser - 1 })
  const ids = await ring(trunk, atAda, [0, 1, 2])

  const outcomes = await Promise.all(ids.map((id) => answer(phone, ada, id)))

  const limited = 'ANSWERED_CALL_LIMIT_USER'
  expect(outcomes.toSorted()).toEqual([limited, limited, 'answered'])
  const rejected = ids.filter((_, index) => outcomes[index] === limited)
  await atGrace.answer(required(rejected[0], 'a rejected call'))
  expect(await countSlots(phone)).toBe(maxOfUser + 1)

  await phone.as(ada).post(`/calls/${ids[outcomes.indexOf('answered')]}/hang-up`, {})
  await waitUntil('the slot is released', async () => (await countSlots(phone)) === maxOfUser)
  expect(await answer(phone, ada, rejected[1])).toBe('answered')
})

/** Guarantee: calls that one workspace answers leave ports for audio to the others. */
test('ZR914: one workspace leaves half of the answered calls of the installation to others, at all nodes', async () => {
  const maxConcurrentCalls = 2 * maxOfUser + 1
  await using bus = createInProcessBus()
  await using phone = await startPhone({ bus, maxConcurrentCalls })
  await using other = await startOtherNode(phone, { bus, maxConcurrentCalls })
  const ada = phone.signUp('Ada')
  const hedy = phone.accounts.addUser('Hedy', ada.teamIds)
  await using trunk = await openIncomingTrunk(phone, ada)
  await using atAda = await openBrowser(phone, ada)
  const ids = await ring(trunk, atAda, [0, 1])
  await occupyAnsweredSlots(phone, ada, { slots: maxOfUser })

  // The workspace has ten of 21: it gets one more while more are free than it has.
  expect(await answer(other, hedy, ids[0])).toBe('answered')
  expect(await answer(other, hedy, ids[1])).toBe('ANSWERED_CALL_LIMIT_INSTALLATION')

  const grace = phone.signUp('Grace')
  await using ofGrace = await openIncomingTrunk(phone, grace, { numbers: ['+12125552369'] })
  await using atGrace = await openBrowser(other, grace)
  const [ringing] = await ring(ofGrace, atGrace, [80])
  expect(await answer(other, grace, ringing)).toBe('answered')
  // Incoming calls prevent no outgoing ones.
  const outgoing = await phone.as(ada).post('/calls', { to: '+1 555 0100', handsetId: randomUUID() })
  expect(outgoing.status).toBe(201)
})

test('ZR915: the slot of an answered call is released when its user parks it, and with the end of the call', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using atAda = await openBrowser(phone, ada)
  const [id = ''] = await ring(trunk, atAda, [0])
  await atAda.answer(id)
  await atAda.waitForCall(id, ({ phase }) => phase === 'talking')
  expect(await countSlots(phone)).toBe(1)

  expect((await phone.as(ada).post(`/calls/${id}/park`, {})).status).toBe(200)
  await waitUntil('the slot is released', async () => (await countSlots(phone)) === 0)
  await atAda.pickUp(id)
  expect(await countSlots(phone)).toBe(1)

  await phone.as(ada).post(`/calls/${id}/hang-up`, {})
  await waitUntil('the slot is released', async () => (await countSlots(phone)) === 0)
})

test('ZR915: merged calls have one slot of their user, and release it when they end', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using atAda = await openBrowser(phone, ada)
  const ids = await ring(trunk, atAda, [0, 1])
  for (const id of ids) {
    await atAda.answer(id)
    await atAda.waitForCall(id, ({ phase }) => phase === 'talking')
  }
  expect(await countSlots(phone)).toBe(2)

  expect((await phone.as(ada).post(`/calls/${ids[0]}/merge`, { call: ids[1] })).status).toBe(200)
  await waitUntil('one slot is released', async () => (await countSlots(phone)) === 1)

  await phone.as(ada).post(`/calls/${ids[0]}/hang-up`, {})
  await waitUntil('the other slot is released', async () => (await countSlots(phone)) === 0)
})

test('ZR915: the slot of an answered call of a crashed node is released when another node ends the call', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using atAda = await openBrowser(phone, ada)
  const [id = ''] = await ring(trunk, atAda, [0])
  expect(await answer(phone, ada, id)).toBe('answered')
  expect(await countSlots(phone)).toBe(1)

  const database = phone.database.schema<PhoneTables>('phone')
  expect(await endStoredCall({ database, nodeId: randomUUID() }, id, null)).toBe(true)

  expect(await countSlots(phone)).toBe(0)
})

test('ZR915: a browser that does not connect, and a repeated answer, occupy one slot', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using atAda = await openBrowser(phone, ada)
  const [id] = await ring(trunk, atAda, [0])

  for (const _ of Array(maxOfUser + 3)) expect(await answer(phone, ada, id)).toBe('answered')

  expect(await countSlots(phone)).toBe(1)
})

/** Guarantee: a node of an earlier version, which does not release these slots, prevents no answer. */
test('ZR922: slots of answered calls that have ended without releasing them prevent no answer', async () => {
  await using phone = await startPhone({ maxConcurrentCalls: maxOfUser })
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using atAda = await openBrowser(phone, ada)
  const [id] = await ring(trunk, atAda, [0])
  await occupyAnsweredSlots(phone, ada, { slots: maxOfUser, phase: 'ended' })

  expect(await answer(phone, ada, id)).toBe('answered')
})

test('ZR922: while another transaction changes a call that is answered, other calls are answered', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  await using trunk = await openIncomingTrunk(phone, ada)
  await using atAda = await openBrowser(phone, ada)
  const ids = await ring(trunk, atAda, [0, 1])
  using lock = await takeLock(phone.database, 'select from phone.calls where id = $1 for update', [ids[0]])
  const waiting = answer(phone, ada, ids[0])
  await waitUntilWaiting(phone.database, 1)
  const { rows } = await phone.database.pool.query(
    `select count(*)::int as locks from pg_locks
     where locktype = 'advisory' and objid::bigint = hashtextextended('answered calls', 0) & 4294967295`,
  )

  expect(rows).toEqual([{ locks: 0 }])
  expect(await answer(phone, ada, ids[1])).toBe('answered')
  lock.release()
  await waiting
})
