import { AuthCard, AuthLayout, Spinner } from '@parley/ui'
import type { ReactNode } from 'react'
import { useLanguage } from '../../provider/language.tsx'
import { LanguageSelect } from './language-select.tsx'

/** The name beside the logo. */
const brand = 'Parley'

interface PageLayoutProps {
  homeUrl: string
  children: ReactNode
}

/** The layout around the card. Shared by all pages, so that it does not remount when the page changes. */
export function PageLayout({ homeUrl, children }: PageLayoutProps) {
  const { locale } = useLanguage()
  return (
    <div lang={locale}>
      <AuthLayout brand={brand} brandHref={homeUrl} aside={<LanguageSelect />}>
        <AuthCard>{children}</AuthCard>
      </AuthLayout>
    </div>
  )
}

interface PageHeadingProps {
  title: string
  sub?: ReactNode
}

/** The heading of a card and the document title. */
export function PageHeading({ title, sub }: PageHeadingProps) {
  return (
    <>
      <title>{`${title} · ${brand}`}</title>
      <h1>{title}</h1>
      {sub && <p className="text-ink-soft">{sub}</p>}
    </>
  )
}

/** A loading card. It appears after a short delay only. */
export function PendingCard({ title }: { title: string }) {
  return (
    <div role="status" className="flex animate-after-a-moment items-center gap-3 py-2 text-ink-soft">
      <title>{`${title} · ${brand}`}</title>
      <Spinner />
      <h1 className="text-body font-normal">{title}</h1>
    </div>
  )
}
