import type { StackClientApp } from '@parley/kit'
import { Button } from '@parley/ui'
import { type ReactNode, Suspense } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useLanguage } from '../../provider/language.tsx'
import { explainFailure } from '../form/explanation.ts'
import { TypedEmailProvider } from '../form/typed-email.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageLoadError } from './lazy-page.ts'
import { FullPageContext, PageLayout, PendingCard } from './page-layout.tsx'
import { PageButtonLink } from './page-link.tsx'
import { ResultCard } from './result-card.tsx'

interface PageFrameProps {
  /** Fills the window, with a header. Otherwise the content is a part of the page of the application. */
  fullPage: boolean
  /** A `wide` page provides its own cards. */
  width?: 'card' | 'wide'
  /** The page in the frame. With another page, the frame forgets the error of the former one. */
  page?: string
  children: ReactNode
}

/** Prepares everything that a page needs: layout, language, and explanations of pages that cannot load. */
export function PageFrame(props: PageFrameProps) {
  return (
    // The fallback has no text, because its catalogue is what loads.
    <Suspense fallback={null}>
      <FullPageContext value={props.fullPage}>
        <TypedEmailProvider>
          <LoadedFrame {...props} />
        </TypedEmailProvider>
      </FullPageContext>
    </Suspense>
  )
}

function LoadedFrame({ fullPage, width = 'card', page, children }: PageFrameProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  const Layout = fullPage ? PageLayout : EmbeddedLayout

  if (!app.isOriginSecure)
    return (
      <Layout homeUrl={app.urls.home} width="card">
        <InsecureOrigin />
      </Layout>
    )
  return (
    <Layout homeUrl={app.urls.home} width={width}>
      <ErrorBoundary
        key={page}
        renderError={(error, tryAgain) => <ErrorCard error={error} onTryAgain={tryAgain} />}
      >
        <Suspense fallback={<PendingCard title={t('common.loading')} />}>{children}</Suspense>
      </ErrorBoundary>
    </Layout>
  )
}

interface EmbeddedLayoutProps {
  width: 'card' | 'wide'
  children: ReactNode
}

/** The layout inside a page of the application, which decides about the background and the place. */
function EmbeddedLayout({ width, children }: EmbeddedLayoutProps) {
  const { locale } = useLanguage()
  return (
    <div lang={locale} className={`w-full text-ink ${width === 'card' ? 'max-w-[25.5rem]' : ''}`}>
      {children}
    </div>
  )
}

/** Shown over http beyond localhost, where a browser stores no session that scripts cannot read. */
function InsecureOrigin() {
  const { t } = useLanguage()
  return (
    <ResultCard tone="danger" title={t('failure.insecure')} advice={t('failure.insecure-advice')}>
      <PageButtonLink variant="primary" size="large" href={location.href.replace(/^http:/, 'https:')}>
        {t('failure.insecure-link')}
      </PageButtonLink>
    </ResultCard>
  )
}

/** Shown if a page cannot load, usually because the account service is unreachable. */
function ErrorCard({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  const app = useStackApp()
  const { t } = useLanguage()
  const { title, advice } = explainFailure(error, t)

  const tryAgain = () => {
    // Browsers do not fetch the code of a failed page again, and after an update of the application it has
    // another URL.
    if (error instanceof PageLoadError) return location.reload()
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
