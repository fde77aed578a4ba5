import { randomUUID } from 'node:crypto'
import { createSecrets } from '@parley/server'
import { expect, test, vi } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { startPhone } from '../testing/start-phone.ts'
import { trunkWithPassword } from '../testing/trunk-with-password.ts'
import { listPhoneAudit, verifyPhoneAudit } from './read-audit-log.ts'

const trunk = { ...trunkWithPassword, numbers: ['+1 555 0150'] }
const secrets = createSecrets('a secret for tests that is long enough')

/**
 * Guarantee (SR7, OP1): changes of trunks, limits and numbers, refused calls and denials are in the audit
 * log.
 */
test('SR7: changes of trunks, limits and numbers, refused calls and denials are audited', async () => {
  await using phone = await startPhone({ outboundNetworks: ['127.0.0.0/8'] })
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const { body: limits } = await phone.as(ada).get('/limits')
  const { body: created } = await phone.as(ada).post('/trunks', trunk)
  const { password: _unchanged, ...fields } = trunk
  await phone.as(ada).put(`/trunks/${created.id}`, { ...fields, name: 'Another name' })
  await phone.as(grace).put('/limits', limits)
  await phone.as(ada).put('/limits', { ...limits, concurrentCalls: 3 })
  await phone.as(ada).delete(`/trunks/${created.id}`)
  await phone.as(ada).post('/calls', { to: '112', handsetId: randomUUID() })
  await phone.as(ada, 'another workspace').get('/me')
  await phone.as(ada).get('/me')

  const entries = await listAuditEntries(phone)

  expect(entries.map(({ action, outcome, actor_id }) => [action, outcome, actor_id])).toEqual([
    ['trunk.created', 'success', ada.id],
    ['trunk.updated', 'success', ada.id],
    ['access.denied', 'denied', grace.id],
    ['limits.updated', 'success', ada.id],
    ['trunk.deleted', 'success', ada.id],
    ['number.assigned', 'success', ada.id],
    ['call.refused', 'denied', ada.id],
    ['access.denied', 'denied', null],
  ])
  expect(entries.find(({ action }) => action === 'limits.updated')?.details).toMatchObject({
    concurrentCalls: 3,
  })
  expect(entries.find(({ action }) => action === 'call.refused')?.details).toMatchObject({
    workspace: ada.teamIds[0],
    reason: 'EMERGENCY_NUMBER',
  })
  expect(JSON.stringify(entries)).not.toContain(trunk.password)
})

/** Guarantee (SR7): a change is never saved without its audit entry. */
test('SR7: when the audit entry cannot be written, neither is the change', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const { body: before } = await phone.as(ada).get('/limits')
  await phone.database.pool.query(
    'alter table phone.audit_entries add constraint none check (false) not valid',
  )

  const { status } = await phone
    .as(ada)
    .put('/limits', { ...before, concurrentCalls: before.concurrentCalls + 1 })

  expect(status).toBe(500)
  await phone.database.pool.query('alter table phone.audit_entries drop constraint none')
  expect((await phone.as(ada).get('/limits')).body).toEqual(before)
})

/** Guarantee (SR7, OP2): the audit log of the phone is a signed hash chain. */
test('SR7: the audit log of the phone verifies, and a changed entry is found', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const { body: limits } = await phone.as(ada).get('/limits')
  await phone.as(ada).put('/limits', limits)
  await phone.as(ada).put('/limits', limits)

  await vi.waitFor(
    async () =>
      expect(await verifyPhoneAudit(phone.database, secrets)).toMatchObject({ entries: 2, unchained: 0 }),
    10_000,
  )
  expect(await verifyPhoneAudit(phone.database, secrets)).toMatchObject({ problem: null })
  expect(await listPhoneAudit(phone.database, { limit: 1 })).toMatchObject([{ action: 'limits.updated' }])

  await phone.database.pool.query("update phone.audit_entries set actor_id = 'grace' where position = 1")

  expect((await verifyPhoneAudit(phone.database, secrets))?.problem).toContain('position 1 was changed')
})

/** Guarantee (SR7, OP1): the log states what it leaves out. */
test('SR7: one entry for each window states how many denials of a user were left out', async () => {
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)
  await using phone = await startPhone({ now, rateLimitFactor: 0.01 })
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const { body: limits } = await phone.as(ada).get('/limits')
  for (let count = 0; count < 5; count++) await phone.as(grace).put('/limits', limits)
  const listDenials = async () =>
    (await listAuditEntries(phone)).filter(({ actor_id }) => actor_id === grace.id)
  const listOmissions = async () =>
    (await listAuditEntries(phone)).filter(({ action }) => action === 'access.omitted')
  expect(await listOmissions()).toEqual([])

  aheadMs = 5 * 60_000 + 1

  await vi.waitFor(async () => expect(await listOmissions()).toHaveLength(1), 10_000)
  const [summary] = await listOmissions()
  expect(await listDenials()).toHaveLength(3)
  expect(summary).toMatchObject({ subject_id: grace.id, details: { omitted: 2 } })
})

/** Guarantee (SR7): the notes of a call that runs are not changed without an audit entry either. */
test('SR7, CM4: when the audit entry cannot be written, the notes of a running call of another user stay', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds, ada.teamIds)
  const { call } = (await phone.as(ada).post('/calls', { to: '+15550100', handsetId: randomUUID() })).body
  await phone.as(ada).put(`/calls/${call.id}/notes`, { notes: 'Ask for the invoice' })
  await phone.database.pool.query(
    'alter table phone.audit_entries add constraint none check (false) not valid',
  )

  const { status } = await phone.as(grace).put(`/calls/${call.id}/notes`, { notes: 'Nothing' })

  expect(status).toBe(500)
  await phone.database.pool.query('alter table phone.audit_entries drop constraint none')
  const findNotes = async () => (await phone.as(ada).get(`/calls/${call.id}`)).body.notes
  expect(await findNotes()).toBe('Ask for the invoice')

  expect((await phone.as(grace).put(`/calls/${call.id}/notes`, { notes: 'Paid' })).status).toBe(200)
  expect(await findNotes()).toBe('Paid')
  const changes = (await listAuditEntries(phone)).filter(({ action }) => action === 'call.notes_changed')
  expect(changes).toMatchObject([{ actor_id: grace.id, subject_id: call.id }])
})
