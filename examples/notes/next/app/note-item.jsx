'use client'

import { useState } from 'react'
import { remove } from './actions.js'

export function NoteItem({ teamId, note }) {
  const [error, setError] = useState('')
  return (
    <li>
      {note.text} ({note.author}){' '}
      <button type="button" onClick={async () => setError((await remove(teamId, note.id)) ?? '')}>
        Delete
      </button>
      {error && <span role="alert"> {error}</span>}
    </li>
  )
}
