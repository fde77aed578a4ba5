'use client'

import { useUser } from '@parley/kit-next'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { add, createKey } from './actions.js'

export function SignOut() {
  const user = useUser()
  return (
    <button type="button" onClick={() => user?.signOut()}>
      Sign out
    </button>
  )
}

export function TeamSelect({ selected, teams }) {
  const router = useRouter()
  return (
    <p>
      <label>
        Team{' '}
        <select value={selected} onChange={(event) => router.push(`/?team=${event.target.value}`)}>
          {teams.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
        </select>
      </label>
    </p>
  )
}

export function NewNote({ teamId }) {
  const [error, setError] = useState('')
  return (
    <form action={async (form) => setError((await add(teamId, form)) ?? '')}>
      <label>
        New note <input name="text" required />
      </label>{' '}
      <button type="submit">Add note</button>
      {error && <p role="alert">{error}</p>}
    </form>
  )
}

export function ApiKey() {
  const [key, setKey] = useState('')
  return (
    <p>
      <button type="button" onClick={async () => setKey(await createKey())}>
        Create API key
      </button>{' '}
      <output id="key">{key}</output>
    </p>
  )
}
