import { useRouteContext } from '@tanstack/react-router'
import { usePhone } from '../../phone-context.tsx'

/** Opens the account settings; during a call in a new tab, because the call ends when its tab leaves the phone. */
export function useAccountSettings(): () => void {
  const { app } = useRouteContext({ from: '__root__' })
  const { callManager } = usePhone()
  return () => {
    if (callManager.get().localCalls.length > 0) window.open(app.urls.accountSettings, '_blank', 'noopener')
    else void app.redirectToAccountSettings()
  }
}
