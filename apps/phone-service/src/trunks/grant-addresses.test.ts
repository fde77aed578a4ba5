import { ReadableStream } from 'node:stream/web'
import type { CallEngine, EngineEvent } from '@parley/call-engine'
import { waitUntil } from '@parley/primitives'
import { createLog } from '@parley/server'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { trunkWithPassword } from '../testing/trunk-with-password.ts'

type Found = Extract<EngineEvent, { type: 'trunk-addresses-found' }>

/** Starts a phone in which Ada has a trunk at 127.0.0.1, and whose engine reports lookups of the test only. */
async function startWithTrunk(changes: object = {}) {
  const stack = new AsyncDisposableStack()
  const failures: unknown[] = []
  const log = createLog({ level: 'silent' })
  const readers: ((event: EngineEvent) => void)[] = []
  const grants: { lookupId: string; addresses: readonly string[] }[] = []
  const wrap = (engine: CallEngine): CallEngine => ({
    ...engine,
    get events() {
      const events = engine.events
      return new ReadableStream<EngineEvent>({
        start(controller) {
          readers.push((event) => controller.enqueue(event))
          void (async () => {
            for await (const event of events)
              if (event.type !== 'trunk-addresses-found') controller.enqueue(event)
          })()
        },
      })
    },
    async grantTrunkAddresses(_id, lookupId, addresses) {
      grants.push({ lookupId, addresses })
    },
  })
  const phone = stack.use(await startPhone({ log: { ...log, error: (event) => failures.push(event) } }, wrap))
  const [ada, linus] = [phone.as(phone.signUp('Ada')), phone.as(phone.signUp('Linus'))]
  const own = { ...trunkWithPassword, port: 5990, ...changes }
  const { body } = await ada.post('/trunks', own)
  const found = (lookupId: string, addresses: readonly string[]) => {
    const event: Found = { type: 'trunk-addresses-found', at: 0, trunkId: body.id, lookupId, addresses }
    for (const read of readers) read(event)
  }
  return {
    phone,
    ada,
    linus,
    trunkId: body.id as string,
    grants,
    failures,
    found,
    /** Reports a lookup, and resolves to the addresses that are granted. */
    async resolve(lookupId: string, addresses: readonly string[]) {
      found(lookupId, addresses)
      await waitUntil('the grant', () => grants.some((grant) => grant.lookupId === lookupId))
      return grants.findLast((grant) => grant.lookupId === lookupId)?.addresses
    },
    addByLinus: (host: string) =>
      linus.post('/trunks', { ...trunkWithPassword, username: null, password: null, host, port: 5991 }),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Guarantee (ZR433): no workspace puts the trunk of another one out of use with a further address of its provider. */
test('SR1, ZR433: a trunk keeps its address when its host also resolves to one of another workspace', async () => {
  await using line = await startWithTrunk({ username: null, password: null })
  expect((await line.addByLinus('127.0.0.2')).status).toBe(201)

  expect(await line.resolve('later', ['127.0.0.1', '127.0.0.2'])).toEqual(['127.0.0.1'])
  expect((await line.addByLinus('127.0.0.1')).body.code).toBe('TRUNK_ADDRESS_TAKEN')
})

/** Guarantee (ZR412): a failure of the database costs a trunk no address, and is not the last word on a new one. */
test('ZR412: after a failed grant the trunk keeps its addresses, and gets the new ones when the engine asks again', async () => {
  await using line = await startWithTrunk({ username: null, password: null })
  const { pool } = line.phone.database
  await pool.query('alter table phone.trunk_addresses rename to unavailable')
  line.found('failed', ['127.0.0.3'])
  await waitUntil('the grant has failed', () => line.failures.includes('trunk_addresses.grant_failed'))
  await pool.query('alter table phone.unavailable rename to trunk_addresses')

  expect(line.grants).toEqual([])
  expect((await line.addByLinus('127.0.0.1')).body.code).toBe('TRUNK_ADDRESS_TAKEN')
  expect(await line.resolve('repeated', ['127.0.0.3'])).toEqual(['127.0.0.3'])
})

/** Guarantee (ZR413): the test of a trunk takes nothing from it. */
test('ZR413: a trunk that is tested keeps its addresses, also beside a trunk of another workspace', async () => {
  await using provider = await startTestPhone()
  await using line = await startWithTrunk({ port: provider.port, numbers: ['+12125552368'] })
  const others = { ...trunkWithPassword, username: 'linus', port: 5991, numbers: ['+12125552369'] }
  expect((await line.linus.post('/trunks', others)).status).toBe(201)

  const { body } = await line.ada.post(`/trunks/${line.trunkId}/test`)

  expect(body.steps[0]).toMatchObject({ key: 'resolve', outcome: 'resolved' })
  const { rows } = await line.phone.database.pool.query(
    'select address from phone.trunk_addresses where trunk_id = $1',
    [line.trunkId],
  )
  expect(rows).toEqual([{ address: '127.0.0.1' }])
})

/** Guarantee: a grant and a deletion wait for each other in the same order, so that the database aborts neither. */
test('a trunk is deleted while its addresses are granted', async () => {
  await using started = await startWithTrunk()
  const { phone, ada, trunkId, failures, found } = started
  const { pool } = phone.database
  await pool.query(`create function phone.wait() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.5); return new; end $$`)
  await pool.query(
    'create trigger wait before insert on phone.trunk_addresses for each row execute function phone.wait()',
  )

  found('slow', ['127.0.0.1'])
  await waitUntil('the grant is being saved', async () => {
    const { rows } = await pool.query("select 1 from pg_stat_activity where wait_event = 'PgSleep'")
    return rows.length > 0
  })

  expect((await ada.delete(`/trunks/${trunkId}`)).status).toBe(200)
  expect(failures).toEqual([])
})
