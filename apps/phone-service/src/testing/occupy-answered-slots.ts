import { randomUUID } from 'node:crypto'
import type { FakeUser } from './fake-account-service.ts'
import { insertLiveNode } from './insert-live-node.ts'
import type { TestPhone } from './start-phone.ts'

/** Occupies answered slots of a user, as those of a call in a phase. */
export async function occupyAnsweredSlots(
  { database }: TestPhone,
  user: FakeUser,
  { slots, phase = 'talking' }: { readonly slots: number; readonly phase?: string },
): Promise<void> {
  const slotIds = Array.from(Array(slots), () => randomUUID())
  await database.pool.query(
    `insert into phone.calls (id, workspace_id, node_id, conference_id, direction, phase, state, started_at,
       ended_at, slot_ids, numbers)
     values ($1, $2, $3, $1, 'incoming', $4, '{"legs": []}', now(), case $4 when 'ended' then now() end, $5, '{}')`,
    [randomUUID(), user.teamIds[0], await insertLiveNode(database), phase, slotIds],
  )
  await database.pool.query('insert into phone.answered_slots select unnest($3::uuid[]), $1, $2', [
    user.teamIds[0],
    user.id,
    slotIds,
  ])
}
