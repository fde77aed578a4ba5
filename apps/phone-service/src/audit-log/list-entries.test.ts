import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { trunkWithPassword } from '../testing/trunk-with-password.ts'

const trunk = { ...trunkWithPassword, numbers: ['+1 555 0150'] }

/** Guarantee (ZR810): the administrators of a workspace read what was done in it, and nothing of others. */
test('ZR810: the audit log of a workspace contains its entries only, without secrets, for its administrators', async () => {
  await using phone = await startPhone({ outboundNetworks: ['127.0.0.0/8'] })
  const [ada, mallory] = [phone.signUp('Ada'), phone.signUp('Mallory')]
  const grace = phone.accounts.addUser('Grace', ada.teamIds)
  const { body: created } = await phone.as(ada).post('/trunks', trunk)
  await phone.as(grace).put('/limits', {})
  // A user who names a workspace of others leaves no entry in its log.
  await phone.as(mallory, ada.teamIds[0]).get('/limits')
  await phone.as(mallory).post('/contact-fields', { name: 'Tier', type: 'text' })

  const { body } = await phone.as(ada).get('/audit-entries')
  const ofMallory = await phone.as(mallory).get('/audit-entries')

  expect(
    body.items.map(({ action, outcome, userId }: Record<string, string>) => [action, outcome, userId]),
  ).toEqual([
    ['access.denied', 'denied', grace.id],
    ['trunk.created', 'success', ada.id],
  ])
  expect(body.items[1]).toMatchObject({
    subject: { type: 'trunk', id: created.id },
    ip: '127.0.0.1',
    details: expect.not.objectContaining({ workspace: expect.anything() }),
  })
  expect(JSON.stringify(body)).not.toContain(trunk.password)
  expect(ofMallory.body.items.map(({ action }: { action: string }) => action)).toEqual([
    'contact_field.created',
  ])
  expect((await phone.as(grace).get('/audit-entries')).status).toBe(403)
})

test('the entries of one user, and further pages, can be requested', async () => {
  await using phone = await startPhone()
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', ada.teamIds, ada.teamIds)
  for (const name of ['Tier', 'Size', 'Region'])
    await phone.as(ada).post('/contact-fields', { name, type: 'text' })
  await phone.as(grace).post('/contact-fields', { name: 'Colour', type: 'text' })
  const list = async (query: string) => (await phone.as(ada).get(`/audit-entries?${query}`)).body

  const first = await list('limit=3')
  const rest = await list(`limit=3&cursor=${first.nextCursor}`)

  expect([first.items.length, rest.items.length, rest.nextCursor]).toEqual([3, 1, null])
  const ids = [...first.items, ...rest.items].map(({ id }) => Number(id))
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  expect((await list(`userId=${grace.id}`)).items).toMatchObject([{ userId: grace.id }])
  expect((await phone.as(ada).get('/audit-entries?cursor=x')).body.code).toBe('SCHEMA_ERROR')
})
