import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'

type Database = Kysely<PhoneTables>

/** A former member of a workspace, with the names that it has of them. */
export interface NamedUser {
  readonly workspaceId: string
  readonly userId: string
  readonly names: readonly string[]
}

interface NameColumn {
  readonly table: keyof PhoneTables
  readonly name: string
  /** The column with the id of the same user; without it, or while `isOptional` and it is null, the name decides. */
  readonly user?: string
  readonly isOptional?: true
  /** A further column that may contain their address. */
  readonly detail?: string
}

/** The columns with the names of users that other files do not remove. */
export const nameColumns: readonly NameColumn[] = [
  { table: 'blocked_numbers', name: 'blocked_by_name', user: 'blocked_by' },
  { table: 'phone_verifications', name: 'started_by_name', user: 'started_by' },
  { table: 'announcements', name: 'created_by_name', user: 'uploaded_by' },
  { table: 'analysis_prompt_drafts', name: 'edited_by_name', user: 'edited_by_user_id' },
  { table: 'analysis_prompt_versions', name: 'author_name', user: 'author_user_id' },
  { table: 'prompt_test_runs', name: 'requested_by_name', user: 'requested_by' },
  { table: 'reference_calls', name: 'changed_by_name', user: 'changed_by' },
  { table: 'call_analyses', name: 'requested_by_name', user: 'requested_by' },
  { table: 'self_test_results', name: 'tested_by_name', user: 'tested_by', detail: 'result' },
  { table: 'action_items', name: 'owner_name', user: 'owner_user_id', isOptional: true },
  { table: 'action_items', name: 'done_by_name' },
  { table: 'action_items', name: 'edited_by_name' },
  { table: 'transcript_lines', name: 'edited_by_name' },
  { table: 'voicemails', name: 'dealt_with_by_name' },
  { table: 'calls', name: 'assigned_user_name', user: 'assigned_user_id' },
  { table: 'calls', name: 'assigned_by_name' },
  { table: 'calls', name: 'follow_up_done_by_name' },
]

/** Removes the names of a user from what they have set or changed. Returns from how many places. */
export async function removeNames(transaction: Database, user: NamedUser): Promise<number> {
  let removed = 0
  for (const column of nameColumns) {
    const { numUpdatedRows } = await transaction
      // All of these tables have a workspace, and a nullable name in the column.
      .updateTable(column.table as 'blocked_numbers')
      .set({ [column.name]: null, ...(column.detail !== undefined && { [column.detail]: null }) })
      .where(isNamed(column, user))
      .executeTakeFirst()
    removed += Number(numUpdatedRows)
  }
  const { numUpdatedRows } = await transaction
    .updateTable('transcript_edits')
    .set({ user_name: null })
    .where(isEdit(transaction, user))
    .executeTakeFirst()
  return removed + Number(numUpdatedRows) + (await removeNameOfDeleter(transaction, user))
}

/** Of calls whose recordings they deleted, also those in which they did not take part. */
async function removeNameOfDeleter(transaction: Database, user: NamedUser): Promise<number> {
  const { numUpdatedRows } = await transaction
    .updateTable('calls')
    .set({
      state: sql`jsonb_set(state, '{recordingDeleted,byName}', 'null')`,
      version: sql<number>`version + 1`,
    })
    .where(isDeleter(user))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

const isDeleter = ({ workspaceId, userId }: NamedUser) => sql<boolean>`
  workspace_id = ${workspaceId} and ended_at is not null
  and state -> 'recordingDeleted' ->> 'byUserId' = ${userId} and state -> 'recordingDeleted' ->> 'byName' is not null
`

/** Counts the places from which the names of a user would be removed, in a single query. */
export async function countNames(database: Database, user: NamedUser): Promise<number> {
  const count = sql<number>`count(*)::integer`.as('count')
  const named = nameColumns.map((column) =>
    database
      .selectFrom(column.table as 'blocked_numbers')
      .select(count)
      .where(isNamed(column, user)),
  )
  const edits = database.selectFrom('transcript_edits').select(count).where(isEdit(database, user))
  const deletions = database.selectFrom('calls').select(count).where(isDeleter(user))
  const { found } = await database
    .selectNoFrom(sql<number>`${sql.join([...named, edits, deletions], sql` + `)}`.as('found'))
    .executeTakeFirstOrThrow()
  return found
}

function isNamed({ name, user, isOptional }: NameColumn, { workspaceId, userId, names }: NamedUser) {
  const hasName = sql`${sql.ref(name)} = any(${names}::text[])`
  const hasId = user && sql`${sql.ref(user)} = ${userId}`
  const isSame =
    user && isOptional ? sql`(${hasId} or (${sql.ref(user)} is null and ${hasName}))` : (hasId ?? hasName)
  return sql<boolean>`workspace_id = ${workspaceId} and ${sql.ref(name)} is not null and ${isSame}`
}

function isEdit(database: Database, { workspaceId, userId }: NamedUser) {
  const lines = database.selectFrom('transcript_lines').select('id').where('workspace_id', '=', workspaceId)
  return sql<boolean>`user_id = ${userId} and user_name is not null and line_id in (${lines})`
}
