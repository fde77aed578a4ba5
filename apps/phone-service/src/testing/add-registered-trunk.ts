import { waitUntil } from '@parley/primitives'
import type { FakeUser } from './fake-account-service.ts'
import type { TestPhone } from './start-phone.ts'
import { trunkWithPassword } from './trunk-with-password.ts'

/** Returns a trunk that registers at the simulated network. */
export function toRegisteringTrunk(
  { host, port, username, password }: TestPhone['carrier'],
  numbers: readonly string[] = [],
) {
  return { ...trunkWithPassword, host, port, username, password, registration: 'register', numbers }
}

/** Adds a trunk with numbers to the workspace of a user. Resolves with its id when its registrar has accepted it. */
export async function addRegisteredTrunk(
  phone: TestPhone,
  user: FakeUser,
  numbers: readonly string[],
): Promise<string> {
  const { body } = await phone.as(user).post('/trunks', toRegisteringTrunk(phone.carrier, numbers))
  await waitForAcceptance(phone, body.id)
  return body.id
}

export async function waitForAcceptance({ database }: TestPhone, trunkId: string): Promise<void> {
  const sql = 'select from phone.trunks where id = $1 and accepted_at is not null'
  await waitUntil(
    'the registrar has accepted the trunk',
    async () => (await database.pool.query(sql, [trunkId])).rows.length === 1,
  )
}
