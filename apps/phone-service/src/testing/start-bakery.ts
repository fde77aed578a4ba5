import { randomUUID } from 'node:crypto'
import type { FakeUser } from './fake-account-service.ts'
import { openIncomingTrunk } from './open-incoming-trunk.ts'
import { startPhone, type TestPhone } from './start-phone.ts'
import { openBrowser } from './test-browser.ts'

const hangUp = { kind: 'hang-up' }

/** Starts a phone with an administrator, two members and a trunk of their workspace. */
export async function startBakery(...options: Parameters<typeof startPhone>) {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone(...options))
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const linus = phone.accounts.addUser('Linus', ada.teamIds)
  const trunk = stack.use(await openIncomingTrunk(phone, ada))
  const browsers = {
    grace: stack.use(await openBrowser(phone, grace)),
    linus: stack.use(await openBrowser(phone, linus)),
  }
  return { phone, ada, grace, linus, trunk, browsers, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

/** Leads all calls to a queue of members. */
export async function saveQueue(
  phone: Pick<TestPhone, 'as'>,
  admin: FakeUser,
  members: readonly FakeUser[],
  {
    group = {},
    queue = {},
    unanswered = hangUp,
    version = 0,
  }: { group?: object; queue?: object; unanswered?: object; version?: number } = {},
) {
  const [groupId, queueId] = [randomUUID(), randomUUID()]
  const memberIds = members.map(({ id }) => id)
  const groups = [{ id: groupId, name: 'Bakers', memberIds, strategy: 'all', ringSeconds: 60, ...group }]
  const queues = [{ id: queueId, name: 'Orders', groupId, maxWaitSeconds: 300, maxCallers: 5, ...queue }]
  const open = { kind: 'queue', queueId }
  const routes = [{ number: null, openingHoursId: null, open, closed: hangUp, unanswered }]
  const configuration = { groups, openingHours: [], queues, routes }
  const saved = await phone.as(admin).put('/routing', { version, configuration })
  if (saved.status !== 200) throw new Error(`The queue was not saved: ${JSON.stringify(saved.body)}`)
  return saved.body
}
