import { randomUUID } from 'node:crypto'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

const [first, second, third] = ['+12125552361', '+12125552362', '+12125552363']
const [grace, stranger, german] = ['+12124560142', '+12124560143', '+493012345678']
const limits = {
  homeCountry: 'US',
  allowedCountries: ['US', 'DE'],
  callsPerMinute: 600,
  concurrentCalls: 500,
  callerName: null,
}

/** Starts a phone whose user has a trunk with three numbers, of which the first is the default caller ID. */
async function startPhoneWithTrunk() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const provider = stack.use(await startTestPhone())
  const ada = phone.signUp('Ada')
  const numbers = [first, second, third]
  const trunk = { name: 'Provider', host: '127.0.0.1', port: provider.port, numbers }
  const { body } = await phone.as(ada).post('/trunks', trunk)

  await phone.as(ada).put('/limits', limits)
  return { phone, ada, trunk, trunkId: body.id, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function call(phone: TestPhone, user: FakeUser, to: string, from?: string, team?: string) {
  return await phone.as(user, team).post('/calls', { to, from, handsetId: randomUUID() })
}

async function propose(phone: TestPhone, user: FakeUser, typed: string, team?: string) {
  return (await phone.as(user, team).post('/numbers/check', { typed })).body.from
}

test('ZR184: the next call has the caller ID of the contact, then that of the country, then the default', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, ada } = started
  await phone.as(ada).post('/contacts', { name: 'Grace', phones: [{ typed: grace }] })

  await call(phone, ada, grace, second)
  await call(phone, ada, stranger, third)

  expect(await propose(phone, ada, grace)).toBe(second)
  expect(await propose(phone, ada, '+1 212 456 0144')).toBe(third)
  expect(await propose(phone, ada, german)).toBe(first)
  const withoutChoice = await call(phone, ada, grace)
  expect(withoutChoice.body.call.ownNumber).toBe(second)
})

test('ZR185: a choice is of one user in one workspace, and a rejected call saves none', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, ada, trunk } = started
  const linus = phone.accounts.addUser('Linus', ada.teamIds)
  const other = phone.accounts.addTeam('Florist')
  ada.teamIds.push(other)
  ada.administers.push(other)
  await sendAccountEvent(phone, { type: 'user.updated', data: { id: ada.id } })
  const added = await phone
    .as(ada, other)
    .post('/trunks', { ...trunk, host: '127.0.0.2', numbers: [first, second] })
  expect(added.body).toMatchObject({ name: trunk.name })
  await phone.as(ada, other).put('/limits', { ...limits, concurrentCalls: 1 })

  await call(phone, ada, stranger, second)
  expect((await call(phone, linus, stranger, '+12125550199')).body.code).toBe('CALLER_ID_NOT_YOURS')
  await phone.as(ada).put('/limits', { ...limits, concurrentCalls: 1 })
  expect((await call(phone, ada, stranger, third)).body.code).toBe('CALL_LIMIT_CONCURRENT')

  expect(await propose(phone, ada, stranger)).toBe(second)
  expect(await propose(phone, linus, stranger)).toBe(first)
  expect(await propose(phone, ada, stranger, other)).toBe(first)
})

test('ZR186: a number that may no longer be presented is not proposed', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, ada, trunk, trunkId } = started
  await call(phone, ada, stranger, second)

  const changed = await phone.as(ada).put(`/trunks/${trunkId}`, { ...trunk, numbers: [first, third] })

  expect(changed.status).toBe(200)
  expect(await propose(phone, ada, stranger)).toBe(first)
  expect((await call(phone, ada, stranger)).body.call.ownNumber).toBe(first)
})

test('ZR187: the choices of a user are deleted with their contact, their account and their workspace', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, ada } = started
  const linus = phone.accounts.addUser('Linus', ada.teamIds)
  const contact = await phone.as(ada).post('/contacts', {
    name: 'Grace',
    phones: [{ typed: grace }],
  })
  const countChoices = async () =>
    (await phone.database.pool.query('select 1 from phone.caller_id_choices')).rows.length
  await call(phone, ada, grace, second)
  await call(phone, linus, grace, third)
  expect(await countChoices()).toBe(4)

  await phone.as(ada).delete(`/contacts/${contact.body.id}`)
  expect(await countChoices()).toBe(2)
  await sendAccountEvent(phone, { type: 'user.deleted', data: { id: linus.id } })
  expect(await countChoices()).toBe(1)
  await sendAccountEvent(phone, { type: 'team.deleted', data: { id: ada.teamIds[0] } })
  expect(await countChoices()).toBe(0)
})

test('a call within the simulated network keeps the default of its country', async () => {
  await using started = await startPhoneWithTrunk()
  const { phone, ada } = started
  const { numbers } = (await phone.as(ada).get('/me')).body
  await call(phone, ada, stranger, second)

  expect(await propose(phone, ada, '+1 555 0100')).toBe(numbers[0].number)
})
