import { fields } from '@parley/contract/account'
import type { Selectable } from 'kysely'
import { type AccountTables, type Database, sortByIds } from '../../platform/database/index.ts'
import type { ThemeSelection } from '../themes/index.ts'
import { builtInSource } from './built-in-sources.ts'
import { type BuiltInTemplate, builtInTemplates, findBuiltInTemplate } from './built-in-templates.ts'
import { type SuccessfulRender, successfulRender } from './last-successful-render.ts'

/** A template as shown to owners. `builtIn` is set for an unmodified built-in template. */
export interface Template {
  readonly id: string
  readonly displayName: string
  readonly source: string
  readonly theme: ThemeSelection
  readonly lastSuccessfulRender: SuccessfulRender | null
  readonly builtIn: BuiltInTemplate | null
}

export interface TemplateInput {
  readonly projectId: string
  readonly id: string
  readonly displayName: string
  readonly source: string
  readonly theme: ThemeSelection
  readonly lastSuccessfulRender: SuccessfulRender | null
}

/** Lists the ids of the templates of a project: built-in ones, then custom ones, oldest first. */
export async function listTemplateIds(database: Database, projectId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('email_templates')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return [
    ...builtInTemplates.map(({ id }) => id),
    ...rows.map(({ id }) => id).filter((id) => findBuiltInTemplate(id) === null),
  ]
}

/** Lists templates of a project in the order of `ids`. Unknown ids are skipped. */
export async function listTemplatesById(
  database: Database,
  projectId: string,
  ids: readonly string[],
): Promise<Omit<Template, 'lastSuccessfulRender'>[]> {
  const rows = await database
    .selectFrom('email_templates')
    .select(['id', 'display_name', 'tsx_source', 'theme'])
    .where('project_id', '=', projectId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .execute()
  const stored = rows.map((row) => toTemplate({ ...row, last_successful_render: null }))
  const unmodified = builtInTemplates.filter(({ id }) => !stored.some((template) => template.id === id))
  return sortByIds([...stored, ...unmodified.map(fromBuiltIn)], ids)
}

/** Finds a template of a project, or null. */
export async function findTemplate(
  database: Database,
  projectId: string,
  id: string,
): Promise<Template | null> {
  if (!fields.uuid.safeParse(id).success) return null
  const row = await database
    .selectFrom('email_templates')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) return toTemplate(row)
  const builtIn = findBuiltInTemplate(id)
  return builtIn && fromBuiltIn(builtIn)
}

/** Inserts a template, or updates its source and theme. */
export async function saveTemplate(
  database: Database,
  { projectId, id, displayName, source, theme, lastSuccessfulRender: good }: TemplateInput,
  now: Date,
): Promise<void> {
  const changes = {
    tsx_source: source,
    theme: theme === false ? 'none' : theme,
    last_successful_render: good && JSON.stringify(good),
  }
  await database
    .insertInto('email_templates')
    .values({ project_id: projectId, id, display_name: displayName, created_at: now, ...changes })
    .onConflict((conflict) => conflict.columns(['project_id', 'id']).doUpdateSet(changes))
    .execute()
}

type TemplateRow = Pick<
  Selectable<AccountTables['email_templates']>,
  'id' | 'display_name' | 'tsx_source' | 'theme' | 'last_successful_render'
>

function toTemplate(row: TemplateRow): Template {
  return {
    id: row.id,
    displayName: row.display_name,
    source: row.tsx_source,
    theme: row.theme === 'none' ? false : row.theme,
    lastSuccessfulRender:
      row.last_successful_render === null ? null : successfulRender.parse(row.last_successful_render),
    builtIn: null,
  }
}

function fromBuiltIn(builtIn: BuiltInTemplate): Template {
  return {
    id: builtIn.id,
    displayName: builtIn.displayName,
    source: builtInSource(builtIn),
    theme: null,
    lastSuccessfulRender: null,
    builtIn,
  }
}
