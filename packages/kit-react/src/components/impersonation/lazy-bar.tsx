import { lazy, Suspense } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useStore } from '../../hooks/use-store.ts'

const ImpersonationBar = lazy(async () => {
  try {
    return { default: (await import('./impersonation-label.tsx')).ImpersonationBar }
  } catch {
    // Without a connection, the page explains it.
    return { default: () => null }
  }
})

/** The {@link ImpersonationBar} of the signed-in user. Its code is loaded when a user is signed in. */
export function LazyImpersonationBar() {
  const snapshot = useStore(useStackApp().user)
  const user = snapshot.state === 'ready' ? snapshot.value : null
  return (
    user && (
      <Suspense fallback={null}>
        <ImpersonationBar user={user} />
      </Suspense>
    )
  )
}
