import type { Team } from '@parley/kit'
import { useEffect, useEffectEvent } from 'react'
import { adminPermission, ownerPermission } from '../../api/workspace-permissions.ts'
import { usePhone } from '../../phone-context.tsx'

const refreshIntervalMs = 30_000

/** Refetches the members and invitations of a workspace while the page is visible: others change them, too. */
export function useMemberUpdates(team: Team): void {
  const { socket } = usePhone()
  const refresh = useEffectEvent(() => {
    if (document.visibilityState === 'hidden') return
    // The list stays as it is when the service cannot be reached, and the next refresh follows.
    team.refreshMembers([adminPermission, ownerPermission]).catch(() => undefined)
  })
  useEffect(() => {
    const events = new AbortController()
    const timer = setInterval(() => refresh(), refreshIntervalMs)
    const stopListening = socket.onMessage(({ type }) => {
      if (type === 'me.changed') refresh()
    })
    window.addEventListener('focus', () => refresh(), { signal: events.signal })
    document.addEventListener('visibilitychange', () => refresh(), { signal: events.signal })
    return () => {
      events.abort()
      stopListening()
      clearInterval(timer)
    }
  }, [socket])
}
