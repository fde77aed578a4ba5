import type { Selectable } from 'kysely'
import type { AccountTables, Database } from '../database/index.ts'
import type { ThemeChoice } from '../email-themes/index.ts'
import { houseSource } from './house-sources.ts'
import { type HouseTemplate, houseTemplateOf, houseTemplates } from './house-templates.ts'
import { type LastGood, lastGood } from './last-good.ts'

/** A template as shown to owners. `builtIn` is set for an unmodified built-in template. */
export interface Template {
  readonly id: string
  readonly displayName: string
  readonly source: string
  readonly theme: ThemeChoice
  readonly lastGood: LastGood | null
  readonly house: HouseTemplate | null
}

export interface TemplateDraft {
  readonly projectId: string
  readonly id: string
  readonly displayName: string
  readonly source: string
  readonly theme: ThemeChoice
  readonly lastGood: LastGood | null
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
  const stored = new Map(rows.map((row) => [row.id, storedTemplate(row)]))
  return [
    ...houseTemplates.map((house) => stored.get(house.id) ?? unchanged(house)),
    ...[...stored.values()].filter(({ id }) => houseTemplateOf(id) === null),
  ]
}

/** Finds a template of a project, or null. */
export async function findTemplate(
  database: Database,
  projectId: string,
  id: string,
): Promise<Template | null> {
  const row = await database
    .selectFrom('email_templates')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) return storedTemplate(row)
  const house = houseTemplateOf(id)
  return house && unchanged(house)
}

/** Inserts a template, or updates its source and theme. */
export async function saveTemplate(
  database: Database,
  { projectId, id, displayName, source, theme, lastGood: good }: TemplateDraft,
  now: Date,
): Promise<void> {
  const changes = {
    tsx_source: source,
    theme: theme === false ? 'none' : theme,
    last_good: good && JSON.stringify(good),
  }
  await database
    .insertInto('email_templates')
    .values({ project_id: projectId, id, display_name: displayName, created_at: now, ...changes })
    .onConflict((conflict) => conflict.columns(['project_id', 'id']).doUpdateSet(changes))
    .execute()
}

function storedTemplate(row: Selectable<AccountTables['email_templates']>): Template {
  return {
    id: row.id,
    displayName: row.display_name,
    source: row.tsx_source,
    theme: row.theme === 'none' ? false : row.theme,
    lastGood: row.last_good === null ? null : lastGood.parse(row.last_good),
    house: null,
  }
}

function unchanged(house: HouseTemplate): Template {
  return {
    id: house.id,
    displayName: house.displayName,
    source: houseSource(house),
    theme: null,
    lastGood: null,
    house,
  }
}
