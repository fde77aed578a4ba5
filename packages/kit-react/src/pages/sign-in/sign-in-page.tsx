import { Note, Tabs } from '@parley/ui'
import { useState } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { fill } from '../../locales/index.ts'
import { useMessages } from '../../provider/language.tsx'
import { AttemptNote } from '../form/attempt-note.tsx'
import { useAttempt } from '../form/use-attempt.ts'
import { useUserAtStart } from '../form/use-user-at-start.ts'
import { Destination } from '../frame/destination.tsx'
import { PageHeading } from '../frame/page-frame.tsx'
import { PageLink } from '../frame/page-link.tsx'
import { AlreadySignedIn } from './already-signed-in.tsx'
import { MagicLinkForm } from './magic-link-form.tsx'
import { PasswordForm } from './password-form.tsx'

/** In the fragment of the page's address: begin with the magic link. */
export const magicLinkFragment = '#magic-link'

type Method = 'password' | 'link'

export function SignInPage() {
  const user = useUserAtStart()
  return user ? <AlreadySignedIn user={user} /> : <SignInSheet />
}

function SignInSheet() {
  const app = useStackApp()
  const project = useProject()
  const { signIn } = useMessages()
  const attempt = useAttempt()
  const [email, setEmail] = useState('')
  const { credentialEnabled, magicLinkEnabled, signUpEnabled } = project.config
  const [chosen, setChosen] = useState<Method>(() =>
    location.hash === magicLinkFragment ? 'link' : 'password',
  )
  const method = credentialEnabled && magicLinkEnabled ? chosen : magicLinkEnabled ? 'link' : 'password'

  const choose = (next: Method) => {
    attempt.clear()
    setChosen(next)
  }
  const shared = { project, attempt, email, onEmailChange: setEmail }
  const form =
    method === 'link' ? (
      <MagicLinkForm {...shared} />
    ) : (
      <PasswordForm {...shared} onForgotten={magicLinkEnabled ? () => choose('link') : null} />
    )

  return (
    <>
      <PageHeading title={signIn.title} sub={<Destination project={project} />} />
      <AttemptNote failed={attempt.failed} />
      {credentialEnabled && magicLinkEnabled && (
        <Tabs
          label={signIn.methods}
          tabs={[
            { value: 'password', label: signIn.withPassword },
            { value: 'link', label: signIn.withLink },
          ]}
          value={method}
          onChange={choose}
          className="mt-3.5"
        >
          {form}
        </Tabs>
      )}
      {credentialEnabled !== magicLinkEnabled && form}
      {!credentialEnabled && !magicLinkEnabled && (
        <Note tone="warning" title={signIn.noWayIn} className="mt-4">
          <p>{fill(signIn.noWayInAdvice, { project: project.displayName })}</p>
        </Note>
      )}
      {signUpEnabled && (
        <p className="mt-4.5 text-center text-small text-ink-soft">
          {signIn.newHere} <PageLink href={app.signUpUrl()}>{signIn.createAccount}</PageLink>
        </p>
      )}
    </>
  )
}
