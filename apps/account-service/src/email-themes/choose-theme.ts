import type { Database } from '../database/index.ts'
import type { Project } from '../projects/index.ts'
import { lightTheme } from './own-themes.ts'
import { findTheme, type Theme } from './themes.ts'

/** Which theme is wanted: one by its id; null for the one that the project has chosen; false for none. */
export type ThemeChoice = string | null | false

/**
 * Finds the theme that is wanted; null where none is. A project whose own theme is gone has the light one.
 *
 * @returns undefined when the one that is named does not exist.
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
