import { randomUUID } from 'node:crypto'
import { personalNumberAt } from '@parley/simulated-pstn'
import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

const trunk = { name: 'North line', host: '127.0.0.1', port: 5999, numbers: ['+12125552368'] }

async function deleteWorkspace(phone: TestPhone, { teamIds }: FakeUser): Promise<void> {
  const [id] = teamIds.splice(0)
  expect(await sendAccountEvent(phone, { type: 'team.deleted', data: { id } })).toBe(204)
}

/** Assigns all numbers of the simulated network that are not assigned yet to users of other workspaces. */
async function assignAllNumbers(phone: TestPhone): Promise<void> {
  const numbers: string[] = []
  for (let index = 0; ; index += 1) {
    const number = personalNumberAt(index)
    if (!number) break
    numbers.push(number)
  }
  await phone.database.pool.query(
    `insert into phone.personal_numbers (number, workspace_id, user_id, created_at)
     select number, $2, gen_random_uuid(), now() from unnest($1::text[]) number on conflict do nothing`,
    [numbers, randomUUID()],
  )
}

/** Guarantee (ZR315): no user uses up the numbers of the simulated network by creating and deleting workspaces. */
test('ZR315: the number of a deleted workspace is assigned again when no other number is left', async () => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const { number } = (await phone.as(ada).get('/me')).body.numbers[0]
  await assignAllNumbers(phone)
  expect((await phone.as(grace).get('/me')).body.numbers).toEqual([])

  await deleteWorkspace(phone, ada)

  expect((await phone.as(grace).get('/me')).body.numbers).toMatchObject([{ number }])
  expect((await phone.as(phone.signUp('Linus')).get('/me')).body.numbers).toEqual([])
})

/** Guarantee: the simulated network does not decide whether a workspace with a trunk can use the phone. */
test('ZR533: a new user calls through a trunk when the simulated network has no numbers left', async () => {
  await using phone = await startPhone()
  await assignAllNumbers(phone)
  const ada = phone.signUp('Ada')
  expect((await phone.as(ada).post('/trunks', trunk)).status).toBe(201)

  const { numbers } = (await phone.as(ada).get('/me')).body
  const { body } = await phone.as(ada).post('/calls', { to: '+12125550187', handsetId: randomUUID() })

  expect(numbers).toMatchObject([{ number: '+12125552368', source: 'trunk' }])
  expect(body.call).toMatchObject({ number: '+12125550187', ownNumber: '+12125552368' })
})

/** Guarantee: no user uses up the numbers of the simulated network by creating workspaces, also concurrently. */
test('ZR533: a user has at most twenty personal numbers in all workspaces together', async () => {
  await using phone = await startPhone()
  const teams = Array.from({ length: 25 }, (_, index) => phone.accounts.addTeam(`Team ${index}`))
  const ada = phone.accounts.addUser('Ada', teams)

  const own = await Promise.all(
    teams.map(async (team) => (await phone.as(ada, team).get('/me')).body.numbers.length),
  )

  expect(own.filter((count) => count === 1)).toHaveLength(20)
  expect(own.filter((count) => count === 0)).toHaveLength(5)
  const withoutNumber = teams[own.indexOf(0)]
  const refused = await phone
    .as(ada, withoutNumber)
    .post('/calls', { to: '+15550100', handsetId: randomUUID() })
  expect(refused.body.code).toBe('NO_NUMBER_LEFT')
})

test('ZR315: a former member loses the number, and a member keeps it after any event', async () => {
  await using phone = await startPhone()
  const team = phone.accounts.addTeam('Bakery')
  const [ada, grace] = [phone.accounts.addUser('Ada', [team]), phone.accounts.addUser('Grace', [team])]
  const readNumber = async (user: FakeUser) => (await phone.as(user).get('/me')).body.numbers[0].number
  const [ofAda, ofGrace] = [await readNumber(ada), await readNumber(grace)]

  grace.teamIds.splice(0)
  for (const { id } of [ada, grace])
    await sendAccountEvent(phone, { type: 'team_membership.deleted', data: { team_id: team, user_id: id } })

  expect(await readNumber(ada)).toBe(ofAda)
  grace.teamIds.push(team)
  const rejoined = { team_id: team, user_id: grace.id }
  await sendAccountEvent(phone, { type: 'team_membership.created', data: rejoined })
  expect(await readNumber(grace)).not.toBe(ofGrace)
})

/** Guarantee (ZR316): a deleted workspace occupies neither numbers nor addresses of providers. */
test('ZR316: the trunks of a deleted workspace are removed, and another workspace can have them', async () => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const { id } = (await phone.as(ada).post('/trunks', trunk)).body
  expect((await phone.as(grace).post('/trunks', trunk)).status).toBe(409)
  expect(await phone.engine.trunkState(id)).not.toBeNull()

  await deleteWorkspace(phone, ada)

  expect(await phone.engine.trunkState(id)).toBeNull()
  expect((await phone.as(grace).post('/trunks', trunk)).status).toBe(201)
  const deleted = (await listAuditEntries(phone)).filter(({ action }) => action === 'trunk.deleted')
  expect(deleted).toMatchObject([{ subject_id: id, actor_id: null }])
})
