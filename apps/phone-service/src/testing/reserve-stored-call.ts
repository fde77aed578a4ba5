import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import type { PhoneTables } from '../database/tables.ts'
import { reserveTime } from '../limits/reserve-time.ts'
import type { FakeUser } from './fake-account-service.ts'
import { insertLiveNode } from './insert-live-node.ts'
import type { TestPhone } from './start-phone.ts'

/** Stores a call of another node to an American number, and reserves its first minute. */
export async function reserveStoredCall({ database }: TestPhone, user: FakeUser, number: string) {
  const [callId, workspaceId] = [randomUUID(), required(user.teamIds[0], 'a team')]
  await database.pool.query(
    `insert into phone.calls (id, workspace_id, node_id, conference_id, direction, phase, state, started_at,
       slot_ids, numbers)
     values ($1, $2, $3, $1, 'outgoing', 'dialing', '{"legs": []}', now(), '{}', '{}')`,
    [callId, workspaceId, await insertLiveNode(database)],
  )
  const leg = { legId: callId, callId, workspaceId, userId: user.id, number, country: 'US' }
  const deps = { now: () => new Date(), settings: { reservationSeconds: 60 } }
  const refusal = await database
    .schema<PhoneTables>('phone')
    .transaction()
    .execute((transaction) => reserveTime(deps, transaction, leg))
  return { callId, refusal }
}
