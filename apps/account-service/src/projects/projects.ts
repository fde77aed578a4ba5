import type { Database } from '../database/index.ts'
import {
  type Project,
  type ProjectConfig,
  type ProjectSettings,
  projectConfig,
  projectSettings,
} from './config.ts'

export interface ProjectDraft {
  readonly id: string
  readonly displayName: string
  readonly config: Partial<ProjectConfig>
  readonly settings?: Partial<ProjectSettings>
}

/** Finds a project by its id, or null. */
export async function findProject(database: Database, id: string): Promise<Project | null> {
  // Nothing longer is an id, and PostgreSQL refuses NUL in text.
  if (id.length > 64 || id.includes('\u0000')) return null

  const row = await database
    .selectFrom('projects')
    .select(['id', 'display_name', 'description', 'is_production_mode', 'created_at', 'config', 'settings'])
    .where('id', '=', id.toLowerCase())
    .executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    displayName: row.display_name,
    description: row.description,
    isProductionMode: row.is_production_mode,
    createdAt: row.created_at,
    config: projectConfig.parse(row.config),
    settings: projectSettings.parse(row.settings),
  }
}

/** Creates a project unless one of this id exists. Tells whether it did. */
export async function insertProject(database: Database, draft: ProjectDraft, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('projects')
    .values({
      id: draft.id,
      display_name: draft.displayName,
      config: JSON.stringify(projectConfig.parse(draft.config)),
      settings: JSON.stringify(projectSettings.parse(draft.settings ?? {})),
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
