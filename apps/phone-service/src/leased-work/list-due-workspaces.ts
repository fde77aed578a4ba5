import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely'
import type { PhoneTables } from '../database/tables.ts'
import { isDue } from './leases.ts'

/** A workspace with work that a node can take. */
export interface DueWorkspace {
  readonly workspaceId: string
  /** The user who has chosen its provider, or the workspace itself when that is not known. */
  readonly ownerId: string
}

interface Work {
  /** All rows of the table of the work. */
  readonly rows: Expression<unknown>
  /** The workspaces that have a provider, as `workspace_id`, with the users who have chosen it, as `configured_by`. */
  readonly providers: Expression<unknown>
  /** A condition of `work`. */
  readonly isReadable: RawBuilder<boolean>
}

/** Returns the workspaces with due work. The index by workspace is read once for each, not once for each piece of work. */
export async function listDueWorkspaces(
  database: Kysely<PhoneTables>,
  { rows: all, providers, isReadable }: Work,
  now: Date,
): Promise<DueWorkspace[]> {
  const { rows } = await sql<DueWorkspace>`
    with recursive waiting as (
      (select workspace_id from ${all} as first where state = 'waiting' order by workspace_id limit 1)
      union all
      select (
        select workspace_id from ${all} as others
        where state = 'waiting' and others.workspace_id > waiting.workspace_id order by workspace_id limit 1
      ) from waiting where waiting.workspace_id is not null
    )
    select waiting.workspace_id as "workspaceId",
      coalesce(providers.configured_by, waiting.workspace_id) as "ownerId"
    from waiting
    left join ${providers} as providers on providers.workspace_id = waiting.workspace_id
    where exists (
      select from ${all} as work
      where work.workspace_id = waiting.workspace_id and ${isDue(now)} and ${isReadable}
    )`.execute(database)
  return rows
}
