import type { Project } from '@parley/kit'
import { use } from 'react'
import { useStackApp } from './use-stack-app.ts'
import { useStore } from './use-store.ts'

/** What the project allows. Suspends until it is known, and throws to the nearest error boundary when it cannot be. */
export function useProject(): Project {
  const snapshot = useStore(useStackApp().project)
  if (snapshot.state === 'failed') throw snapshot.error
  return snapshot.state === 'ready' ? snapshot.value : use(snapshot.promise)
}
