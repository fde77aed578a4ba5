import { returnToParameter } from '@parley/kit'
import { useEffect, useRef } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useMessages } from '../../provider/language.tsx'
import { AttemptNote } from '../form/attempt-note.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { useUserAtStart } from '../form/use-user-at-start.ts'
import { PendingSheet } from '../frame/page-frame.tsx'
import { PageButtonLink } from '../frame/page-link.tsx'
import { ResultSheet } from '../frame/result-sheet.tsx'

/** Signs the user out, then redirects or shows a confirmation. */
export function SignOutPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const user = useUserAtStart()
  const { common, signOut } = useMessages()
  const leaving = useAttempt()
  const leadsOn = search.has(returnToParameter) || app.urls.afterSignOut !== app.urls.home
  const hasBegun = useRef(false)

  useEffect(() => {
    if (!user || hasBegun.current) return
    hasBegun.current = true
    leaving.run(async () => {
      await app.signOut({ noRedirect: !leadsOn })
      return null
    })
  })

  const isLeaving = user !== null && (leaving.isBusy || !hasBegun.current)
  if (isLeaving) return <PendingSheet title={signOut.busy} />

  return (
    <ResultSheet tone="neutral" title={signOut.title} advice={signOut.advice}>
      <AttemptNote failed={leaving.failed} />
      <PageButtonLink variant="primary" size="large" href={app.signInUrl({ noRedirectBack: true })}>
        {signOut.signIn}
      </PageButtonLink>
      <PageButtonLink href={app.urls.home}>{common.goHome}</PageButtonLink>
    </ResultSheet>
  )
}
