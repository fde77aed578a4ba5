import { stackServerApp } from '../stack.jsx'

export const dynamic = 'force-dynamic'

/** A server component for all visitors. */
export default async function Page() {
  const project = await stackServerApp.getProject()
  const user = await stackServerApp.getUser()
  return (
    <main>
      <p id="project">{project.id}</p>
      <p id="user">{user?.primaryEmail ?? 'signed out'}</p>
    </main>
  )
}
