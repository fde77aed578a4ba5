import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { analyse } from '../testing/start-analysed-workspace.ts'
import { startWithAnalysis } from './testing.ts'

/** Guarantee: the deletion of an analysis deletes the e-mails that contain it, and no others. */
test('ZR906: the deletion of an analysis leaves the waiting summaries of the other analyses of the call', async () => {
  await using all = await startWithAnalysis()
  const { phone, ada, grace, callId, analysisId } = all
  await all.saveServer(1)
  const { id: second } = await analyse(phone, grace, callId)
  await all.send(grace, [grace])
  await all.send(grace, [grace, ada], second)
  expect(await all.listTo()).toHaveLength(3)
  const deleteAnalysis = async (id: string) =>
    (await phone.as(grace).delete(`/calls/${callId}/analyses/${id}`)).status

  expect(await deleteAnalysis(analysisId)).toBe(200)
  const { rows } = await phone.database.pool.query('select distinct analysis_id from phone.workspace_mails')
  expect(rows).toEqual([{ analysis_id: second }])
  expect((await all.listTo()).toSorted()).toEqual(['ada@example.com', 'grace@example.com'])

  expect(await deleteAnalysis(second)).toBe(200)
  expect(await all.listTo()).toEqual([])
})

test('ZR906: a waiting summary of an earlier program is deleted with any analysis of its call', async () => {
  await using all = await startWithAnalysis()
  const { phone, grace, callId } = all
  await all.saveServer(1)
  const { id: second } = await analyse(phone, grace, callId)
  await all.send(grace, [grace])
  await phone.database.pool.query('update phone.workspace_mails set analysis_id = null')

  expect((await phone.as(grace).delete(`/calls/${callId}/analyses/${second}`)).status).toBe(200)
  expect(await all.listTo()).toEqual([])
})

/** Guarantee: what happens to a member while a summary waits for the mail server counts as if it had happened before. */
test('ZR907: a waiting summary is not sent to a member who has lost the call or changed the address', async () => {
  await using all = await startWithAnalysis()
  const { phone, workspace, ada, grace, smtp } = all
  const zoe = phone.accounts.addUser('Zoe', [workspace], [workspace])
  const yan = phone.accounts.addUser('Yan', [workspace], [workspace])
  await all.saveServer(1)
  await all.send(grace, [ada, grace, zoe, yan])
  expect(await all.listTo()).toHaveLength(4)

  zoe.administers.splice(0)
  phone.accounts.setUnverified(yan.id)
  Object.assign(grace, { displayName: 'Hopper' })
  await all.saveServer()
  const list = async () => (await phone.as(ada).get('/mails')).body.items
  const isEnded = async () =>
    (await list()).every(({ state }: { state: string }) => state !== 'waiting') ? await list() : null
  const mails = await waitUntil('no e-mail waits', isEnded, 20_000)

  const toResult = ({ to, state, problem }: Record<string, string>) => [to, state, problem]
  expect(mails.map(toResult).toSorted()).toEqual([
    ['ada@example.com', 'accepted', null],
    ['grace@example.com', 'failed', 'recipient-not-allowed'],
    ['yan@example.com', 'failed', 'recipient-not-allowed'],
    ['zoe@example.com', 'failed', 'recipient-not-allowed'],
  ])
  expect(smtp.received.map(({ to }) => to[0])).toEqual(['ada@example.com'])
  const { rows } = await phone.database.pool.query(
    'select distinct content_encrypted from phone.workspace_mails',
  )
  expect(rows).toEqual([{ content_encrypted: null }])
  const { id } = mails.find(({ to }: { to: string }) => to === 'grace@example.com')
  expect((await phone.as(ada).post(`/mails/${id}/resend`)).body.code).toBe('MAIL_NOT_FAILED')

  const { body } = await all.send(ada, [ada, grace])
  await waitUntil('Grace gets it at the new address', () => smtp.received.length === 2, 20_000)
  expect(new Map(body.results.map(({ userId, result }: Record<string, string>) => [userId, result]))).toEqual(
    new Map([
      [ada.id, 'sent-before'],
      [grace.id, 'sent'],
    ]),
  )
  expect(smtp.received[1]?.to).toEqual(['hopper@example.com'])
})

test('ZR907: a summary waits while the account service does not say who may get it', async () => {
  const clock = { aheadMs: 0 }
  await using all = await startWithAnalysis({ now: () => new Date(Date.now() + clock.aheadMs) })
  const { phone, grace, smtp } = all
  await all.saveServer(1)
  await all.send(grace, [grace])
  const { pool } = phone.database
  const findMail = async () => (await pool.query('select * from phone.workspace_mails')).rows[0]
  await waitUntil('an attempt has failed', async () => (await findMail()).problem !== null, 20_000)
  phone.accounts.goDown()
  await pool.query('update phone.mail_servers set port = $1', [smtp.port])
  const epoch = new Date(0)
  await pool.query('update phone.workspace_mails set due_at = $1, attempts = 0', [epoch])
  await waitUntil(
    'the e-mail is returned',
    async () => {
      const { attempts, due_at: dueAt, leased_until: leasedUntil } = await findMail()
      return attempts === 0 && leasedUntil === null && dueAt > epoch
    },
    20_000,
  )
  expect(smtp.received).toEqual([])

  phone.accounts.goUp()
  clock.aheadMs += 61_000
  await waitUntil('the e-mail arrives', () => smtp.received.length === 1, 20_000)
})
