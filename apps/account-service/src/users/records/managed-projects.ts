import { sql } from 'kysely'
import type { Database } from '../../platform/database/index.ts'
import type { User } from './user-records.ts'

/** The metadata as an object, even if another JSON value is stored. */
const metadataObject = sql`case when json_typeof(server_metadata) = 'object' then server_metadata::jsonb else '{}' end`

const managedProjectIdList = sql`case
  when jsonb_typeof(server_metadata::jsonb -> 'managedProjectIds') = 'array'
    then server_metadata::jsonb -> 'managedProjectIds'
  else '[]'
end`

/**
 * Makes a user of the project `internal` an owner of a project. A single statement, so that concurrent
 * additions are all stored.
 */
export async function addManagedProject(
  database: Database,
  owner: Pick<User, 'projectId' | 'id'>,
  projectId: string,
): Promise<void> {
  const widened = sql<string>`(${metadataObject} || jsonb_build_object('managedProjectIds', (${managedProjectIdList}) || to_jsonb(${projectId}::text)))::json`
  await database
    .updateTable('users')
    .set({ server_metadata: widened })
    .where('project_id', '=', owner.projectId)
    .where('id', '=', owner.id)
    .execute()
}

/** Returns the id of the first owner of a project, or null. `ownersProjectId` is the project of the owners. */
export async function findManagingUserId(
  database: Database,
  ownersProjectId: string,
  projectId: string,
): Promise<string | null> {
  const row = await database
    .selectFrom('users')
    .select('id')
    .where('project_id', '=', ownersProjectId)
    .where(sql<boolean>`(${managedProjectIdList}) ? ${projectId}`)
    .orderBy('signed_up_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Removes a project from all users of the project `internal`, whose id is `ownersProjectId`. */
export async function removeManagedProject(
  database: Database,
  ownersProjectId: string,
  projectId: string,
): Promise<void> {
  const narrowed = sql<string>`(${metadataObject} || jsonb_build_object('managedProjectIds', (${managedProjectIdList}) - ${projectId}::text))::json`
  await database
    .updateTable('users')
    .set({ server_metadata: narrowed })
    .where('project_id', '=', ownersProjectId)
    .where(sql<boolean>`(${managedProjectIdList}) ? ${projectId}`)
    .execute()
}
