import { Tabs } from '@parley/ui'
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
import { PageButtonLink, PageLink } from '../frame/page-link.tsx'
import { ResultSheet } from '../frame/result-sheet.tsx'
import { AlreadySignedIn } from '../sign-in/already-signed-in.tsx'
import { MagicLinkForm } from '../sign-in/magic-link-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export function SignUpPage() {
  const user = useUserAtStart()
  return user ? <AlreadySignedIn user={user} /> : <SignUpSheet />
}

type Method = 'password' | 'link'

function SignUpSheet() {
  const app = useStackApp()
  const project = useProject()
  const { signIn, signUp } = useMessages()
  const attempt = useAttempt()
  const [chosen, setChosen] = useState<Method>('password')
  const [email, setEmail] = useState('')
  const { credentialEnabled, magicLinkEnabled, signUpEnabled } = project.config

  if (!signUpEnabled || (!credentialEnabled && !magicLinkEnabled)) {
    const advice = fill(signUp.closedAdvice, { project: project.displayName })
    return (
      <ResultSheet tone="neutral" title={signUp.closed} advice={advice}>
        <PageButtonLink href={app.signInUrl()}>{signUp.signIn}</PageButtonLink>
      </ResultSheet>
    )
  }

  const method = credentialEnabled && magicLinkEnabled ? chosen : magicLinkEnabled ? 'link' : 'password'
  const form =
    method === 'link' ? (
      <MagicLinkForm project={project} attempt={attempt} email={email} onEmailChange={setEmail} />
    ) : (
      <SignUpForm project={project} attempt={attempt} />
    )

  return (
    <>
      <PageHeading title={signUp.title} sub={<Destination project={project} />} />
      <AttemptNote failed={attempt.failed} />
      {credentialEnabled && magicLinkEnabled ? (
        <Tabs
          label={signUp.methods}
          tabs={[
            { value: 'password', label: signIn.withPassword },
            { value: 'link', label: signIn.withLink },
          ]}
          value={method}
          onChange={(next) => {
            attempt.clear()
            setChosen(next)
          }}
          className="mt-3.5"
        >
          {form}
        </Tabs>
      ) : (
        form
      )}
      <p className="mt-4.5 text-center text-small text-ink-soft">
        {signUp.haveAccount} <PageLink href={app.signInUrl()}>{signUp.signIn}</PageLink>
      </p>
    </>
  )
}
