import { randomUUID } from 'node:crypto'
import type { DatabaseServer } from '@parley/server'

/** Inserts a node that stays alive without a process, and returns its id: no other node ends its calls. */
export async function insertLiveNode({ pool }: Pick<DatabaseServer, 'pool'>): Promise<string> {
  const { rows } = await pool.query(
    `insert into phone.nodes (id, started_at, heartbeat_at) values ($1, now(), now() + interval '1 hour')
     returning id`,
    [randomUUID()],
  )
  return rows[0].id
}
