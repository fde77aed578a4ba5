import { KnownError } from '@parley/contract'
import { sql } from 'kysely'
import type { Access } from '../access/index.ts'
import type { Database } from '../database/index.ts'
import type { UserRecord } from '../users/index.ts'
import { internalProjectId } from './seed.ts'

/**
 * The user of the project `internal` who asks.
 *
 * @throws {KnownError} USER_AUTHENTICATION_REQUIRED, EXPECTED_INTERNAL_PROJECT
 */
export function requireOwner({ project, user }: Pick<Access, 'project' | 'user'>): UserRecord {
  if (!user) throw new KnownError('USER_AUTHENTICATION_REQUIRED')
  if (project.id !== internalProjectId) throw new KnownError('EXPECTED_INTERNAL_PROJECT')
  return user
}

/** The metadata as an object, whatever was written there. */
const metadata = sql`case when json_typeof(server_metadata) = 'object' then server_metadata::jsonb else '{}' end`

const managed = sql`case
  when jsonb_typeof(server_metadata::jsonb -> 'managedProjectIds') = 'array'
    then server_metadata::jsonb -> 'managedProjectIds'
  else '[]'
end`

/** Makes a user of the project `internal` an owner, in one statement, so that two projects made at once are both theirs. */
export async function addManagedProject(
  database: Database,
  userId: string,
  projectId: string,
): Promise<void> {
  const widened = sql<string>`(${metadata} || jsonb_build_object('managedProjectIds', (${managed}) || to_jsonb(${projectId}::text)))::json`
  await database
    .updateTable('users')
    .set({ server_metadata: widened })
    .where('project_id', '=', internalProjectId)
    .where('id', '=', userId)
    .execute()
}

/** Nobody owns the project any more. */
export async function removeManagedProject(database: Database, projectId: string): Promise<void> {
  const narrowed = sql<string>`(${metadata} || jsonb_build_object('managedProjectIds', (${managed}) - ${projectId}::text))::json`
  await database
    .updateTable('users')
    .set({ server_metadata: narrowed })
    .where('project_id', '=', internalProjectId)
    .where(sql<boolean>`(${managed}) ? ${projectId}`)
    .execute()
}
