import { repeatedly } from '@parley/server'
import { sql } from 'kysely'
import { accountsSchema } from '../database/index.ts'
import type { Services } from '../services.ts'
import { dayMs, shownDays } from './get-metrics.ts'

const everyMs = 60_000

/** Adds what was counted since to the counts, every minute, until it is disposed. Any number of processes may at once. */
export function keepAddingCounts(services: Pick<Services, 'database' | 'log'>): AsyncDisposable {
  const onFailure = ({ message }: Error) => services.log.error('counts.not_added', { message })
  return repeatedly({ everyMs, onFailure }, () => addCounts(services))
}

/** One statement, so that whoever reads meanwhile sees each change once: as a change, or in its count. */
async function addCounts({ database }: Pick<Services, 'database'>): Promise<void> {
  const [changes, counts] = [sql.id(accountsSchema, 'counter_changes'), sql.id(accountsSchema, 'counters')]
  await sql`
    with added as (delete from ${changes} returning project_id, name, difference)
    insert into ${counts} as existing (project_id, name, count)
    select project_id, name, sum(difference) from added group by project_id, name order by project_id, name
    on conflict (project_id, name) do update set count = existing.count + excluded.count`.execute(database)
}

/** Removes counts of days that nobody is shown any more. */
export async function deleteOldCounts({ database, now }: Pick<Services, 'database' | 'now'>): Promise<void> {
  const day = new Date(now().getTime() - 2 * shownDays * dayMs).toISOString().slice(0, 10)
  await database
    .deleteFrom('counters')
    .where(({ or, and, eb }) =>
      or([
        and([eb('name', 'like', 'active %'), eb('name', '<', `active ${day}`)]),
        and([eb('name', 'like', 'signed-up %'), eb('name', '<', `signed-up ${day}`)]),
      ]),
    )
    .execute()
}
