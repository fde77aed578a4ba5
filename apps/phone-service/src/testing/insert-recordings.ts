import type { TestPhone } from './start-phone.ts'

/** Inserts recordings of a call without audio, one each second since 1970, as an earlier version stored them. */
export async function insertRecordings(
  phone: Pick<TestPhone, 'database'>,
  callId: string,
  count: number,
): Promise<void> {
  await phone.database.pool.query(
    `insert into phone.recordings (id, call_id, workspace_id, leg_id, node_id, location, stored_in, started_at,
       duration_ms, size_bytes, state)
     select gen_random_uuid(), id, workspace_id, gen_random_uuid(), node_id, id || '/' || position, 'disk',
       to_timestamp(position), 1000, 0, 'finished'
     from phone.calls cross join generate_series(1, $2::int) position where id = $1`,
    [callId, count],
  )
}
