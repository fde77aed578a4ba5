import { required, waitUntil } from '@parley/primitives'
import type { TestCall } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

const caller = '+15550142'

/** Starts a phone with an administrator, a member and a trunk of their workspace. */
async function startBakery() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  return { phone, ada, grace, trunk, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

function block(phone: TestPhone, user: FakeUser, number: string, scope: 'workspace' | 'own') {
  return phone.as(user).post('/blocked-numbers', { number, scope })
}

/** Returns the SIP status with which a call that did not ring was rejected. */
async function receiveRefusal(call: Promise<TestCall>) {
  return (await (await call).next('refused')).status
}

/** Guarantee (ZR150): a blocked caller disturbs no member, and learns only that the line is busy. */
test('ZR150: a call from a blocked number does not ring, is stored as blocked and is not missed', async () => {
  await using bakery = await startBakery()
  const { phone, ada, trunk } = bakery
  await using browser = await openBrowser(phone, ada)
  expect((await block(phone, ada, '911', 'workspace')).body.code).toBe('NUMBER_NOT_UNDERSTOOD')
  expect((await block(phone, ada, '+1 (555) 01-42', 'workspace')).body.number).toBe(caller)

  expect(await receiveRefusal(trunk.callIn(caller))).toBe(486)

  const { call: ended } = await browser.next('call.ended')
  expect(browser.messages.filter(({ type }) => type === 'call.incoming')).toEqual([])
  expect(ended).toMatchObject({ number: caller, endReason: 'blocked', direction: 'incoming' })
  const [stored] = (await phone.as(ada).get('/calls')).body.items
  expect(stored).toMatchObject({ id: ended.id, phase: 'ended', endReason: 'blocked' })
  expect((await phone.as(ada).get('/calls?filter=missed')).body.items).toEqual([])
  expect((await phone.as(ada).get('/calls/missed/count')).body.count).toBe(0)

  const [listed] = (await phone.as(ada).get('/blocked-numbers')).body.items
  expect((await phone.as(ada).delete(`/blocked-numbers/${listed.id}`)).status).toBe(200)
  await trunk.callIn(caller)
  expect((await browser.next('call.incoming')).call.number).toBe(caller)
})

test('ZR150: a call from a number of a contact, blocked as the contact shows it, does not ring', async () => {
  await using bakery = await startBakery()
  const { phone, ada, trunk } = bakery
  await using browser = await openBrowser(phone, ada)
  const contact = { name: 'Customer', phones: [{ typed: '+1 (555) 01-42', label: 'Work' }] }
  const { body: added } = await phone.as(ada).post('/contacts', contact)
  const { number } = added.phones[0]

  expect((await block(phone, ada, number, 'workspace')).status).toBe(201)

  expect(await receiveRefusal(trunk.callIn(caller))).toBe(486)
  const { call: ended } = await browser.next('call.ended')
  expect(ended).toMatchObject({ number: caller, endReason: 'blocked' })
  expect(browser.messages.filter(({ type }) => type === 'call.incoming')).toEqual([])
})

/** Guarantee (ZR151): a member cannot silence the numbers of the workspace, or those of another member. */
test('ZR151: a member blocks for the own number only, and does not see or lift the blocks of others', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  await using atGrace = await openBrowser(phone, grace)
  const linus = phone.signUp('Linus')
  await using atLinus = await openBrowser(phone, linus)
  const [graceNumber, linusNumber] = await Promise.all([
    findOwnNumber(phone, grace),
    findOwnNumber(phone, linus),
  ])

  expect((await block(phone, grace, caller, 'workspace')).body.code).toBe('PHONE_ADMIN_REQUIRED')
  const { body: ofWorkspace } = await block(phone, ada, '+12125550199', 'workspace')
  expect((await phone.as(grace).delete(`/blocked-numbers/${ofWorkspace.id}`)).status).toBe(404)
  const { body: ofGrace } = await block(phone, grace, linusNumber, 'own')
  await block(phone, grace, caller, 'own')
  expect((await phone.as(ada).delete(`/blocked-numbers/${ofGrace.id}`)).status).toBe(404)
  expect((await phone.as(ada).get('/blocked-numbers')).body.items).toEqual([ofWorkspace])
  expect((await phone.as(linus).get('/blocked-numbers')).body.items).toEqual([])

  const refused = await atLinus.call(graceNumber)
  await atLinus.waitForCall(refused.id, ({ endReason }) => endReason === 'busy')
  // The shared number still rings.
  await trunk.callIn(caller)
  expect((await atGrace.next('call.incoming')).call.number).toBe(caller)
})

test('ZR152: calls from withheld numbers ring until an administrator blocks them', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace, trunk } = bakery
  await using browser = await openBrowser(phone, grace)
  await trunk.callIn('anonymous')
  expect((await browser.next('call.incoming')).call.number).toBeNull()

  const path = '/blocked-numbers/anonymous-callers'
  expect((await phone.as(grace).put(path, { areBlocked: true })).body.code).toBe('PHONE_ADMIN_REQUIRED')
  expect((await phone.as(ada).put(path, { areBlocked: true })).status).toBe(200)
  expect((await phone.as(grace).get('/blocked-numbers')).body.areAnonymousCallersBlocked).toBe(true)

  for (const from of ['anonymous', 'unknown', 'Restricted', 'unavailable', '0'])
    expect([from, await receiveRefusal(trunk.callIn(from))]).toEqual([from, 486])
  // An extension of a PBX is not withheld.
  await trunk.callIn('12')
  expect(await browser.next('call.incoming', ({ call }) => call.name === '12')).toBeTruthy()
})

/** Guarantee (ZR153): no member can fill the database with blocked numbers, or lock colleagues out. */
test('ZR153: the list has a limit that concurrent requests cannot exceed, and contains no colleague', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace } = bakery
  await phone.database.pool.query(
    `insert into phone.blocked_numbers select gen_random_uuid(), $1, $2::text, '+1212555' || lpad(n::text, 4, '0'), $2::uuid, null, now()
      from generate_series(1, 199) n`,
    [ada.teamIds[0], grace.id],
  )

  const numbers = ['+12125560001', '+12125560002', '+12125560003', '+12125560004']
  const lock = await lockTable(phone, 'phone.blocked_numbers')
  const pending = numbers.map((number) => block(phone, grace, number, 'own'))
  await lock.waitForWaiting(numbers.length)
  await lock.release()
  const responses = await Promise.all(pending)

  expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'BLOCKED_NUMBER_LIMIT',
    details: { limit: 200 },
  })
  expect((await block(phone, ada, await findOwnNumber(phone, grace), 'workspace')).body.code).toBe(
    'COLLEAGUE_NOT_BLOCKED',
  )
})

/** Guarantee (ZR602): no call between the numbers of a workspace is blocked by mistake. */
test('ZR602: neither a number of the workspace is blocked, nor that of a member without a name', async () => {
  await using bakery = await startBakery()
  const { phone, ada, grace } = bakery
  const nameless = phone.accounts.addUser('', ada.teamIds)
  const number = await findOwnNumber(phone, nameless)
  const [own] = (await phone.as(ada).get('/trunks')).body.items

  for (const scope of ['workspace', 'own'] as const) {
    expect((await block(phone, ada, number, scope)).body.code).toBe('COLLEAGUE_NOT_BLOCKED')
    expect((await block(phone, ada, own.numbers[0], scope)).body.code).toBe('WORKSPACE_NUMBER_NOT_BLOCKED')
  }
  expect((await block(phone, grace, own.numbers[0], 'own')).body.code).toBe('WORKSPACE_NUMBER_NOT_BLOCKED')
  expect((await phone.as(ada).get('/blocked-numbers')).body.items).toEqual([])
})

test('ZR154: blocks and the setting are audited, a number that is blocked again only once', async () => {
  await using bakery = await startBakery()
  const { phone, ada } = bakery
  const { body } = await block(phone, ada, caller, 'workspace')
  expect((await block(phone, ada, caller, 'workspace')).body).toEqual(body)
  await phone.as(ada).put('/blocked-numbers/anonymous-callers', { areBlocked: true })
  await phone.as(ada).delete(`/blocked-numbers/${body.id}`)

  const entries = (await listAuditEntries(phone)).filter(({ action }) => /block|anonymous/.test(action))
  expect(entries.map(({ action, actor_id, details }) => [action, actor_id, details])).toEqual([
    ['number.blocked', ada.id, { workspace: ada.teamIds[0], number: caller, scope: 'workspace' }],
    ['anonymous_callers.updated', ada.id, { workspace: ada.teamIds[0], areBlocked: true }],
    ['number.unblocked', ada.id, { workspace: ada.teamIds[0], number: caller, scope: 'workspace' }],
  ])
})

/** Blocks every write to a table. */
async function lockTable({ database: { pool } }: TestPhone, table: string) {
  const lock = await pool.connect()
  await lock.query('begin')
  await lock.query(`lock table ${table} in share row exclusive mode`)
  return {
    waitForWaiting: (count: number) =>
      waitUntil('all requests wait for a lock', async () => {
        const { rows } = await pool.query('select distinct pid from pg_locks where not granted')
        return rows.length === count
      }),
    async release() {
      await lock.query('rollback')
      lock.release()
    },
  }
}

async function findOwnNumber(phone: TestPhone, user: FakeUser): Promise<string> {
  const { numbers } = (await phone.as(user).get('/me')).body
  return required(
    numbers.find(({ ringsFor }: { readonly ringsFor: string }) => ringsFor === 'me'),
    'the personal number',
  ).number
}
