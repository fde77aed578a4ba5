import { Note } from '@parley/ui'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { fill } from '../../locales/index.ts'
import { useMessages } from '../../provider/language.tsx'
import { useUserAtStart } from '../form/use-user-at-start.ts'
import { PageLink } from '../frame/page-link.tsx'
import { AlreadySignedIn } from './already-signed-in.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { WaysIn } from './ways-in.tsx'

/** URL fragment that selects the magic link form. */
export const magicLinkFragment = '#magic-link'

export function SignInPage() {
  const user = useUserAtStart()
  return user ? <AlreadySignedIn user={user} /> : <SignInSheet />
}

function SignInSheet() {
  const app = useStackApp()
  const project = useProject()
  const { signIn } = useMessages()

  return (
    <WaysIn
      project={project}
      title={signIn.title}
      label={signIn.methods}
      firstWay={location.hash === magicLinkFragment ? 'link' : 'password'}
      passwordForm={(shared, onLink) => <SignInForm project={project} {...shared} onForgotten={onLink} />}
      noWay={
        <Note tone="warning" title={signIn.noWayIn} className="mt-4">
          <p>{fill(signIn.noWayInAdvice, { project: project.displayName })}</p>
        </Note>
      }
    >
      {project.config.signUpEnabled && (
        <>
          {signIn.newHere} <PageLink href={app.signUpUrl()}>{signIn.createAccount}</PageLink>
        </>
      )}
    </WaysIn>
  )
}
