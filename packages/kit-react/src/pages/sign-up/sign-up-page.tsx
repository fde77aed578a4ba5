import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { fill } from '../../locales/index.ts'
import { useMessages } from '../../provider/language.tsx'
import { useUserAtStart } from '../form/use-user-at-start.ts'
import { PageButtonLink, PageLink } from '../frame/page-link.tsx'
import { ResultSheet } from '../frame/result-sheet.tsx'
import { AlreadySignedIn } from '../sign-in/already-signed-in.tsx'
import { WaysIn } from '../sign-in/ways-in.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export function SignUpPage() {
  const user = useUserAtStart()
  return user ? <AlreadySignedIn user={user} /> : <SignUpSheet />
}

function SignUpSheet() {
  const app = useStackApp()
  const project = useProject()
  const { signUp } = useMessages()
  const { credentialEnabled, magicLinkEnabled, signUpEnabled } = project.config

  if (!signUpEnabled || (!credentialEnabled && !magicLinkEnabled)) {
    const advice = fill(signUp.closedAdvice, { project: project.displayName })
    return (
      <ResultSheet tone="neutral" title={signUp.closed} advice={advice}>
        <PageButtonLink href={app.signInUrl()}>{signUp.signIn}</PageButtonLink>
      </ResultSheet>
    )
  }
  return (
    <WaysIn
      project={project}
      title={signUp.title}
      label={signUp.methods}
      firstWay="password"
      passwordForm={(shared) => <SignUpForm project={project} {...shared} />}
    >
      {signUp.haveAccount} <PageLink href={app.signInUrl()}>{signUp.signIn}</PageLink>
    </WaysIn>
  )
}
