import { useSyncExternalStore } from 'react'

/**
 * Returns a part of the page's URL. Null on a server, which does not know it, and in the first rendering of
 * what a server has rendered. A change of the URL alone does not render again, because sign-in removes the
 * code of a provider from the URL while its page is shown.
 */
export function useUrlPart(part: 'pathname' | 'search'): string | null {
  const isKnown = useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
  return isKnown ? window.location[part] : null
}

const subscribeToNothing = () => () => {}
