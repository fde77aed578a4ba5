import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { fill } from '../../locales/index.ts'
import { useMessages } from '../../provider/language.tsx'
import { useInitialUser } from '../form/use-initial-user.ts'
import { PageButtonLink, PageLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'
import { AlreadySignedIn } from '../sign-in/already-signed-in.tsx'
import { SignInMethods } from '../sign-in/sign-in-methods.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export function SignUpPage() {
  const user = useInitialUser()
  return user ? <AlreadySignedIn user={user} /> : <SignUpCard />
}

function SignUpCard() {
  const app = useStackApp()
  const project = useProject()
  const { signUp } = useMessages()
  const { credentialEnabled, magicLinkEnabled, signUpEnabled } = project.config

  if (!signUpEnabled || (!credentialEnabled && !magicLinkEnabled)) {
    const advice = fill(signUp.closedAdvice, { project: project.displayName })
    return (
      <ResultCard tone="neutral" title={signUp.closed} advice={advice}>
        <PageButtonLink href={app.signInUrl()}>{signUp.signIn}</PageButtonLink>
      </ResultCard>
    )
  }
  return (
    <SignInMethods
      project={project}
      title={signUp.title}
      label={signUp.methods}
      defaultMethod="password"
      passwordForm={(shared) => <SignUpForm project={project} {...shared} />}
    >
      {signUp.haveAccount} <PageLink href={app.signInUrl()}>{signUp.signIn}</PageLink>
    </SignInMethods>
  )
}
