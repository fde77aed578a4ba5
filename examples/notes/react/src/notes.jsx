import { useEffect, useState } from 'react'

const day = 24 * 60 * 60 * 1000

/** Calls the API of this application as the signed-in user. */
async function call(user, team, method, query = '', body) {
  const response = await fetch(`/api/notes?team=${team.id}${query}`, {
    method,
    headers: await user.getAuthHeaders(),
    body: body && JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return response
}

/** The teams of the user, the notes of one of them, and API keys. */
export function Notes({ user }) {
  const teams = user.useTeams()
  const [selected, setSelected] = useState(null)
  const [error, setError] = useState('')
  const [key, setKey] = useState('')
  const team = teams.find(({ id }) => id === selected) ?? teams[0]

  const run = async (action) => {
    setError('')
    await action().catch((failure) => setError(failure.message))
  }
  const createKey = async () => {
    const expiresAt = new Date(Date.now() + 90 * day)
    const created = await user.createApiKey({ description: 'Notes', expiresAt })
    // This is the only time that the key is visible.
    setKey(created.value)
  }

  return (
    <>
      <TextForm
        label="New team"
        action="Create team"
        onSubmit={(displayName) => run(async () => setSelected((await user.createTeam({ displayName })).id))}
      />
      {team && (
        <>
          <p>
            <label>
              Team{' '}
              <select value={team.id} onChange={(event) => setSelected(event.target.value)}>
                {teams.map(({ id, displayName }) => (
                  <option key={id} value={id}>
                    {displayName}
                  </option>
                ))}
              </select>
            </label>
          </p>
          <NotesOfTeam key={team.id} user={user} team={team} run={run} />
        </>
      )}
      <p>
        <button type="button" onClick={() => run(createKey)}>
          Create API key
        </button>{' '}
        <output id="key">{key}</output>
      </p>
      <p role="alert" style={{ color: 'var(--danger)' }}>
        {error}
      </p>
    </>
  )
}

function NotesOfTeam({ user, team, run }) {
  const [notes, setNotes] = useState([])
  const load = async () => setNotes(await (await call(user, team, 'GET')).json())
  const change = (...request) =>
    run(async () => {
      await call(user, team, ...request)
      await load()
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the notes of one team are loaded once.
  useEffect(() => void run(load), [])
  return (
    <>
      <ul id="notes">
        {notes.map(({ id, text, author }) => (
          <li key={id}>
            {text} ({author}){' '}
            <button type="button" onClick={() => change('DELETE', `&id=${id}`)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
      <TextForm label="New note" action="Add note" onSubmit={(text) => change('POST', '', { text })} />
    </>
  )
}

function TextForm({ label, action, onSubmit }) {
  const submit = (event) => {
    event.preventDefault()
    onSubmit(new FormData(event.target).get('text'))
    event.target.reset()
  }
  return (
    <form onSubmit={submit}>
      <label>
        {label} <input name="text" required />
      </label>{' '}
      <button type="submit">{action}</button>
    </form>
  )
}
