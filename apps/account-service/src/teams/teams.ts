import { required } from '@parley/primitives'
import type { Selectable } from 'kysely'
import { type AccountTables, type Database, maxListRows } from '../platform/database/index.ts'
import { selectTeamIds } from './team-memberships.ts'

export type TeamRecord = Selectable<AccountTables['teams']>

export interface TeamChanges {
  readonly display_name?: string
  readonly profile_image_url?: string | null
  readonly client_metadata?: unknown
  readonly client_read_only_metadata?: unknown
  readonly server_metadata?: unknown
}

const metadataKeys = ['client_metadata', 'client_read_only_metadata', 'server_metadata'] as const

export async function insertTeam(
  database: Database,
  team: TeamChanges & {
    readonly id: string
    readonly projectId: string
    readonly display_name: string
    readonly createdAt: Date
  },
): Promise<TeamRecord> {
  return await database
    .insertInto('teams')
    .values({
      id: team.id,
      project_id: team.projectId,
      display_name: team.display_name,
      profile_image_url: team.profile_image_url ?? null,
      client_metadata: toJson(team.client_metadata),
      client_read_only_metadata: toJson(team.client_read_only_metadata),
      server_metadata: toJson(team.server_metadata),
      created_at: team.createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Finds a team of a project, or null. */
export async function findTeam(
  database: Database,
  projectId: string,
  id: string,
): Promise<TeamRecord | null> {
  const row = await database
    .selectFrom('teams')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Updates the given columns. Returns the updated team, or null if it does not exist. */
export async function updateTeamRow(
  database: Database,
  projectId: string,
  id: string,
  changes: TeamChanges,
): Promise<TeamRecord | null> {
  const { display_name, profile_image_url } = changes
  const metadata = metadataKeys
    .filter((key) => changes[key] !== undefined)
    .map((key) => [key, toJson(changes[key])])
  const set = {
    ...(display_name === undefined ? {} : { display_name }),
    ...(profile_image_url === undefined ? {} : { profile_image_url }),
    ...(Object.fromEntries(metadata) as Partial<Record<(typeof metadataKeys)[number], string | null>>),
  }
  if (Object.keys(set).length === 0) return await findTeam(database, projectId, id)

  const row = await database
    .updateTable('teams')
    .set(set)
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Deletes a team and, by cascade, its dependent rows. Returns the deleted team, or null if it did not exist. */
export async function deleteTeamRow(
  database: Database,
  projectId: string,
  id: string,
): Promise<TeamRecord | null> {
  const row = await database
    .deleteFrom('teams')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Lists teams of a project, oldest first, optionally those of one member. */
export async function listTeamRows(
  database: Database,
  projectId: string,
  memberId: string | null,
): Promise<TeamRecord[]> {
  return await database
    .selectFrom('teams')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(memberId !== null, (query) =>
      query.where('id', 'in', selectTeamIds(database, required(memberId, 'the member id'))),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(maxListRows)
    .execute()
}

function toJson(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(value)
}

/** Query for the profile image URLs of teams. */
export function selectTeamImageUrls(database: Database) {
  return database
    .selectFrom('teams')
    .select('profile_image_url as url')
    .where('profile_image_url', 'is not', null)
}
