import type { Project } from '@parley/kit'
import { AuthCard, AuthLayout, type BrandLogo, Spinner, type ThemeMode, useThemeMode } from '@parley/ui'
import { createContext, type ReactNode, use } from 'react'
import { LazyImpersonationBar } from '../../components/impersonation/lazy-bar.tsx'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { useStore } from '../../hooks/use-store.ts'
import { useLanguage } from '../../provider/language.tsx'
import { LanguageSelect } from './language-select.tsx'

/** The name of the applications that show the logo of Parley. */
const parley = 'Parley'

interface PageLayoutProps {
  homeUrl: string
  /** A `wide` page fills the window and provides its own cards. */
  width?: 'card' | 'wide'
  children: ReactNode
}

/** The layout around the card. Shared by all pages, so that it does not remount when the page changes. */
export function PageLayout({ homeUrl, width = 'card', children }: PageLayoutProps) {
  const { locale } = useLanguage()
  const mode = useThemeMode()
  const project = useLoadedProject()
  return (
    <div lang={locale}>
      <LazyImpersonationBar />
      <AuthLayout
        brand={project?.displayName ?? null}
        logo={project ? chooseLogo(project, mode) : undefined}
        brandHref={homeUrl}
        aside={<LanguageSelect />}
      >
        {width === 'card' ? (
          <AuthCard>{children}</AuthCard>
        ) : (
          <div className="w-full max-w-[68rem] self-start max-sm:px-4">{children}</div>
        )}
      </AuthLayout>
    </div>
  )
}

/** Returns the project, or null until it is loaded. Does not wait: the pages explain if it cannot be loaded. */
function useLoadedProject(): Project | null {
  const snapshot = useStore(useStackApp().project)
  return snapshot.state === 'ready' ? snapshot.value : null
}

/**
 * Returns the logo with the name, or the square one; the one for light backgrounds where there is none for
 * dark ones.
 */
function chooseLogo(project: Project, mode: ThemeMode): BrandLogo | 'parley' | undefined {
  const hasName = project.logoFullUrl !== null
  const light = project.logoFullUrl ?? project.logoUrl
  const dark = hasName ? project.logoFullDarkModeUrl : project.logoDarkModeUrl
  const url = mode === 'dark' ? (dark ?? light) : light
  if (url === null) return project.displayName === parley ? 'parley' : undefined
  return { url, hasName }
}

interface PageHeadingProps {
  title: string
  sub?: ReactNode
}

/** False for a page inside a page of the application. */
export const FullPageContext = createContext(true)

/** The document title. A page inside a page of the application does not change it. */
export function PageTitle({ title }: { title: string }) {
  return use(FullPageContext) && <DocumentTitle title={title} />
}

/** A separate component, because a page inside a page of the application needs no request for the project. */
function DocumentTitle({ title }: { title: string }) {
  const project = useLoadedProject()
  return <title>{project ? `${title} · ${project.displayName}` : title}</title>
}

/** The heading of a card and the document title. */
export function PageHeading({ title, sub }: PageHeadingProps) {
  return (
    <>
      <PageTitle title={title} />
      <h1>{title}</h1>
      {sub && <p className="text-ink-soft">{sub}</p>}
    </>
  )
}

/** A loading card. It appears after a short delay only. */
export function PendingCard({ title }: { title: string }) {
  return (
    <div role="status" className="flex animate-after-a-moment items-center gap-3 py-2 text-ink-soft">
      <PageTitle title={title} />
      <Spinner />
      <h1 className="text-body font-normal">{title}</h1>
    </div>
  )
}
