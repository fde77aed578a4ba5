import { sql } from 'kysely'
import { accountsSchema, type Database } from '../database/index.ts'

/** Returns the counters of a project by name, ordered by name; daily counters since `firstDay`. */
export async function listCounters(
  database: Database,
  projectId: string,
  firstDay: string,
): Promise<Map<string, number>> {
  const rows = await database
    .selectFrom('counts')
    .select(['name', (select) => select.fn.sum<string>('count').as('count')])
    .where('project_id', '=', projectId)
    .where(({ or, and, eb }) =>
      or([
        eb('name', '=', 'users'),
        eb('name', 'like', 'method %'),
        and([eb('name', '>=', `active ${firstDay}`), eb('name', 'like', 'active %')]),
        and([eb('name', '>=', `signed-up ${firstDay}`), eb('name', 'like', 'signed-up %')]),
      ]),
    )
    .groupBy('name')
    .orderBy('name')
    .execute()
  return new Map(rows.map(({ name, count }) => [name, Number(count)]))
}

/** A single statement, so that a concurrent reader counts each change exactly once. */
export async function aggregateCounterChanges(database: Database): Promise<void> {
  const [changes, counts] = [sql.id(accountsSchema, 'counter_changes'), sql.id(accountsSchema, 'counters')]
  await sql`
    with added as (delete from ${changes} returning project_id, name, difference)
    insert into ${counts} as existing (project_id, name, count)
    select project_id, name, sum(difference) from added group by project_id, name order by project_id, name
    on conflict (project_id, name) do update set count = existing.count + excluded.count`.execute(database)
}

/** Deletes daily counters before `day` (`2026-01-31`). */
export async function deleteCountersBefore(database: Database, day: string): Promise<void> {
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

/** Deletes the counters of a project. */
export async function deleteProjectCounters(database: Database, projectId: string): Promise<void> {
  await database.deleteFrom('counters').where('project_id', '=', projectId).execute()
  await database.deleteFrom('counter_changes').where('project_id', '=', projectId).execute()
}
