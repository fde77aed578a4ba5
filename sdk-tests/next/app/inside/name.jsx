'use client'

import { useUser } from 'stack-client'

/** A client component that reads and signs out the user. */
export function Name() {
  const user = useUser()
  return (
    <p>
      <span id="client-user">{user?.primaryEmail ?? 'signed out'}</span>
      <button type="button" onClick={() => user?.signOut()}>
        Sign out
      </button>
    </p>
  )
}
