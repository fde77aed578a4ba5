import type { ReactNode } from 'react'
import { useUrlPart } from '../../hooks/use-url-part.ts'
import type { LinkedPageProps, PageProps } from '../../pages/component-props.ts'
import { PageFrame } from '../../pages/layout/page-frame.tsx'
import * as lazy from '../../pages/lazy-pages.ts'

interface LinkedPageFrameProps extends LinkedPageProps {
  render: (search: URLSearchParams) => ReactNode
}

/** Frames a page whose code is in the query. Another code is another page. */
function LinkedPageFrame({ fullPage = false, searchParams, render }: LinkedPageFrameProps) {
  const urlSearch = useUrlPart('search')
  const known = searchParams ?? urlSearch
  // Without its code, the page would report an invalid link.
  if (known === null) return null
  const search = new URLSearchParams(known)
  return (
    <PageFrame fullPage={fullPage} page={String(search)}>
      {render(search)}
    </PageFrame>
  )
}

/** Verifies the e-mail address with the code in the query. */
export function EmailVerification(props: LinkedPageProps) {
  return <LinkedPageFrame {...props} render={(search) => <lazy.EmailVerificationPage search={search} />} />
}

/** Sets a new password with the code in the query. */
export function PasswordReset(props: LinkedPageProps) {
  return <LinkedPageFrame {...props} render={(search) => <lazy.PasswordResetPage search={search} />} />
}

/** Asks the user whether to join the team of the invitation in the query. */
export function TeamInvitation(props: LinkedPageProps) {
  return <LinkedPageFrame {...props} render={(search) => <lazy.TeamInvitationPage search={search} />} />
}

/**
 * An invitation as the members of the team see it. It has the name of the component, as in the public
 * package.
 */
export type TeamInvitation = import('@parley/kit').TeamInvitation

/** Asks the user whether the command line of the code in the query may sign in. */
export function CliAuthConfirmation(props: PageProps) {
  return <LinkedPageFrame {...props} render={(search) => <lazy.CliAuthConfirmPage search={search} />} />
}

/** Sends an e-mail with a link to set a new password. */
export function ForgotPassword({ fullPage = false }: PageProps) {
  return (
    <PageFrame fullPage={fullPage}>
      <lazy.ForgotPasswordPage />
    </PageFrame>
  )
}
