import { fields } from '@parley/contract/account'
import type { Selectable } from 'kysely'
import type { AccountTables, Database } from '../../platform/database/index.ts'
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

/** Lists the templates of a project: built-in ones, then custom ones, oldest first. */
export async function listTemplates(database: Database, projectId: string): Promise<Template[]> {
  const rows = await database
    .selectFrom('email_templates')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const stored = new Map(rows.map((row) => [row.id, toTemplate(row)]))
  return [
    ...builtInTemplates.map((builtIn) => stored.get(builtIn.id) ?? fromBuiltIn(builtIn)),
    ...[...stored.values()].filter(({ id }) => findBuiltInTemplate(id) === null),
  ]
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

type TemplateRow = Selectable<AccountTables['email_templates']>

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
