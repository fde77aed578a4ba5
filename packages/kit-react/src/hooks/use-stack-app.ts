import type { StackClientApp } from '@parley/kit'
import { use } from 'react'
import { AppContext } from '../provider/app-context.ts'

export interface UseStackAppOptions {
  /** Throws if the app belongs to another project. */
  readonly projectIdMustMatch?: string
}

/**
 * Returns the client app of the nearest provider.
 *
 * @throws {Error} outside a provider, or if the app belongs to another project than `projectIdMustMatch`.
 */
export function useStackApp({ projectIdMustMatch }: UseStackAppOptions = {}): StackClientApp {
  const app = use(AppContext)
  if (!app) throw new Error('useStackApp must be used within a StackProvider')
  if (projectIdMustMatch !== undefined && app.projectId !== projectIdMustMatch) {
    throw new Error('Unexpected project ID in useStackApp')
  }
  return app
}
