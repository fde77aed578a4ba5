import { revalidatePath } from 'next/cache'
import { stackServerApp } from '../../stack.jsx'
import { Name } from './name.jsx'

export const dynamic = 'force-dynamic'

/** A server component and a server action for signed-in users. */
export default async function Page() {
  const user = await stackServerApp.getUser({ or: 'redirect' })
  const teams = await user.listTeams()
  const users = await stackServerApp.listUsers()

  async function rename() {
    'use server'
    const signedIn = await stackServerApp.getUser({ or: 'throw' })
    await signedIn.update({ displayName: 'Ada' })
    revalidatePath('/inside')
  }

  return (
    <main>
      <p id="user">{user.primaryEmail}</p>
      <p id="name">{user.displayName ?? 'no name'}</p>
      <p id="teams">{teams.length}</p>
      <p id="listed">{String(users.some(({ id }) => id === user.id))}</p>
      <Name />
      <form action={rename}>
        <button type="submit">Rename</button>
      </form>
    </main>
  )
}
