import type { Database } from '../database/index.ts'
import { type Project, type ProjectConfig, projectConfig } from './config.ts'

export interface ProjectDraft {
  readonly id: string
  readonly displayName: string
  readonly config: Partial<ProjectConfig>
}

/** Finds a project by its id, or null. */
export async function findProject(database: Database, id: string): Promise<Project | null> {
  // Nothing longer is an id, and PostgreSQL refuses NUL in text.
  if (id.length > 64 || id.includes('\u0000')) return null

  const row = await database
    .selectFrom('projects')
    .select(['id', 'display_name', 'config'])
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst()
  return row ? { id: row.id, displayName: row.display_name, config: projectConfig.parse(row.config) } : null
}

/** Creates a project unless one of this id exists. Tells whether it did. */
export async function insertProject(database: Database, draft: ProjectDraft, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('projects')
    .values({
      id: draft.id,
      display_name: draft.displayName,
      config: JSON.stringify(projectConfig.parse(draft.config)),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Replaces what a project is configured to do. */
export async function updateProjectConfig(
  database: Database,
  id: string,
  config: ProjectConfig,
): Promise<void> {
  await database
    .updateTable('projects')
    .set({ config: JSON.stringify(config) })
    .where('id', '=', id)
    .execute()
}
