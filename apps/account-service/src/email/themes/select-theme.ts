import type { Database } from '../../platform/database/index.ts'
import type { Project } from '../../projects/records/index.ts'
import { findBuiltInTheme, lightTheme } from './built-in-themes.ts'
import { findTheme, fromBuiltIn, type Theme } from './themes.ts'

/** Selects a theme: an id; null for the project's theme; false for none. */
export type ThemeSelection = string | null | false

/**
 * Finds the selected theme; null for none. If the project's theme was deleted, the light one is used.
 *
 * @returns undefined when the given id does not exist.
 */
export async function selectTheme(
  database: Database,
  project: Project,
  choice: ThemeSelection,
): Promise<Theme | null | undefined> {
  if (choice === false) return null
  if (choice !== null) return (await findTheme(database, project.id, choice)) ?? undefined
  return (
    (await findTheme(database, project.id, project.config.email_theme)) ??
    (await findTheme(database, project.id, lightTheme.id))
  )
}

/**
 * Returns the theme of a project if it is a built-in one, without the changes of its owner; else the light
 * one.
 */
export function selectBuiltInTheme({ config }: Project): Theme {
  return fromBuiltIn(findBuiltInTheme(config.email_theme) ?? lightTheme)
}
