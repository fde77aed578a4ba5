import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { startTestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { startPhone } from './testing/start-phone.ts'

const moreThanAnyDisk = 1e18
const contact = { name: 'Grace' }
const priceTable = { currency: 'USD', csv: 'prefix,name,price_per_minute\n1,United States,0.01' }

/** Guarantee (ZR343): clients do not fill the disk that the embedded database needs to continue. */
test('ZR343: neither contacts nor price tables are saved while the disk has less free space than the operator has set', async () => {
  await using database = await startTestDatabase()
  await using phone = await startPhone({
    database: { ...database, directory: tmpdir() },
    recordings: { minFreeDiskBytes: moreThanAnyDisk },
  })
  const api = phone.as(phone.signUp('Ada'))

  for (const { status, body } of [
    await api.post('/contacts', contact),
    await api.put(`/contacts/${randomUUID()}`, { ...contact, version: 1 }),
    await api.put('/price-table', priceTable),
  ])
    expect([status, body.code]).toEqual([503, 'DISK_FULL'])
})

test('ZR343: contacts and price tables are saved to a database on another machine, whose disk is not known', async () => {
  await using phone = await startPhone({ recordings: { minFreeDiskBytes: moreThanAnyDisk } })
  const api = phone.as(phone.signUp('Ada'))

  expect((await api.post('/contacts', contact)).status).toBe(201)
  expect((await api.put('/price-table', priceTable)).status).toBe(200)
})
