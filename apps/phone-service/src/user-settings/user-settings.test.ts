import { expect, test } from 'vitest'
import { listAuditEntries } from '../testing/audit-entries.ts'
import { createTone } from '../testing/create-tone.ts'
import { startPhone } from '../testing/start-phone.ts'

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
  for (const invalid of [{ presence: 'away' }, { presence: null }, { other: 1 }])
    expect((await ada.patch('/me/settings', invalid)).body.code).toBe('SCHEMA_ERROR')

  expect((await ada.get('/me/settings')).body).toMatchObject({ presence: 'hidden' })
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
