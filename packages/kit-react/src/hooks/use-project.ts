import type { FormProject } from '@parley/kit'
import { useSnapshot } from './use-snapshot.ts'
import { useStackApp } from './use-stack-app.ts'
import { useStore } from './use-store.ts'

/**
 * Returns the public configuration of the project. Suspends until it is loaded; failures throw to the nearest
 * error boundary.
 */
export function useProject(): FormProject {
  return useSnapshot(useStore(useStackApp().project))
}
