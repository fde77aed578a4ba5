import { useProject } from '../../hooks/use-project.ts'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { useInitialUser } from '../form/use-initial-user.ts'
import { PageButtonLink, PageLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'
import { AlreadySignedIn } from '../sign-in/already-signed-in.tsx'
import { SignInMethods } from '../sign-in/sign-in-methods.tsx'
import type { AuthOptions } from '../sign-in/sign-in-page.tsx'
import { SignUpForm } from './sign-up-form.tsx'

export interface SignUpOptions extends AuthOptions {
  /** The form asks for the password only once. */
  readonly noPasswordRepeat?: boolean
}

export function SignUpPage({ automaticRedirect = false, ...options }: SignUpOptions) {
  const user = useInitialUser()
  return user && !user.isAnonymous ? (
    <AlreadySignedIn user={user} automaticRedirect={automaticRedirect} />
  ) : (
    <SignUpCard isAnonymous={user !== null} {...options} />
  )
}

interface SignUpCardProps extends SignUpOptions {
  /** The user has a session without an account. */
  isAnonymous: boolean
}

function SignUpCard({ isAnonymous, extraInfo, firstTab, noPasswordRepeat = false }: SignUpCardProps) {
  const app = useStackApp()
  const project = useProject()
  const { t } = useLanguage()
  const { credentialEnabled, magicLinkEnabled, oauthProviders, signUpEnabled, signUpNeedsInvitation } =
    project.config
  const hasMethod = credentialEnabled || magicLinkEnabled || oauthProviders.length > 0

  if (!signUpEnabled || !hasMethod) {
    const advice = t('sign-up.closed-advice', { project: project.displayName })
    return (
      <ResultCard tone="neutral" title={t('sign-up.closed')} advice={advice}>
        <PageButtonLink href={app.signInUrl()}>{t('sign-up.sign-in')}</PageButtonLink>
      </ResultCard>
    )
  }
  const keepsData = isAnonymous &&
    credentialEnabled && {
      title: t('anonymous.sign-up'),
      advice: magicLinkEnabled || oauthProviders.length > 0 ? t('anonymous.sign-up-advice') : '',
    }
  const notice = signUpNeedsInvitation
    ? {
        title: t('sign-up.invited-only'),
        advice: t('sign-up.invited-only-advice', { project: project.displayName }),
      }
    : keepsData
  return (
    <SignInMethods
      type="sign-up"
      project={project}
      title={t('sign-up.title')}
      label={t('sign-up.methods')}
      defaultMethod={firstTab === 'magic-link' ? 'link' : 'password'}
      passwordForm={(shared) => (
        <SignUpForm project={project} noPasswordRepeat={noPasswordRepeat} {...shared} />
      )}
      extraInfo={extraInfo}
      notice={notice}
    >
      {t('sign-up.have-account')} <PageLink href={app.signInUrl()}>{t('sign-up.sign-in')}</PageLink>
    </SignInMethods>
  )
}
