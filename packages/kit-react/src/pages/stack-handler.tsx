import type { StackClientApp } from '@parley/kit'
import { Button } from '@parley/ui'
import { type ComponentType, Suspense } from 'react'
import { useStackApp } from '../hooks/use-stack-app.ts'
import { useLanguage } from '../provider/language.tsx'
import { explainFailure } from './form/explanation.ts'
import { TypedEmailProvider } from './form/typed-email.tsx'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { type LazyPageProps, lazyPage, PageLoadError } from './layout/lazy-page.ts'
import { PageLayout, PendingCard } from './layout/page-layout.tsx'
import { PageButtonLink } from './layout/page-link.tsx'
import { ResultCard } from './layout/result-card.tsx'
import { SupportLink } from './layout/support-link.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'

interface StackHandlerProps {
  /** Path of the current page, if a router provides it. Defaults to the browser's. */
  location?: string
  /** Query of the current page. Defaults to the browser's. */
  search?: string
}

const SignUpPage = lazyPage(async () => (await import('./sign-up/sign-up-page.tsx')).SignUpPage)
const NotFoundPage = lazyPage(async () => (await import('./not-found-page.tsx')).NotFoundPage)

/** The pages by path. Other paths are not found. All but the sign-in page are loaded when they are opened. */
const pages: Readonly<Record<string, ComponentType<LazyPageProps>>> = {
  'sign-in': SignInPage,
  'log-in': SignInPage,
  'sign-up': SignUpPage,
  register: SignUpPage,
  'sign-out': lazyPage(async () => (await import('./sign-out/sign-out-page.tsx')).SignOutPage),
  'email-verification': lazyPage(
    async () => (await import('./email-verification/email-verification-page.tsx')).EmailVerificationPage,
  ),
  'account-settings': lazyPage(
    async () => (await import('./account-settings/account-settings-page.tsx')).AccountSettingsPage,
  ),
  'magic-link-callback': lazyPage(
    async () => (await import('./magic-link-callback/magic-link-callback-page.tsx')).MagicLinkCallbackPage,
  ),
  'oauth-callback': lazyPage(
    async () => (await import('./oauth-callback/oauth-callback-page.tsx')).OAuthCallbackPage,
  ),
  'forgot-password': lazyPage(
    async () => (await import('./forgot-password/forgot-password-page.tsx')).ForgotPasswordPage,
  ),
  'password-reset': lazyPage(
    async () => (await import('./password-reset/password-reset-page.tsx')).PasswordResetPage,
  ),
  mfa: lazyPage(async () => (await import('./mfa/mfa-page.tsx')).MfaPage),
  'cli-auth-confirm': lazyPage(
    async () => (await import('./cli-auth-confirm/cli-auth-confirm-page.tsx')).CliAuthConfirmPage,
  ),
  'team-invitation': lazyPage(
    async () => (await import('./team-invitation/team-invitation-page.tsx')).TeamInvitationPage,
  ),
  error: lazyPage(async () => (await import('./error/error-page.tsx')).ErrorPage),
}

/** Renders the page of the kit for the current path. Mount it on `/handler/*`. */
export function StackHandler(props: StackHandlerProps) {
  return (
    // The fallback has no text, because its catalogue is what loads.
    <Suspense fallback={null}>
      <TypedEmailProvider>
        <HandlerPages {...props} />
      </TypedEmailProvider>
    </Suspense>
  )
}

function HandlerPages({
  location = window.location.pathname,
  search = window.location.search,
}: StackHandlerProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  const name = pageName(location, app.urls.handler)
  const Shown = Object.hasOwn(pages, name) ? pages[name] : undefined
  const parameters = new URLSearchParams(search)

  if (!app.isOriginSecure) return <InsecureOriginPage />
  return (
    <PageLayout homeUrl={app.urls.home} width={name === 'account-settings' ? 'wide' : 'card'}>
      <ErrorBoundary
        key={name}
        renderError={(error, tryAgain) => <ErrorCard error={error} onTryAgain={tryAgain} />}
      >
        <Suspense fallback={<PendingCard title={t('common.loading')} />}>
          {Shown ? (
            <Shown key={parameters.get('code')} search={parameters} />
          ) : (
            <NotFoundPage search={parameters} />
          )}
        </Suspense>
      </ErrorBoundary>
    </PageLayout>
  )
}

/** Shown over http beyond localhost, where a browser stores no session that scripts cannot read. */
function InsecureOriginPage() {
  const app = useStackApp()
  const { t } = useLanguage()
  return (
    <PageLayout homeUrl={app.urls.home}>
      <ResultCard tone="danger" title={t('failure.insecure')} advice={t('failure.insecure-advice')}>
        <PageButtonLink variant="primary" size="large" href={location.href.replace(/^http:/, 'https:')}>
          {t('failure.insecure-link')}
        </PageButtonLink>
      </ResultCard>
    </PageLayout>
  )
}

function pageName(path: string, handler: string): string {
  const base = handler.replace(/\/$/, '')
  return path.startsWith(`${base}/`) ? path.slice(base.length + 1).replace(/\/$/, '') : ''
}

/** Shown if a page cannot load, usually because the account service is unreachable. */
function ErrorCard({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  const app = useStackApp()
  const { t } = useLanguage()
  const { title, advice } = explainFailure(error, t)

  const tryAgain = () => {
    // Browsers do not fetch the code of a failed page again, and after an update of the application it has another URL.
    if (error instanceof PageLoadError) return location.reload()
    reloadData(app)
    onTryAgain()
  }
  return (
    <ResultCard tone="danger" title={title} advice={advice}>
      <Button variant="primary" size="large" onClick={tryAgain}>
        {t('common.retry')}
      </Button>
      <SupportLink />
    </ResultCard>
  )
}

/** Refetches failed data, so that the page suspends instead of failing again. */
function reloadData(app: StackClientApp): void {
  for (const data of [app.project, app.user]) data.load().catch(() => {})
}
