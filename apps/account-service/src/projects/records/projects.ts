import { KnownError } from '@parley/contract'
import { type InferResult, sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '../../platform/database/index.ts'
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
  // No id is longer, and PostgreSQL rejects NUL in text.
  if (id.length > 64 || id.includes('\u0000')) return null

  const row = await selectProjects(database).where('id', '=', id.toLowerCase()).executeTakeFirst()
  return row ? toProject(row) : null
}

/** Finds a project and locks it until the caller's transaction ends. */
export async function lockProject(database: Database, id: string): Promise<Project> {
  return toProject(await selectProjects(database).where('id', '=', id).forUpdate().executeTakeFirstOrThrow())
}

/** Lists existing projects by id, ordered by creation time. */
export async function listProjects(database: Database, ids: readonly string[]): Promise<Project[]> {
  if (ids.length === 0) return []
  const rows = await selectProjects(database)
    .where('id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(toProject)
}

/** Lists all projects of the server, ordered by creation time. */
export async function listAllProjects(
  database: Database,
): Promise<Pick<Project, 'id' | 'displayName' | 'createdAt'>[]> {
  return await database
    .selectFrom('projects')
    .select(['id', 'display_name as displayName', 'created_at as createdAt'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Query for the columns that {@link toProject} maps. */
export function selectProjects(database: Database) {
  return database.selectFrom('projects').select(projectColumns)
}

/** Query for the logo URLs of all projects. */
export function selectLogoUrls(database: Database) {
  return database
    .selectFrom('projects')
    .innerJoinLateral(
      sql<{ url: string | null }>`json_each_text(projects.config -> 'logos')`.as<'logo'>(
        sql`logo(name, url)`,
      ),
      (join) => join.onTrue(),
    )
    .select('logo.url')
}

/** JSON documents are selected as text, because parsed documents are cached by text. */
const projectColumns = [
  'projects.id',
  'projects.display_name',
  'projects.description',
  'projects.is_production_mode',
  'projects.created_at',
  sql<string>`projects.config::text`.as('config'),
  sql<string>`projects.settings::text`.as('settings'),
] as const

const parseConfig = createCachedParser(projectConfig)
const parseSettings = createCachedParser(projectSettings)

export function toProject(row: InferResult<ReturnType<typeof selectProjects>>[number]): Project {
  return {
    id: row.id,
    displayName: row.display_name,
    description: row.description,
    isProductionMode: row.is_production_mode,
    createdAt: row.created_at,
    config: parseConfig(row.config),
    settings: parseSettings(row.settings),
  }
}

/** Inserts a project. No-op if the id exists. Returns whether it was inserted. */
export async function insertProjectRow(database: Database, draft: ProjectDraft, now: Date): Promise<boolean> {
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
  /** The complete configuration. */
  readonly config?: ProjectConfig
  /** The complete settings. */
  readonly settings?: ProjectSettings
}

/** Every request reads the documents of its project. Hundreds of domains with all providers fit. */
const maxDocumentBytes = 128 * 1024

/** @throws {KnownError} SCHEMA_ERROR when the document is too large to be stored. */
function serializeDocument(name: string, document: object): string {
  const text = JSON.stringify(document)
  if (Buffer.byteLength(text) > maxDocumentBytes)
    throw new KnownError('SCHEMA_ERROR', {
      message: `The ${name} of the project would have more than ${maxDocumentBytes} bytes.`,
    })
  return text
}

/**
 * Updates the given columns.
 *
 * @throws {KnownError} SCHEMA_ERROR when the configuration or the settings are too large.
 */
export async function updateProjectRow(
  database: Database,
  id: string,
  changes: ProjectChanges,
): Promise<void> {
  const { displayName, description, isProductionMode, config, settings } = changes
  const columns = {
    ...(displayName !== undefined && { display_name: displayName }),
    ...(description !== undefined && { description }),
    ...(isProductionMode !== undefined && { is_production_mode: isProductionMode }),
    ...(config && { config: serializeDocument('configuration', config) }),
    ...(settings && { settings: serializeDocument('settings', settings) }),
  }
  if (Object.keys(columns).length === 0) return
  await database.updateTable('projects').set(columns).where('id', '=', id).execute()
}

/** Deletes a project and, by cascade, its dependent rows. */
export async function deleteProjectRow(database: Database, id: string): Promise<void> {
  await database.deleteFrom('projects').where('id', '=', id).execute()
}

/** Thousands of projects. One that changes its documents again and again replaces others, and nothing else. */
const maxCachedCharacters = 8 * 1024 * 1024

/**
 * Returns a parser that caches documents by their text, because every request reads its project's documents.
 */
function createCachedParser<Document>(schema: z.ZodType<Document>): (text: string) => Document {
  const known = new Map<string, Document>()
  let cachedCharacters = 0
  return (text) => {
    const cached = known.get(text)
    if (cached) return cached
    const document = schema.parse(JSON.parse(text))
    if (cachedCharacters + text.length > maxCachedCharacters) {
      known.clear()
      cachedCharacters = 0
    }
    known.set(text, document)
    cachedCharacters += text.length
    return document
  }
}
