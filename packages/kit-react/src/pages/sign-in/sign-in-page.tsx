import { Callout } from '@parley/ui'
import type { ReactNode } from 'react'
import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { useInitialUser } from '../form/use-initial-user.ts'
import { PageLink } from '../layout/page-link.tsx'
import { AlreadySignedIn } from './already-signed-in.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInMethods } from './sign-in-methods.tsx'

/** URL fragment that selects the magic link form. */
export const magicLinkFragment = '#magic-link'

/** Options of the forms for sign-in and sign-up. */
export interface AuthOptions {
  /** Users who are already signed in are redirected as after a sign-in. */
  readonly automaticRedirect?: boolean
  /** Content below the form. */
  readonly extraInfo?: ReactNode
  /** The initially selected method, if there are several. */
  readonly firstTab?: 'magic-link' | 'password'
}

export type SignInOptions = AuthOptions

export function SignInPage({ automaticRedirect = false, ...options }: SignInOptions) {
  const user = useInitialUser()
  return user && !user.isAnonymous ? (
    <AlreadySignedIn user={user} automaticRedirect={automaticRedirect} />
  ) : (
    <SignInCard isAnonymous={user !== null} {...options} />
  )
}

interface SignInCardProps extends SignInOptions {
  /** The user has a session without an account. */
  isAnonymous: boolean
}

function SignInCard({ isAnonymous, extraInfo, firstTab }: SignInCardProps) {
  const app = useStackApp()
  const project = useProject()
  const { t } = useLanguage()

  return (
    <SignInMethods
      type="sign-in"
      project={project}
      title={t('sign-in.title')}
      label={t('sign-in.methods')}
      defaultMethod={location.hash === magicLinkFragment || firstTab === 'magic-link' ? 'link' : 'password'}
      extraInfo={extraInfo}
      notice={
        isAnonymous && {
          title: t('anonymous.sign-in', { project: project.displayName }),
          advice: project.config.signUpEnabled ? t('anonymous.sign-in-advice') : '',
        }
      }
      passwordForm={(shared, onLink) => <SignInForm project={project} {...shared} onLink={onLink} />}
      noMethodNotice={
        <Callout tone="warning" title={t('sign-in.no-methods')} className="mt-4">
          <p>{t('sign-in.no-methods-advice', { project: project.displayName })}</p>
        </Callout>
      }
    >
      {project.config.signUpEnabled && (
        <>
          {t('sign-in.new-here')} <PageLink href={app.signUpUrl()}>{t('sign-in.create-account')}</PageLink>
        </>
      )}
    </SignInMethods>
  )
}
