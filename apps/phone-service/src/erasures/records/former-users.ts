import { type Kysely, sql } from 'kysely'
import type { PhoneTables } from '../../database/tables.ts'
import { nameColumns } from './names.ts'

type Database = Kysely<PhoneTables>

interface UserOfWorkspace {
  readonly workspaceId: string
  readonly userId: string
}

interface UserColumn {
  readonly table: string
  readonly user: string
  /** Null: the table has no name of the user. */
  readonly name: string | null
}

/** The columns with the ids of users whose data an erasure deletes. */
const userColumns: readonly UserColumn[] = [
  { table: 'calls', user: 'user_id', name: 'user_name' },
  { table: 'call_comments', user: 'user_id', name: 'user_name' },
  { table: 'voicemails', user: 'user_id', name: null },
  ...nameColumns.flatMap(({ table, name, user }) => (user === undefined ? [] : [{ table, user, name }])),
]

/** More former members than an administrator is shown, and more names than a person has. */
const maxUsers = 1_000
const maxNames = 100

/** All of these tables have a workspace. */
const selectFrom = (database: Database, { table }: UserColumn, workspaceId: string) =>
  database.selectFrom(table as 'calls').where('workspace_id', '=', workspaceId)

const isUser = ({ user }: UserColumn, userId: string) => sql<boolean>`${sql.ref(user)} = ${userId}`

/** Returns the names that a workspace has of a user beside their id. */
export async function listNamesOfUser(
  database: Database,
  { workspaceId, userId }: UserOfWorkspace,
): Promise<string[]> {
  const names = new Set<string>()
  for (const column of userColumns) {
    if (column.name === null) continue
    const rows = await selectFrom(database, column, workspaceId)
      .select(sql<string>`${sql.ref(column.name)}`.as('name'))
      .distinct()
      .where(isUser(column, userId))
      .where(sql<boolean>`${sql.ref(column.name)} is not null`)
      .limit(maxNames)
      .execute()
    for (const { name } of rows) names.add(name)
  }
  return [...names].slice(0, maxNames)
}

/** Returns whether a workspace has data of a user, also without their name. */
export async function hasDataOfUser(
  database: Database,
  { workspaceId, userId }: UserOfWorkspace,
): Promise<boolean> {
  const tookPart = sql<boolean>`(
    owner_ids @> ${[userId]}::uuid[] or ring_user_id = ${userId}
    or state -> 'recordingDeleted' ->> 'byUserId' = ${userId}::text
  )`
  const queries = [
    ...userColumns.map((column) => selectFrom(database, column, workspaceId).where(isUser(column, userId))),
    database.selectFrom('calls').where('workspace_id', '=', workspaceId).where(tookPart),
  ]
  for (const query of queries) {
    const row = await query.select(sql<number>`1`.as('found')).limit(1).executeTakeFirst()
    if (row) return true
  }
  return false
}

/** Returns the users of whom a workspace has a name, a comment or a message, and who are not among its members. */
export async function listFormerUsers(
  database: Database,
  workspaceId: string,
  memberIds: readonly string[],
): Promise<{ readonly userId: string; readonly name: string }[]> {
  const found = new Map<string, string | null>()
  for (const column of userColumns) {
    const { user, name } = column
    const rows = await selectFrom(database, column, workspaceId)
      .select([
        sql<string>`${sql.ref(user)}`.as('id'),
        sql<string | null>`max(${name === null ? sql`null::text` : sql.ref(name)})`.as('name'),
      ])
      .where(sql<boolean>`${sql.ref(user)} is not null and ${sql.ref(user)} <> all(${memberIds}::uuid[])`)
      .$if(name !== null, (query) => query.where(sql<boolean>`${sql.ref(name ?? '')} is not null`))
      .groupBy(sql.ref(user))
      .limit(maxUsers)
      .execute()
    for (const row of rows) found.set(row.id, found.get(row.id) ?? row.name)
  }
  return [...found].map(([userId, name]) => ({ userId, name: name ?? userId }))
}
