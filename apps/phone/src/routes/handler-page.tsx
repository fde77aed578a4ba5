import { StackHandler } from '@parley/kit-react'
import { useMatch } from '@tanstack/react-router'
import { Notifications } from '../shell/notifications.tsx'
import { stringifySearch } from './search.ts'

const componentProps = { AccountSettings: { teamRolesUrl: '/app-config/members' } }

/** The hosted account pages: sign-in, sign-up and others. */
export function HandlerPage() {
  // The location of the router is already that of the next page while the code of that page loads.
  const { pathname, search } = useMatch({ from: '/handler/$' })
  return (
    <Notifications>
      <StackHandler location={pathname} search={stringifySearch(search)} componentProps={componentProps} />
    </Notifications>
  )
}
