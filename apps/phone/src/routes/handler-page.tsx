import { StackHandler } from '@parley/kit-react'
import { useToast } from '@parley/ui'
import { useMatch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useLanguage } from '../i18n/language.tsx'
import { takeCallAtSignOut } from '../shell/call-at-sign-out.ts'
import { Notifications } from '../shell/notifications.tsx'
import { stringifySearch } from './search.ts'

const componentProps = { AccountSettings: { teamRolesUrl: '/app-config/members' } }

/** The hosted account pages: sign-in, sign-up and others. */
export function HandlerPage() {
  // The location of the router is already that of the next page while the code of that page loads.
  const { pathname, search } = useMatch({ from: '/handler/$' })
  return (
    <Notifications>
      <EndedCallNotice isSignIn={pathname === '/handler/sign-in'} />
      <StackHandler location={pathname} search={stringifySearch(search)} componentProps={componentProps} />
    </Notifications>
  )
}

/** Says why the call of this tab has ended, if it led to the sign-in page. A user who signs out opens another page. */
function EndedCallNotice({ isSignIn }: { isSignIn: boolean }) {
  const { t } = useLanguage()
  const show = useToast()
  const report = useEffectEvent(() => {
    if (takeCallAtSignOut() && isSignIn) show({ text: t('status.signed-out-in-call'), tone: 'danger' })
  })
  useEffect(() => report(), [])
  return null
}
