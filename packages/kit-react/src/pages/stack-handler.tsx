import type { StackClientApp } from '@parley/kit'
import { Button } from '@parley/ui'
import { type ReactNode, Suspense } from 'react'
import { useStackApp } from '../hooks/use-stack-app.ts'
import { useLanguage } from '../provider/language.tsx'
import { AccountSettingsPage } from './account-settings/account-settings-page.tsx'
import { EmailVerificationPage } from './email-verification/email-verification-page.tsx'
import { ErrorPage } from './error/error-page.tsx'
import { explainFailure } from './form/explanation.ts'
import { ErrorBoundary } from './layout/error-boundary.tsx'
import { PageLayout, PendingCard } from './layout/page-layout.tsx'
import { ResultCard } from './layout/result-card.tsx'
import { MagicLinkCallbackPage } from './magic-link-callback/magic-link-callback-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { SignInPage } from './sign-in/sign-in-page.tsx'
import { SignOutPage } from './sign-out/sign-out-page.tsx'
import { SignUpPage } from './sign-up/sign-up-page.tsx'

interface StackHandlerProps {
  /** Path of the current page, if a router provides it. Defaults to the browser's. */
  location?: string
  /** Query of the current page. Defaults to the browser's. */
  search?: string
}

type Page = (props: { search: URLSearchParams }) => ReactNode

/** The pages by path. Other paths are not found. */
const pages: Readonly<Record<string, Page>> = {
  'sign-in': SignInPage,
  'log-in': SignInPage,
  'sign-up': SignUpPage,
  register: SignUpPage,
  'sign-out': SignOutPage,
  'email-verification': EmailVerificationPage,
  'account-settings': AccountSettingsPage,
  'magic-link-callback': MagicLinkCallbackPage,
  error: ErrorPage,
}

/** Renders the page of the kit for the current path. Mount it on `/handler/*`. */
export function StackHandler({
  location = window.location.pathname,
  search = window.location.search,
}: StackHandlerProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  const name = pageName(location, app.urls.handler)
  const Shown = Object.hasOwn(pages, name) ? pages[name] : undefined
  const parameters = new URLSearchParams(search)

  return (
    <PageLayout homeUrl={app.urls.home}>
      <ErrorBoundary
        key={name}
        renderError={(error, tryAgain) => <ErrorCard error={error} onTryAgain={tryAgain} />}
      >
        <Suspense fallback={<PendingCard title={t('common.loading')} />}>
          {Shown ? <Shown key={parameters.get('code')} search={parameters} /> : <NotFoundPage />}
        </Suspense>
      </ErrorBoundary>
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
    reloadData(app)
    onTryAgain()
  }
  return (
    <ResultCard tone="danger" title={title} advice={advice}>
      <Button variant="primary" size="large" onClick={tryAgain}>
        {t('common.retry')}
      </Button>
    </ResultCard>
  )
}

/** Refetches failed data, so that the page suspends instead of failing again. */
function reloadData(app: StackClientApp): void {
  for (const data of [app.project, app.user]) data.load().catch(() => {})
}
