import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { expect, test } from 'vitest'
import type { PhoneTables } from '../database/tables.ts'
import { createStoredCall } from '../testing/create-stored-call.ts'
import { insertLiveNode } from '../testing/insert-live-node.ts'
import { startPhone } from '../testing/start-phone.ts'
import { countUnansweredOfCaller, insertCall } from './index.ts'

/** Guarantee (ZR361): a caller cannot exceed a number of calls with concurrent ones through several trunks and nodes. */
test('ZR361: the unanswered calls of a caller are counted one after the other, apart from those of others', async () => {
  await using phone = await startPhone()
  const [workspaceId, other] = [required(phone.signUp('Ada').teamIds[0], 'a workspace'), randomUUID()]
  const database = phone.database.schema<PhoneTables>('phone')
  const nodeId = await insertLiveNode(phone.database)
  const insert = async (call: Parameters<typeof createStoredCall>[0]) =>
    await database.transaction().execute(async (transaction) => {
      const stored = createStoredCall({ ...call, nodeId })
      const count = await countUnansweredOfCaller(transaction, stored)
      if (count < 3) await insertCall(transaction, stored)
      return count
    })
  await insert({ workspaceId, number: '+12125550143' })
  await insert({ workspaceId, number: null })
  await insert({ workspaceId: other, number: '+12125550142' })

  const counts = await Promise.all(
    Array.from({ length: 8 }, () => insert({ workspaceId, number: '+12125550142' })),
  )

  expect(counts.toSorted()).toEqual([0, 1, 2, 3, 3, 3, 3, 3])
})
