import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { createInProcessBus } from '../bus/index.ts'
import { insertCall } from '../call-log/index.ts'
import { createCallState } from '../call-state/index.ts'
import type { PhoneTables } from '../database/tables.ts'
import { createStoredCall } from '../testing/create-stored-call.ts'
import { insertLiveNode } from '../testing/insert-live-node.ts'
import { sendAccountEvent } from '../testing/send-account-event.ts'
import { startOtherNode } from '../testing/start-node.ts'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

type Stage = 'greeting' | 'message'

async function waitForStage({ database }: TestPhone, stage: Stage): Promise<void> {
  await waitUntil(`the voicemail is at its ${stage}`, async () => {
    const { rows } = await database.pool.query(
      "select 1 from phone.calls where phase <> 'ended' and state->'voicemail'->>'stage' = $1",
      [stage],
    )
    return rows.length === 1
  })
}

/** Returns the rows and files that a message leaves, and the users whose deletion is repeated. */
async function listRemains({ database, dataDirectory }: TestPhone) {
  const count = async (table: string) => (await database.pool.query(`select from phone.${table}`)).rows.length
  const files = await readdir(dataDirectory, { recursive: true })
  return {
    messages: await count('voicemails'),
    recordings: await count('recordings'),
    files: files.filter((file) => file.startsWith('recordings') && file.endsWith('.wav')).length,
    deletedUsers: await count('deleted_users'),
  }
}

/** Starts a phone whose clock can be advanced. */
async function startPhoneWithClock() {
  let aheadMs = 0
  const phone = await startPhone({ bus: createInProcessBus(), now: () => new Date(Date.now() + aheadMs) })
  const advance = (ms: number) => {
    aheadMs += ms
  }
  return { phone, advance }
}

/** Has a caller reach the voicemail of Grace, whose account is deleted at a stage. Returns when they have left a message. */
async function deleteDuring(
  phone: TestPhone,
  receiver: Pick<TestPhone, 'accounts' | 'service'>,
  stage: Stage,
) {
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  const linus = phone.signUp('Linus')
  await phone.as(grace).patch('/me/settings', { doNotDisturb: 'on' })
  const number = (await phone.as(grace).get('/me')).body.numbers[0].number
  await using caller = await openBrowser(phone, linus)
  caller.say(500)
  const { id } = await caller.call(number)
  await waitForStage(phone, stage)

  phone.accounts.removeUser(grace.id)
  expect(await sendAccountEvent(receiver, { type: 'user.deleted', data: { id: grace.id, teams: [] } })).toBe(
    204,
  )

  await waitForStage(phone, 'message')
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await phone.as(linus).post(`/calls/${id}/hang-up`, {})
  await waitUntil('the call has ended', async () => {
    const { rows } = await phone.database.pool.query("select from phone.calls where phase <> 'ended'")
    return rows.length === 0
  })
}

/** Guarantee: no message stays that no user can read or delete. */
test.each<Stage>(['greeting', 'message'])(
  'ZR551: a user who is deleted while a caller is at the %s of their voicemail leaves no message and no audio',
  async (stage) => {
    const { phone: started, advance } = await startPhoneWithClock()
    await using phone = started
    await deleteDuring(phone, phone, stage)

    advance(60_000)

    const remains = { messages: 0, recordings: 0, files: 0 }
    await expect.poll(() => listRemains(phone), { timeout: 20_000 }).toEqual({ ...remains, deletedUsers: 1 })
    advance(60 * 60_000)
    await expect.poll(() => listRemains(phone), { timeout: 20_000 }).toEqual({ ...remains, deletedUsers: 0 })
  },
)

test('ZR551: the message is deleted, too, when the node of its call does not learn of the deletion', async () => {
  const { phone: started, advance } = await startPhoneWithClock()
  await using phone = started
  await using other = await startOtherNode(phone, { bus: createInProcessBus() })
  await deleteDuring(phone, other, 'greeting')

  advance(60_000)

  const remains = { messages: 0, recordings: 0, files: 0 }
  await expect.poll(() => listRemains(phone), { timeout: 20_000 }).toMatchObject(remains)
})

/** Guarantee: a message that is saved late, for example after an outage of the database, is deleted, too. */
test('ZR551: the deletion of a user is repeated until no caller is in their voicemail', async () => {
  const { phone: started, advance } = await startPhoneWithClock()
  await using phone = started
  const { pool } = phone.database
  const userId = randomUUID()
  const at = Date.now()
  const voicemail = { userId, announcementId: null, stage: 'message', at } as const
  const nodeId = await insertLiveNode(phone.database)
  const state = { ...createCallState('incoming', at), voicemail }
  const call = createStoredCall({ nodeId, state })
  await insertCall(phone.database.schema<PhoneTables>('phone'), call)
  await sendAccountEvent(phone, { type: 'user.deleted', data: { id: userId, teams: [] } })
  const countUsers = async (condition: string) =>
    (await pool.query(`select from phone.deleted_users where ${condition}`)).rows.length

  advance(61 * 60_000)

  await expect.poll(() => countUsers("due_at > deleted_at + interval '1 hour'"), { timeout: 20_000 }).toBe(1)
  await pool.query("update phone.calls set phase = 'ended', ended_at = now(), end_reason = 'missed'")
  advance(61 * 60_000)
  await expect.poll(() => countUsers('true'), { timeout: 20_000 }).toBe(0)
})
