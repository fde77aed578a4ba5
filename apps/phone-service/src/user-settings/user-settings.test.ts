import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { createTone } from '../testing/create-tone.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

test('ZR126: a setting applies in all workspaces of the user, and to no other user', async () => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  const second = phone.accounts.addTeam('Florist')
  ada.teamIds.push(second)
  grace.teamIds.push(second)
  expect((await phone.as(ada).get('/me/settings')).body).toMatchObject({ presence: 'shown' })

  const saved = await phone.as(ada).patch('/me/settings', { presence: 'hidden' })

  expect(saved).toMatchObject({ status: 200, body: { presence: 'hidden' } })
  expect((await phone.as(ada, second).get('/me/settings')).body).toMatchObject({ presence: 'hidden' })
  expect((await phone.as(grace, second).get('/me/settings')).body).toMatchObject({ presence: 'shown' })
  await phone.as(ada, second).patch('/me/settings', { presence: 'shown' })
  expect((await phone.as(ada).get('/me/settings')).body).toMatchObject({ presence: 'shown' })
})

test('an empty change, a repeated one and an invalid one leave the settings as they are', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  await ada.patch('/me/settings', { presence: 'hidden' })

  expect((await ada.patch('/me/settings', {})).body).toMatchObject({ presence: 'hidden' })
  expect((await ada.patch('/me/settings', { presence: 'hidden' })).body).toMatchObject({ presence: 'hidden' })
  for (const invalid of [
    { presence: 'away' },
    { presence: null },
    { other: 1 },
    { timeZone: 'Mars/Olympus' },
  ])
    expect((await ada.patch('/me/settings', invalid)).body.code).toBe('SCHEMA_ERROR')

  expect((await ada.get('/me/settings')).body).toMatchObject({ presence: 'hidden' })
})

test('calls ring for a user as long as they have chosen, before voicemail answers and without it', async () => {
  await using phone = await startPhone()
  const [ada, grace] = [phone.signUp('Ada'), phone.signUp('Grace')]
  await using browser = await openBrowser(phone, ada)
  const [{ number }] = (await phone.as(ada).get('/me')).body.numbers
  const ringMs = async () => {
    await using caller = await openBrowser(phone, grace)
    const { id } = await caller.call(number)
    const { call } = await browser.next('call.incoming', ({ call: each }) => !seen.has(each.id))
    seen.add(call.id)
    const query = "select state->'routing'->'steps'->0->'ringMs' as ms from phone.calls where id = $1"
    const { rows } = await phone.database.pool.query(query, [call.id])
    await phone.as(grace).post(`/calls/${id}/hang-up`, {})
    return rows[0].ms
  }
  const seen = new Set<string>()
  const save = (settings: object) => phone.as(ada).patch('/me/settings', settings)

  expect(await ringMs()).toBe(25_000)
  expect((await save({ ringSeconds: 10 })).body).toMatchObject({ ringSeconds: 10 })
  expect(await ringMs()).toBe(10_000)
  await save({ ringSeconds: 60, voicemail: 'off' })
  expect(await ringMs()).toBe(60_000)
  expect((await save({ ringSeconds: null })).body).toMatchObject({ ringSeconds: null })
  for (const ringSeconds of [9, 61, 10.5, '20'])
    expect((await save({ ringSeconds })).body.code).toBe('SCHEMA_ERROR')
})

/** Guarantee: the operator can find out who has forwarded calls, which cost money, and to which number. */
test('ZR323: changes of the forwarding and of the greeting of a user are in the audit log', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const as = phone.as(ada)
  const number = phone.carrier.personalNumberAt(7)
  const forwarding = { when: 'always', number }

  expect((await as.patch('/me/settings', { forwarding })).status).toBe(200)
  await as.patch('/me/settings', { presence: 'hidden' })
  await as.patch('/me/settings', { forwarding: null })
  await as.put('/me/greeting', { audio: createTone(700) })
  await as.delete('/me/greeting')
  await as.delete('/me/greeting')

  const entries = (await listAuditEntries(phone)).filter(({ action }) =>
    /^(forwarding|greeting)\./.test(action),
  )
  expect(entries).toMatchObject([
    { action: 'forwarding.changed', actor_id: ada.id, details: forwarding },
    { action: 'forwarding.changed', actor_id: ada.id, details: { when: null, number: null } },
    { action: 'greeting.saved', actor_id: ada.id, details: { durationMs: 3_000 } },
    { action: 'greeting.deleted', actor_id: ada.id },
  ])
})
