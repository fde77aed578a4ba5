import type { TestCall } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import type { FakeUser } from '../../testing/fake-account-service.ts'
import { openIncomingTrunk } from '../../testing/open-incoming-trunk.ts'
import { startPhone, type TestPhone } from '../../testing/start-phone.ts'

const target = '+12125550188'
const groupId = '00000000-0000-4000-8000-0000000000d1'
const queueId = '00000000-0000-4000-8000-0000000000d2'

/** Starts a phone with an administrator and a trunk that may transfer calls. */
async function startBakery() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const ada = phone.signUp('Ada')
  const trunk = stack.use(await openIncomingTrunk(phone, ada, { allowsRefer: true }))
  return { phone, ada, trunk, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

async function saveTarget(phone: TestPhone, user: FakeUser, open: object): Promise<void> {
  const hangUp = { kind: 'hang-up' }
  const group = { id: groupId, name: 'Shop', memberIds: [user.id], strategy: 'all', ringSeconds: 20 }
  const queue = { id: queueId, name: 'Orders', groupId, maxWaitSeconds: 300, maxCallers: 5 }
  const routes = [{ number: null, openingHoursId: null, open, closed: hangUp, unanswered: hangUp }]
  const configuration = { groups: [group], queues: [queue], openingHours: [], routes }
  const saved = await phone.as(user).put('/routing', { version: 0, configuration })
  expect([saved.status, saved.body.code]).toEqual([200, undefined])
}

/** Asks for a transfer of the call, and expects that it is rejected, recorded, and that no number is dialled. */
async function expectRejectedTransfer(phone: TestPhone, user: FakeUser, call: TestCall): Promise<void> {
  const referred = await call.sip.refer({ target: `sip:${target}@127.0.0.1` })

  expect(referred).toMatchObject({ status: 603 })
  const refusals = (await phone.as(user).get('/limits/refusals')).body.items
  expect(refusals).toMatchObject([{ code: 'REDIRECTION_NOT_FOLLOWED', dialled: target }])
  const { rows } = await phone.database.pool.query('select 1 from phone.call_charges where number = $1', [
    target,
  ])
  expect(rows).toEqual([])
}

/** Guarantee (ZR311): a caller without a user in the call cannot make the workspace dial a number. */
test.each([
  ['voicemail', { kind: 'voicemail' }],
  ['a queue', { kind: 'queue', queueId }],
])('ZR311: a caller whom %s has answered cannot have the call transferred', async (_, open) => {
  await using bakery = await startBakery()
  const { phone, ada, trunk } = bakery
  await saveTarget(phone, ada, open)

  const caller = await trunk.callIn()
  await caller.next('answered')

  await expectRejectedTransfer(phone, ada, caller)
})

/** Guarantee (ZR311): only the telephone of a number verifies it. */
test('ZR311: a telephone that is being verified cannot have the call transferred', async () => {
  await using bakery = await startBakery()
  const { phone, ada, trunk } = bakery
  const mobile = '+12125552177'
  expect((await phone.as(ada).post('/phone-verifications', { number: mobile, label: '' })).status).toBe(201)

  const call = await trunk.nextCall()
  await call.answer()
  await call.receivesSpeech()

  await expectRejectedTransfer(phone, ada, call)
})
