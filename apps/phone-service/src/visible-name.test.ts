import { expect, test } from 'vitest'
import { startPhone } from './testing/start-phone.ts'

const disguised = '\u202eenil htroN\u202c\u200b'
const trunk = { host: '127.0.0.1', port: 5999 }

/** Guarantee (ZR344): administrators see the names of what they choose, and no two names that look the same. */
test('ZR344: names of trunks contain no invisible characters, and each shows something', async () => {
  await using phone = await startPhone()
  const api = phone.as(phone.signUp('Ada'))

  const added = await api.post('/trunks', { ...trunk, name: disguised })
  const changed = await api.put(`/trunks/${added.body.id}`, { ...trunk, name: 'South\u2066 line' })
  const unnamed = await api.post('/trunks', { ...trunk, port: 5998, name: '\u3164\u200b' })

  expect([added.status, added.body.name]).toEqual([201, 'enil htroN'])
  expect([changed.status, changed.body.name]).toEqual([200, 'South line'])
  expect([unnamed.status, unnamed.body.code]).toEqual([400, 'SCHEMA_ERROR'])
})

test('ZR344: the name of a workspace contains no invisible characters', async () => {
  await using phone = await startPhone()
  const ada = phone.accounts.addUser('Ada', [phone.accounts.addTeam('\u202eyrekaB\u200b')])

  expect((await phone.as(ada).get('/me')).body.workspace.displayName).toBe('yrekaB')
})
