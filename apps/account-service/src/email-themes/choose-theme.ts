import type { Database } from '../database/index.ts'
import type { Project } from '../projects/index.ts'
import { lightTheme } from './own-themes.ts'
import { findTheme, type Theme } from './themes.ts'

/** Selects a theme: an id; null for the project's theme; false for none. */
export type ThemeChoice = string | null | false

/**
 * Finds the selected theme; null for none. If the project's theme was deleted, the light one is used.
 *
 * @returns undefined when the given id does not exist.
 */
export async function chooseTheme(
  database: Database,
  project: Project,
  choice: ThemeChoice,
): Promise<Theme | null | undefined> {
  if (choice === false) return null
  if (choice !== null) return (await findTheme(database, project.id, choice)) ?? undefined
  return (
    (await findTheme(database, project.id, project.config.email_theme)) ??
    (await findTheme(database, project.id, lightTheme.id))
  )
}
