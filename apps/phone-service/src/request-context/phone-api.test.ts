import { randomUUID } from 'node:crypto'
import { contactImports } from '@parley/contract/phone'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { takeLock, waitUntilWaiting } from '../testing/take-lock.ts'
import { createPhoneApi } from './phone-api.ts'

/** Guarantee: a file of 16 MiB does not become 16 million properties. */
test('ZR619: the bytes of a body are not inspected as texts', () => {
  const { beforeParsing } = createPhoneApi({} as never, () => {})
  const inspect = (body: unknown) =>
    beforeParsing?.(null, contactImports.createContactImport, { params: {}, query: {}, body })
  const unstorable = { text: '\0' }

  expect(inspect(unstorable)).toHaveLength(1)
  expect(inspect(Object.assign(new Uint8Array(4), unstorable))).toEqual([])
})

/** Guarantee (ZR978): a call, such as one to an emergency number, does not wait for other requests of its workspace. */
test('ZR978: calls start and end while the other requests of the workspace wait', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const users = ['Grace', 'Hedy', 'Linus'].map((name) => phone.accounts.addUser(name, ada.teamIds))
  using lock = await takeLock(phone.database, 'lock table phone.blocked_numbers in access exclusive mode')
  let ended = 0
  const requests = users.flatMap((user) =>
    Array.from({ length: 4 }, () =>
      phone
        .as(user)
        .get('/blocked-numbers')
        .finally(() => {
          ended += 1
        }),
    ),
  )
  await waitUntilWaiting(phone.database, 10)

  const call = await phone.as(ada).post('/calls', { to: '+1 555 0100', handsetId: randomUUID() })
  const hangUp = await phone.as(ada).post(`/calls/${randomUUID()}/hang-up`, {})

  expect([call.status, hangUp.body.code, ended]).toEqual([201, 'CALL_NOT_FOUND', 0])
  lock.release()
  await Promise.all(requests)
})

test('ZR978: bulk changes of one user leave other requests of the workspace answered', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const mallory = phone.accounts.addUser('Mallory', ada.teamIds)
  using lock = await takeLock(phone.database, 'lock table phone.contacts in access exclusive mode')
  let ended = 0
  const requests = Array.from({ length: 12 }, () =>
    phone
      .as(mallory)
      .post('/contact-changes', { selection: { ids: [randomUUID()] }, action: { type: 'delete' } })
      .finally(() => {
        ended += 1
      }),
  )
  await waitUntilWaiting(phone.database, 1)

  const { status } = await phone.as(ada).get('/blocked-numbers')

  expect([status, ended]).toEqual([200, 0])
  lock.release()
  await Promise.all(requests)
})
