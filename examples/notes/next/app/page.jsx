import { listNotes } from '../../notes.js'
import { stack } from '../stack.js'
import { createTeam } from './actions.js'
import { ApiKey, NewNote, SignOut, TeamSelect } from './controls.jsx'
import { NoteItem } from './note-item.jsx'

export default async function Page({ searchParams }) {
  const user = await stack.getUser()
  return (
    <>
      <h1>Notes</h1>
      {user ? (
        <SignedIn user={user} selected={(await searchParams).team} />
      ) : (
        <a href={stack.urls.signIn}>Sign in</a>
      )}
    </>
  )
}

async function SignedIn({ user, selected }) {
  const teams = await user.listTeams()
  const team = teams.find(({ id }) => id === selected) ?? teams[0]
  return (
    <main>
      <p>
        Signed in as {user.primaryEmail} <SignOut />
      </p>
      <form action={createTeam}>
        <label>
          New team <input name="text" required />
        </label>{' '}
        <button type="submit">Create team</button>
      </form>
      {team && (
        <>
          <TeamSelect selected={team.id} teams={teams.map(({ id, displayName }) => ({ id, displayName }))} />
          <NotesOfTeam user={user} team={team} />
        </>
      )}
      <ApiKey />
    </main>
  )
}

async function NotesOfTeam({ user, team }) {
  const { value = [] } = await listNotes(user, team.id)
  return (
    <>
      <ul id="notes">
        {value.map((note) => (
          <NoteItem key={note.id} teamId={team.id} note={note} />
        ))}
      </ul>
      <NewNote teamId={team.id} />
    </>
  )
}
