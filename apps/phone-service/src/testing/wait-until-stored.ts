import { join } from 'node:path'
import { waitUntil } from '@parley/primitives'
import type { TestPhone } from './start-phone.ts'

interface StoredFile {
  readonly id: string
  readonly key: string
  /** Path in the disk store. */
  readonly path: string
}

/** Waits until the recordings of a call are in the store, and returns them. */
export async function waitUntilStored(
  { database, dataDirectory }: Pick<TestPhone, 'database' | 'dataDirectory'>,
  callId: string,
): Promise<StoredFile[]> {
  return await waitUntil('the recordings are stored', async () => {
    const { rows } = await database.pool.query<{ id: string; location: string; stored_in: string }>(
      'select id, location, stored_in from phone.recordings where call_id = $1 order by started_at, id',
      [callId],
    )
    if (rows.length === 0 || rows.some(({ stored_in }) => stored_in === 'spool')) return false
    return rows.map(({ id, location }) => ({
      id,
      key: location,
      path: join(dataDirectory, 'recordings', location),
    }))
  })
}
