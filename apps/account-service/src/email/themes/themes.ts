import { fields } from '@parley/contract/account'
import type { Database } from '../../platform/database/index.ts'
import { type BuiltInTheme, builtInThemes, findBuiltInTheme, lightTheme } from './built-in-themes.ts'

/** A theme as shown to owners. `builtIn` is set for an unmodified built-in theme. */
export interface Theme {
  readonly id: string
  readonly displayName: string
  readonly source: string
  readonly builtIn: BuiltInTheme | null
}

export interface ThemeInput {
  readonly projectId: string
  readonly id: string
  readonly displayName: string
  readonly source: string
}

/** Lists the themes of a project without their sources: built-in ones, then custom ones, oldest first. */
export async function listThemes(
  database: Database,
  projectId: string,
): Promise<Pick<Theme, 'id' | 'displayName'>[]> {
  const rows = await database
    .selectFrom('email_themes')
    .select(['id', 'display_name as displayName'])
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const stored = new Map(rows.map((row) => [row.id, row]))
  return [
    ...builtInThemes.map((own) => stored.get(own.id) ?? fromBuiltIn(own)),
    ...[...stored.values()].filter(({ id }) => findBuiltInTheme(id) === null),
  ]
}

/** Finds a theme of a project, or null. */
export async function findTheme(database: Database, projectId: string, id: string): Promise<Theme | null> {
  if (!fields.uuid.safeParse(id).success) return null
  const row = await database
    .selectFrom('email_themes')
    .select(['id', 'display_name', 'tsx_source'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row) return toTheme(row)
  const own = findBuiltInTheme(id)
  return own && fromBuiltIn(own)
}

/** Inserts a theme, or updates its source. */
export async function saveTheme(
  database: Database,
  { projectId, id, displayName, source }: ThemeInput,
  now: Date,
): Promise<void> {
  await database
    .insertInto('email_themes')
    .values({ project_id: projectId, id, display_name: displayName, tsx_source: source, created_at: now })
    .onConflict((conflict) => conflict.columns(['project_id', 'id']).doUpdateSet({ tsx_source: source }))
    .execute()
}

function toTheme(row: { id: string; display_name: string; tsx_source: string }): Theme {
  return { id: row.id, displayName: row.display_name, source: row.tsx_source, builtIn: null }
}

export function fromBuiltIn(own: BuiltInTheme): Theme {
  return { id: own.id, displayName: own.displayName, source: own.source, builtIn: own }
}

/** The built-in light theme without customizations. */
export const builtInLightTheme: Theme = fromBuiltIn(lightTheme)
