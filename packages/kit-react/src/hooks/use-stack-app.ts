import type { StackClientApp } from '@parley/kit'
import { use } from 'react'
import { AppContext } from '../provider/app-context.ts'

export interface UseStackAppOptions {
  /** For components that are of use in one project only. */
  readonly projectIdMustMatch?: string
}

/**
 * The client app of the nearest provider.
 *
 * @throws {Error} outside a provider, and when the app belongs to another project than it must.
 */
export function useStackApp({ projectIdMustMatch }: UseStackAppOptions = {}): StackClientApp {
  const app = use(AppContext)
  if (!app) throw new Error('useStackApp must be used within a StackProvider')
  if (projectIdMustMatch !== undefined && app.projectId !== projectIdMustMatch) {
    throw new Error('Unexpected project ID in useStackApp')
  }
  return app
}
