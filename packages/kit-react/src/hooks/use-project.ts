import type { Project } from '@parley/kit'
import { useSnapshot } from './use-snapshot.ts'
import { useStackApp } from './use-stack-app.ts'
import { useStore } from './use-store.ts'

/** What the project allows. Suspends until it is known, and throws to the nearest error boundary when it cannot be. */
export function useProject(): Project {
  return useSnapshot(useStore(useStackApp().project))
}
