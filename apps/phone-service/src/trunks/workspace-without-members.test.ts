import { required, waitUntil } from '@parley/primitives'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

const number = '+12125552368'

/** Starts a phone in which Ada, alone in her workspace, has a trunk. Linus has another workspace. */
async function startBakery() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const provider = stack.use(await startTestPhone())
  const [ada, linus] = [phone.signUp('Ada'), phone.signUp('Linus')]
  const workspaceId = required(ada.teamIds[0], 'the workspace')
  const trunk = { name: 'Provider', host: '127.0.0.1', port: provider.port, numbers: [number] }
  const added = await phone.as(ada).post('/trunks', trunk)
  const trunkId: string = added.body.id
  const sipPort = required(phone.engine.sipAddresses[0], 'a SIP address').port
  return {
    phone,
    ada,
    linus,
    workspaceId,
    trunkId,
    addSameTrunk: (user: FakeUser) => phone.as(user).post('/trunks', trunk),
    isInUse: async () => (await phone.engine.trunkState(trunkId)) !== null,
    async hasAddresses() {
      const { status = 'address-pending' } = (await phone.engine.trunkState(trunkId)) ?? {}
      return status !== 'address-pending'
    },
    /** Calls from the provider. Returns `ringing`, or the status of the refusal. */
    async callIn() {
      const calling = await provider.call(number, '+15550142', sipPort)
      const outcome = await Promise.race([
        calling.next('refused').then(({ status }) => status),
        calling.next('ringing').then(() => 'ringing' as const),
      ])
      await calling.hangUp()
      return outcome
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function leave(phone: TestPhone, { id, teamIds }: FakeUser, team_id: string): Promise<void> {
  teamIds.splice(0)
  const event = { type: 'team_membership.deleted', data: { team_id, user_id: id } }
  expect(await sendAccountEvent(phone, event)).toBe(204)
}

async function join(phone: TestPhone, { id, teamIds, administers }: FakeUser, team_id: string) {
  teamIds.push(team_id)
  administers.push(team_id)
  const event = { type: 'team_membership.created', data: { team_id, user_id: id } }
  expect(await sendAccountEvent(phone, event)).toBe(204)
}

/** Guarantee (ZR342): what no user can change occupies neither numbers nor addresses of providers. */
test('ZR342: the trunks of a workspace whose last member has left take no calls, and another workspace can have them', async () => {
  await using bakery = await startBakery()
  const { phone, ada, linus, workspaceId, trunkId } = bakery
  expect([await bakery.isInUse(), (await bakery.addSameTrunk(linus)).status]).toEqual([true, 409])

  await leave(phone, ada, workspaceId)

  expect([await bakery.isInUse(), await bakery.callIn()]).toEqual([false, 404])
  expect((await bakery.addSameTrunk(linus)).status).toBe(201)
  expect(await bakery.callIn()).toBe('ringing')
  const released = (await listAuditEntries(phone)).filter(({ action }) => action === 'trunk.released')
  expect(released).toMatchObject([{ subject_id: trunkId, actor_id: null }])
})

test('ZR342: the trunks of a workspace whose last member is deleted are released', async () => {
  await using bakery = await startBakery()
  const { phone, ada, linus } = bakery
  await phone.as(ada).get('/me')

  phone.accounts.removeUser(ada.id)
  expect(await sendAccountEvent(phone, { type: 'user.deleted', data: { id: ada.id } })).toBe(204)

  expect(await bakery.isInUse()).toBe(false)
  expect((await bakery.addSameTrunk(linus)).status).toBe(201)
})

test('ZR342: the trunks are used again when a member joins, unless another workspace has their address', async () => {
  await using bakery = await startBakery()
  const { phone, ada, linus, workspaceId } = bakery
  await leave(phone, ada, workspaceId)

  await join(phone, ada, workspaceId)
  await waitUntil('the addresses are granted', bakery.hasAddresses)
  expect(await bakery.callIn()).toBe('ringing')
  expect((await bakery.addSameTrunk(linus)).status).toBe(409)

  await leave(phone, ada, workspaceId)
  expect((await bakery.addSameTrunk(linus)).status).toBe(201)
  await join(phone, ada, workspaceId)
  await waitUntil('the addresses belong to the other workspace', async () => {
    const [trunk] = (await phone.as(ada).get('/trunks')).body.items
    return trunk.state.status === 'address-taken'
  })
})

test('ZR342: the trunks of a workspace remain in use while it has a member', async () => {
  await using bakery = await startBakery()
  const { phone, ada, linus, workspaceId } = bakery
  phone.accounts.addUser('Grace', [workspaceId])

  await leave(phone, ada, workspaceId)

  expect([await bakery.isInUse(), await bakery.callIn()]).toEqual([true, 'ringing'])
  expect((await bakery.addSameTrunk(linus)).status).toBe(409)
})
