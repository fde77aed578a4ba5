import { useSyncExternalStore } from 'react'

/** Returns whether the user can see the page. */
export function usePageVisibility(): DocumentVisibilityState {
  return useSyncExternalStore(subscribe, () => document.visibilityState)
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
