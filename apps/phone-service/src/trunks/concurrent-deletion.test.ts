import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startPhone, type TestPhone } from '../testing/start-phone.ts'

const trunk = { name: 'Provider', host: '127.0.0.1', port: 5990, numbers: ['+12125552368'] }

/**
 * Guarantee: an update of a trunk that another administrator deletes meanwhile is rejected with a message.
 */
test('a trunk that is deleted while it is updated is not found', async () => {
  await using phone = await startPhone()
  const ada = phone.as(phone.signUp('Ada'))
  const { body: saved } = await ada.post('/trunks', trunk)
  const deletion = await phone.database.pool.connect()
  await deletion.query('begin')
  await deletion.query('delete from phone.trunks where id = $1', [saved.id])

  const updating = ada.put(`/trunks/${saved.id}`, { ...trunk, name: 'South' })
  await waitUntil('the update waits for the deletion', () => isWaiting(phone))
  await deletion.query('commit')
  deletion.release()

  const { status, body } = await updating
  expect([status, body.code]).toEqual([404, 'TRUNK_NOT_FOUND'])
})

test('a trunk that is deleted before its update reaches the engine is not used', async () => {
  let deleteTrunk = async () => {}
  await using phone = await startPhone({}, (engine) => ({
    ...engine,
    async useTrunk(config) {
      await deleteTrunk()
      await engine.useTrunk(config)
    },
  }))
  const ada = phone.as(phone.signUp('Ada'))
  const { body: saved } = await ada.post('/trunks', trunk)
  deleteTrunk = async () => void (await ada.delete(`/trunks/${saved.id}`))

  const { status, body } = await ada.put(`/trunks/${saved.id}`, { ...trunk, name: 'South' })

  expect([status, body.code]).toEqual([404, 'TRUNK_NOT_FOUND'])
  expect(await phone.engine.trunkState(saved.id)).toBeNull()
})

async function isWaiting({ database }: TestPhone): Promise<boolean> {
  const { rows } = await database.pool.query(
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  )
  return rows.length > 0
}
