import { randomUUID } from 'node:crypto'
import { startTestDatabase } from '@parley/server/testing'
import { expect, test } from 'vitest'
import { migrations } from '../database/migrations.ts'
import type { PhoneTables } from '../database/tables.ts'
import { waitUntilWaiting } from '../testing/take-lock.ts'
import { endEpoch, lockEpoch, saveHeartbeat, saveNodeStart } from './nodes.ts'

/** Guarantee: a transaction that places a call delays no heartbeat, and ends before another node ends the calls of this one. */
test('FO1, ZR778: the heartbeat of a node does not wait for a call that is being stored; the end of its epoch does', async () => {
  await using server = await startTestDatabase({ schema: 'phone', migrations })
  const database = server.schema<PhoneTables>('phone')
  const nodeId = randomUUID()
  const epoch = await saveNodeStart(database, nodeId)
  await server.pool.query("update phone.nodes set heartbeat_at = now() - interval '1 hour'")
  const steps: string[] = []

  const ending = await database.transaction().execute(async (transaction) => {
    await lockEpoch(transaction, { nodeId, epoch })
    const ended = endEpoch(database, nodeId).then((ended) => {
      steps.push('epoch ended')
      return ended
    })
    await waitUntilWaiting(server, 1)
    steps.push('call stored')
    return { ended }
  })

  expect(await ending.ended).toBe(epoch + 1)
  expect(steps).toEqual(['call stored', 'epoch ended'])
  expect(await saveHeartbeat(database, nodeId, epoch)).toBe(false)
  await database.transaction().execute(async (transaction) => {
    await lockEpoch(transaction, { nodeId, epoch: epoch + 1 })
    expect(await saveHeartbeat(database, nodeId, epoch + 1)).toBe(true)
  })
})
