import '@parley/kit-react/styles.css'
import { StackClientApp } from '@parley/kit'
import { StackHandler, StackProvider, StackTheme, useUser } from '@parley/kit-react'
import { Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { Notes } from './notes.jsx'

const app = new StackClientApp({
  baseUrl: import.meta.env.NEXT_PUBLIC_STACK_API_URL,
  projectId: import.meta.env.NEXT_PUBLIC_STACK_PROJECT_ID,
  publishableClientKey: import.meta.env.NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY,
  tokenStore: 'cookie',
})

createRoot(document.getElementById('root')).render(
  <StackProvider app={app}>
    <StackTheme>{location.pathname.startsWith('/handler/') ? <StackHandler /> : <Home />}</StackTheme>
  </StackProvider>,
)

function Home() {
  return (
    <Suspense fallback={<p>Loading…</p>}>
      <h1>Notes</h1>
      <SignedIn />
    </Suspense>
  )
}

function SignedIn() {
  const user = useUser()
  if (!user) return <a href={app.signInUrl()}>Sign in</a>
  return (
    <main>
      <p>
        Signed in as {user.primaryEmail}{' '}
        <button type="button" onClick={() => user.signOut()}>
          Sign out
        </button>
      </p>
      <Notes user={user} />
    </main>
  )
}
