import { required } from '@parley/primitives'
import { type Selectable, sql } from 'kysely'
import {
  type AccountTables,
  accountsSchema,
  type Database,
  selectJsonTexts,
  sortByIds,
  toJsonTexts,
} from '../../platform/database/index.ts'
import { selectTeamIds } from './team-memberships.ts'

const folded = sql.id(accountsSchema, 'folded')

export interface Team {
  readonly id: string
  readonly projectId: string
  readonly displayName: string
  readonly profileImageUrl: string | null
  readonly clientMetadata: unknown
  readonly clientReadOnlyMetadata: unknown
  readonly serverMetadata: unknown
  readonly createdAt: Date
}

export type TeamChanges = Partial<Omit<Team, 'id' | 'projectId' | 'createdAt'>>

export async function insertTeam(
  database: Database,
  team: TeamChanges & Pick<Team, 'id' | 'projectId' | 'displayName' | 'createdAt'>,
): Promise<Team> {
  const row = await database
    .insertInto('teams')
    .values({
      ...toColumns(team),
      id: team.id,
      project_id: team.projectId,
      display_name: team.displayName,
      created_at: team.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  return toTeam(row)
}

/** Finds a team of a project, or null. */
export async function findTeam(database: Database, projectId: string, id: string): Promise<Team | null> {
  const row = await database
    .selectFrom('teams')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? toTeam(row) : null
}

/** Locks a team (`for no key update`) until the caller's transaction ends. */
export async function lockTeam(transaction: Database, id: string): Promise<void> {
  await transaction.selectFrom('teams').select('id').where('id', '=', id).forNoKeyUpdate().execute()
}

/** Updates the given fields. Returns the updated team, or null if it does not exist. */
export async function updateTeamRow(
  database: Database,
  projectId: string,
  id: string,
  changes: TeamChanges,
): Promise<Team | null> {
  const columns = toColumns(changes)
  if (Object.values(columns).every((value) => value === undefined))
    return await findTeam(database, projectId, id)

  const row = await database
    .updateTable('teams')
    .set(columns)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ? toTeam(row) : null
}

/**
 * Deletes a team and, by cascade, its dependent rows. Returns the deleted team, or null if it did not exist.
 */
export async function deleteTeamRow(database: Database, projectId: string, id: string): Promise<Team | null> {
  const row = await database
    .deleteFrom('teams')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ? toTeam(row) : null
}

const metadataColumns = ['client_metadata', 'client_read_only_metadata', 'server_metadata'] as const
const nameColumns = ['id', 'project_id', 'display_name', 'profile_image_url', 'created_at'] as const

export interface TeamFilter {
  readonly memberId?: string
  /** Part of a name, case-insensitive, or a team id. Empty text matches all teams. */
  readonly text?: string
  readonly isLatestFirst: boolean
  /** The first team of the page. */
  readonly from?: Pick<Team, 'id' | 'createdAt'>
  readonly limit: number
}

/** Lists the ids of teams of a project by the time of their creation. */
export async function listTeamIds(
  database: Database,
  projectId: string,
  { memberId, text = '', isLatestFirst, from, limit }: TeamFilter,
): Promise<string[]> {
  const direction = isLatestFirst ? 'desc' : 'asc'
  const rows = await database
    .selectFrom('teams')
    .select('id')
    .where('project_id', '=', projectId)
    .$if(memberId !== undefined, (query) =>
      query.where('id', 'in', selectTeamIds(database, required(memberId, 'the member id'))),
    )
    .$if(text !== '', (query) =>
      query.where(
        sql<boolean>`(strpos(${folded}(display_name), ${folded}(${text})) > 0 or id::text = ${text.toLowerCase()})`,
      ),
    )
    .$if(from !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) ${isLatestFirst ? sql`<=` : sql`>=`} (${from?.createdAt}, ${from?.id})`,
      ),
    )
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Number of teams whose metadata is read together: 37.5 MiB at most, with three values of 128 KiB each. */
export const maxTeamsPerRead = 100

/**
 * Lists teams of a project in the order of `ids`, at most {@link maxTeamsPerRead} with metadata, which is a `JsonText`.
 * Unknown ids are skipped.
 */
export async function listTeamsById(
  database: Database,
  projectId: string,
  ids: readonly string[],
  { includesMetadata }: { readonly includesMetadata: boolean },
): Promise<Team[]> {
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('teams')
    .select(nameColumns)
    .$if(includesMetadata, (query) => query.select(selectJsonTexts(metadataColumns)))
    .where('project_id', '=', projectId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .execute()
  return sortByIds(
    rows.map((row) => toTeam({ ...row, ...toJsonTexts(row, metadataColumns) })),
    ids,
  )
}

/** Lists the teams of a project that may have trunks, oldest first. */
export async function listTrunkTeams(database: Database, projectId: string): Promise<Team[]> {
  const rows = await database
    .selectFrom('teams')
    .select(nameColumns)
    .where('project_id', '=', projectId)
    .where(sql<boolean>`server_metadata::jsonb -> 'trunks_granted' = 'true'`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toTeam)
}

/** Query for the profile image URLs of teams. */
export function selectTeamImageUrls(database: Database) {
  return database
    .selectFrom('teams')
    .select('profile_image_url as url')
    .where('profile_image_url', 'is not', null)
}

type TeamRow = Selectable<AccountTables['teams']>

function toTeam(row: Partial<TeamRow> & Pick<TeamRow, (typeof nameColumns)[number]>): Team {
  return {
    id: row.id,
    projectId: row.project_id,
    displayName: row.display_name,
    profileImageUrl: row.profile_image_url,
    clientMetadata: row.client_metadata,
    clientReadOnlyMetadata: row.client_read_only_metadata,
    serverMetadata: row.server_metadata,
    createdAt: row.created_at,
  }
}

/** Returns the columns of the given fields; the others are undefined, which a statement leaves out. */
function toColumns(changes: TeamChanges) {
  return {
    display_name: changes.displayName,
    profile_image_url: changes.profileImageUrl,
    client_metadata: toJson(changes.clientMetadata),
    client_read_only_metadata: toJson(changes.clientReadOnlyMetadata),
    server_metadata: toJson(changes.serverMetadata),
  }
}

function toJson(value: unknown): string | null | undefined {
  return value === undefined || value === null ? value : JSON.stringify(value)
}
