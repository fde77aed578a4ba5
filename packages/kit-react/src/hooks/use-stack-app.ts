import type { StackClientApp } from '@parley/kit'
import { use } from 'react'
import { AppContext } from '../provider/app-context.ts'

export interface UseStackAppOptions<ProjectId extends string = string> {
  /** Throws if the app belongs to another project. */
  readonly projectIdMustMatch?: ProjectId
}

/**
 * Returns the client app of the nearest provider.
 *
 * @throws {Error} outside a provider, or if the app belongs to another project than `projectIdMustMatch`.
 */
export function useStackApp<ProjectId extends string = string>({
  projectIdMustMatch,
}: UseStackAppOptions<ProjectId> = {}): StackClientApp<true, ProjectId> {
  const app = use(AppContext)
  if (!app) throw new Error('useStackApp must be used within a StackProvider')
  if (projectIdMustMatch !== undefined && app.projectId !== projectIdMustMatch) {
    throw new Error('Unexpected project ID in useStackApp')
  }
  return app as StackClientApp<true, ProjectId>
}
