import { type InferResult, sql } from 'kysely'
import type { z } from 'zod'
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
  readonly description?: string
  readonly isProductionMode?: boolean
  readonly config: Partial<ProjectConfig>
  readonly settings?: Partial<ProjectSettings>
}

/** Finds a project by its id, or null. */
export async function findProject(database: Database, id: string): Promise<Project | null> {
  // Nothing longer is an id, and PostgreSQL refuses NUL in text.
  if (id.length > 64 || id.includes('\u0000')) return null

  const row = await selectProjects(database).where('id', '=', id.toLowerCase()).executeTakeFirst()
  return row ? projectOf(row) : null
}

/** Finds a project and keeps others from changing it until the caller's transaction ends. */
export async function lockProject(database: Database, id: string): Promise<Project> {
  return projectOf(await selectProjects(database).where('id', '=', id).forUpdate().executeTakeFirstOrThrow())
}

/** The projects of these ids that exist, by when they were made. */
export async function listProjects(database: Database, ids: readonly string[]): Promise<Project[]> {
  if (ids.length === 0) return []
  const rows = await selectProjects(database)
    .where('id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(projectOf)
}

/** Every project of the server, by when it was made. */
export async function listEveryProject(
  database: Database,
): Promise<Pick<Project, 'id' | 'displayName' | 'createdAt'>[]> {
  return await database
    .selectFrom('projects')
    .select(['id', 'display_name as displayName', 'created_at as createdAt'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The question for what {@link projectOf} makes a project of. */
export function selectProjects(database: Database) {
  return database.selectFrom('projects').select(projectColumns)
}

/** Documents come as text, because a text that is known needs no reading. */
const projectColumns = [
  'projects.id',
  'projects.display_name',
  'projects.description',
  'projects.is_production_mode',
  'projects.created_at',
  sql<string>`projects.config::text`.as('config'),
  sql<string>`projects.settings::text`.as('settings'),
] as const

const readConfig = readOnce(projectConfig)
const readSettings = readOnce(projectSettings)

export function projectOf(row: InferResult<ReturnType<typeof selectProjects>>[number]): Project {
  return {
    id: row.id,
    displayName: row.display_name,
    description: row.description,
    isProductionMode: row.is_production_mode,
    createdAt: row.created_at,
    config: readConfig(row.config),
    settings: readSettings(row.settings),
  }
}

/** Creates a project unless one of this id exists. Tells whether it did. */
export async function insertProject(database: Database, draft: ProjectDraft, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await database
    .insertInto('projects')
    .values({
      id: draft.id,
      display_name: draft.displayName,
      description: draft.description ?? '',
      is_production_mode: draft.isProductionMode ?? false,
      config: JSON.stringify(projectConfig.parse(draft.config)),
      settings: JSON.stringify(projectSettings.parse(draft.settings ?? {})),
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export interface ProjectChanges {
  readonly displayName?: string
  readonly description?: string
  readonly isProductionMode?: boolean
  /** The whole of it. */
  readonly config?: ProjectConfig
  /** The whole of them. */
  readonly settings?: ProjectSettings
}

/** Changes what is given and leaves the rest. */
export async function changeProject(database: Database, id: string, changes: ProjectChanges): Promise<void> {
  const { displayName, description, isProductionMode, config, settings } = changes
  const columns = {
    ...(displayName !== undefined && { display_name: displayName }),
    ...(description !== undefined && { description }),
    ...(isProductionMode !== undefined && { is_production_mode: isProductionMode }),
    ...(config && { config: JSON.stringify(config) }),
    ...(settings && { settings: JSON.stringify(settings) }),
  }
  if (Object.keys(columns).length === 0) return
  await database.updateTable('projects').set(columns).where('id', '=', id).execute()
}

const mostTexts = 1_000

/** Reads a document, or remembers what was read of the same text: every request asks for the one of its project. */
function readOnce<Document>(schema: z.ZodType<Document>): (text: string) => Document {
  const known = new Map<string, Document>()
  return (text) => {
    const document = known.get(text) ?? schema.parse(JSON.parse(text))
    if (known.size >= mostTexts) known.clear()
    known.set(text, document)
    return document
  }
}
